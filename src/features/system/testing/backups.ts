import { join } from 'node:path'
import { makeBackup } from '../server/backup/make.ts'
import { createBackups } from '../server/backup/service.ts'
import { openBackupStore } from '../server/backup/store/open.ts'
import { contentOf, plainSettings, tablesOf } from '../server/backup/archive/catalogue.ts'
import { load, type LoadResult } from '../server/backup/archive/load.ts'
import { openBackup } from '../server/backup/archive/open.ts'
import { connectDatabase, type DatabaseAddress, type Sql } from '#server/database/database.ts'
import { createStorage } from '#server/files/storage.ts'
import type { TestKernel } from '#server/testing/kernel.ts'

/** Rows and hash of every table. */
export function contentsOf(sql: Sql): Promise<Record<string, { rows: number; hash: string }>> {
  return sql.begin(async (tx) => {
    await tx.unsafe(plainSettings)
    const found: Record<string, { rows: number; hash: string }> = {}
    for (const table of await tablesOf(tx)) found[table.name] = await contentOf(tx, table)
    return found
  })
}

/** Restores a backup of a kernel's own into a database. */
export async function restoreInto(address: DatabaseAddress, kernel: TestKernel, name: string): Promise<LoadResult> {
  const file = await createBackups(kernel).read(name)
  if (file === null) throw new Error(`no backup ${name}`)
  const backup = await openBackup(file.stream as AsyncIterable<Buffer>, { secrets: kernel.secrets })
  const { sql, close } = connectDatabase(address, { max: 1, patient: true })
  try {
    return await sql.begin((tx) => load(backup, { tx, storage: null }))
  } finally {
    await close()
  }
}

/**
 * Writes a backup that is not verified.
 * @returns its path
 */
export async function writeBackup(kernel: TestKernel, publicKey?: string): Promise<string> {
  const config = { ...kernel.config, BACKUP_PUBLIC_KEY: publicKey }
  const parts = { store: openBackupStore(config), storage: createStorage(config), signal: new AbortController().signal }
  const { name } = await makeBackup({ ...kernel, config }, parts, () => Promise.resolve())
  return join(config.DATA_DIR, 'backups', name)
}

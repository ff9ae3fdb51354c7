import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { writeBackup } from '../../testing/backups.ts'
import { completeBytes, copyToFolder, newestVerified } from './copy.ts'
import { createBackups } from './service.ts'
import { openBackupStore } from './store/open.ts'

const kernel = await testKernel()
const { sql, clock, config } = kernel
const store = openBackupStore(config)
let verified: string

beforeAll(async () => {
  const backups = createBackups(kernel)
  verified = (await backups.make(null)).name
  await backups.idle()
  clock.advance(MINUTE_MS)
  const later = basename(await writeBackup(kernel))
  await sql`
    insert into backup (name, made_at, duration_ms, bytes, tables, row_count, files)
    values (${later}, ${new Date(clock.now())}, 1, 1, 1, 1, 1)`
})

const newest = async () => (await newestVerified(sql, store)) ?? expect.fail('no verified backup')

test('the newest verified backup is copied, once, for its owner alone', async () => {
  const target = mkdtempSync(join(config.DATA_DIR, 'elsewhere-'))
  writeFileSync(join(target, `${verified}.part`), 'broken off')
  expect(await copyToFolder(target, await newest())).toBe(true)
  expect(readdirSync(target)).toEqual([verified])
  expect(statSync(join(target, verified)).mode & 0o777).toBe(0o600)
  const original = await store.read(verified)
  expect(readFileSync(join(target, verified))).toEqual(await buffer(original?.stream ?? Readable.from([])))
  expect(await copyToFolder(target, await newest())).toBe(false)
})

test('a copy that lacks bytes fails, and nothing of it stays', async () => {
  const target = mkdtempSync(join(config.DATA_DIR, 'elsewhere-'))
  const short = () => ({ name: verified, bytes: 10, stream: Readable.from([Buffer.alloc(4), Buffer.alloc(5)]) })
  await expect(Array.fromAsync(completeBytes(short()))).rejects.toThrow('1 of 10 bytes are missing')
  await expect(copyToFolder(target, short())).rejects.toThrow('1 of 10 bytes are missing')
  expect(readdirSync(target)).toEqual([])
})

test('where no backup was verified there is none to copy', async () => {
  await sql`update backup set verified_at = null`
  expect(await newestVerified(sql, store)).toBe(null)
})

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createStorage } from '#server/files/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { s3Store } from '#server/testing/s3.ts'
import { restoreFile } from '../restore.ts'
import { createBackups } from '../service.ts'

const { env, line } = await s3Store()
const kernel = await testKernel({ env })
await kernel.outbox.close()
const { sql, config, secrets } = kernel
const backups = createBackups(kernel)
const storage = createStorage(config)
const target = await testDatabase({ empty: true })
const local = join(config.DATA_DIR, 'backups')

test('backups go to the bucket and are verified from there; no file of them stays on the disk, and none is in the next backup', async () => {
  await person(kernel, 'anna')
  await storage.write(`avatars/${'0'.repeat(32)}-96.webp`, Buffer.from('one'))
  await backups.make(null)
  await backups.idle()
  const { name, files } = await backups.make(null)
  await backups.idle()
  expect(files).toBe(1)
  expect(await sql`select from backup where verified_at is not null`).toHaveLength(2)
  expect(readdirSync(local)).toEqual([])
  const listed = await backups.list()
  expect(listed.map(({ row }) => row?.bytes)).toEqual(listed.map(({ bytes }) => bytes))

  const file = await backups.read(name)
  const path = join(config.DATA_DIR, 'fetched')
  writeFileSync(path, await buffer(file?.stream ?? Readable.from([])))
  const restored = await restoreFile(path, { address: target.address, storage }, { secrets })
  expect(restored).toMatchObject({ files: 1, files_added: 0 })
  expect(await target.sql`select username from trader`).toEqual([{ username: 'anna' }])
})

test('a bucket that fails: nothing is left over, admins are alerted, and the next backup succeeds', async () => {
  const before = (await backups.list()).length
  line.disruption = 'cut'
  expect(await backups.make(null).catch((error: unknown) => error)).toBeInstanceOf(Error)
  line.disruption = 'none'
  expect(readdirSync(local)).toEqual([])
  expect(await backups.list()).toHaveLength(before)
  expect(await sql`select subject from outbox`).toEqual([{ subject: 'TopTrader: il backup non è riuscito' }])
  await backups.make(null)
  await backups.idle()
  expect(await backups.list()).toHaveLength(before + 1)
  for (const { name } of await backups.list()) expect(await backups.read(name)).not.toBe(null)
  expect(await backups.read('toptrader-20261120T100000Z-00000000.backup')).toBe(null)
})

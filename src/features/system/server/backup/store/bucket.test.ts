import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createStorage } from '#server/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { s3Store } from '#server/testing/s3.ts'
import { openGate } from '#server/testing/tcp.ts'
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

test('backups go to the bucket, are proved from there, and leave nothing here nor themselves in the next one', async () => {
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

test('the newest one that was proved is copied elsewhere: into a folder, once, or to the standard output', async () => {
  const { url } = await openGate(kernel.address)
  const run = (to: string) =>
    new Promise<{ code: number; stdout: Buffer; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        ['scripts/backup.ts', '--copy-to', to],
        {
          encoding: 'buffer',
          env: { ...env, PATH: process.env['PATH'] ?? '', DATABASE_URL: url, DATA_DIR: config.DATA_DIR },
        },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr: stderr.toString() }),
      )
    })
  const there = mkdtempSync(join(config.DATA_DIR, 'elsewhere-'))
  const [newest] = await backups.list()
  const proved = newest?.name ?? ''
  // A later one that was never proved.
  const { name: doubtful } = await backups.make(null)
  await backups.idle()
  await sql`update backup set verified_at = null where name = ${doubtful}`

  writeFileSync(join(there, `${proved}.part`), 'broken off')
  const first = await run(there)
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout.toString()).toMatch(new RegExp(`${proved}: copiato, \\d`))
  expect(readdirSync(there)).toEqual([proved])
  expect(statSync(join(there, proved)).mode & 0o777).toBe(0o600)
  const again = await run(there)
  expect([again.code, again.stdout.toString()]).toEqual([0, `${join(there, proved)}: c’è già\n`])

  const streamed = await run('-')
  expect([streamed.code, streamed.stderr]).toEqual([0, expect.stringContaining(proved)])
  expect(streamed.stdout.equals(readFileSync(join(there, proved)))).toBe(true)
  const stored = await buffer((await backups.read(proved))?.stream ?? Readable.from([]))
  expect(streamed.stdout.equals(stored)).toBe(true)

  await sql`update backup set verified_at = null`
  const none = await run('-')
  expect([none.code, none.stdout.length, none.stderr]).toEqual([1, 0, 'Non c’è nessun backup provato da copiare.\n'])
})

test('a bucket that does not take it: nothing is left over, admins hear of it, and the next one goes well', async () => {
  const before = (await backups.list()).length
  line.trouble = 'cut'
  expect(await backups.make(null).catch((error: unknown) => error)).toBeInstanceOf(Error)
  line.trouble = 'none'
  expect(readdirSync(local)).toEqual([])
  expect(await backups.list()).toHaveLength(before)
  expect(await sql`select subject from outbox`).toEqual([{ subject: 'TopTrader: il backup non è riuscito' }])
  await backups.make(null)
  await backups.idle()
  expect(await backups.list()).toHaveLength(before + 1)
  for (const { name } of await backups.list()) expect(await backups.read(name)).not.toBe(null)
  expect(await backups.read('toptrader-20261120T100000Z-00000000.backup')).toBe(null)
})

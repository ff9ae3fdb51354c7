import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBackups } from '#features/system/server/backup/service.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { s3Store } from '#server/testing/s3.ts'
import { openGate } from '#server/testing/tcp.ts'

const { env } = await s3Store()
const kernel = await testKernel({ env })
await kernel.outbox.close()
const { sql, config } = kernel

test('the command copies the newest verified backup of a bucket to a folder or to the standard output', async () => {
  const backups = createBackups(kernel)
  const { name } = await backups.make(null)
  await backups.idle()
  const { url } = await openGate(kernel.ownerAddress)
  const run = (target: string) =>
    new Promise<{ code: number; stdout: Buffer; stderr: string }>((resolve) => {
      const settings = { ...env, PATH: process.env['PATH'] ?? '', DATABASE_URL: url, DATA_DIR: config.DATA_DIR }
      const options = { encoding: 'buffer', env: settings } as const
      execFile(process.execPath, ['scripts/backup.ts', '--copy-to', target], options, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr: stderr.toString() }),
      )
    })
  const target = mkdtempSync(join(config.DATA_DIR, 'elsewhere-'))

  const first = await run(target)
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout.toString()).toMatch(new RegExp(`${name}: copiato, \\d`))
  const again = await run(target)
  expect([again.code, again.stdout.toString()]).toEqual([0, `${join(target, name)}: c’è già\n`])

  const streamed = await run('-')
  expect([streamed.code, streamed.stderr]).toEqual([0, expect.stringContaining(name)])
  expect(streamed.stdout).toEqual(readFileSync(join(target, name)))

  await sql`update backup set verified_at = null`
  const none = await run('-')
  expect([none.code, none.stdout.length, none.stderr]).toEqual([1, 0, 'Non c’è nessun backup provato da copiare.\n'])
})

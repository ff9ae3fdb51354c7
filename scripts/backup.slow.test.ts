import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBackups } from '#features/system/server/backup/service.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { s3Store } from '#server/testing/s3.ts'
import { openGate } from '#server/testing/tcp.ts'

const { env } = await s3Store()
const kernel = await testKernel({ env })
await kernel.outbox.close()
const { sql, config } = kernel

/** A command's end. */
function run(script: string, given: string[], settings: Record<string, string>) {
  return new Promise<{ code: number; stdout: Buffer; stderr: string }>((resolve) => {
    const environment = { ...env, PATH: process.env['PATH'] ?? '', DATA_DIR: config.DATA_DIR, ...settings }
    const options = { encoding: 'buffer', env: environment } as const
    execFile(process.execPath, [script, ...given], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr: stderr.toString() }),
    )
  })
}

test('the command copies the newest verified backup of a bucket to a folder or to the standard output; another one restores it', async () => {
  await person(kernel, 'marta')
  const backups = createBackups(kernel)
  const { name } = await backups.make(null)
  await backups.idle()
  const { url } = await openGate(kernel.ownerAddress)
  const copy = (target: string) => run('scripts/backup.ts', ['--copy-to', target], { DATABASE_URL: url })
  const target = mkdtempSync(join(config.DATA_DIR, 'elsewhere-'))

  const first = await copy(target)
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(first.stdout.toString()).toMatch(new RegExp(`${name}: copiato, \\d`))
  const again = await copy(target)
  expect([again.code, again.stdout.toString()]).toEqual([0, `${join(target, name)}: c’è già\n`])

  const streamed = await copy('-')
  expect([streamed.code, streamed.stderr]).toEqual([0, expect.stringContaining(name)])
  expect(streamed.stdout).toEqual(readFileSync(join(target, name)))

  await sql`update backup set verified_at = null`
  const none = await copy('-')
  expect([none.code, none.stdout.length, none.stderr]).toEqual([1, 0, 'Non c’è nessun backup provato da copiare.\n'])

  const empty = await testDatabase({ empty: true })
  const place = await openGate(empty.ownerAddress)
  const given = [join(target, name), '--database-url', place.url]
  const settings = { SECRET_KEY: config.SECRET_KEY ?? '' }
  const restored = await run('scripts/restore.ts', given, settings)
  expect([restored.code, restored.stderr]).toEqual([0, ''])
  expect(restored.stdout.toString()).toContain('ogni tabella è uguale a com’era')
  expect(await empty.sql`select username from trader`).toEqual([{ username: 'marta' }])
  const refused = await run('scripts/restore.ts', given, settings)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Non è stato ripristinato niente.')])
  expect((await run('scripts/restore.ts', [], settings)).code).toBe(2)
})

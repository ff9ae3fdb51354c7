import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goodRegistration } from '#features/auth/testing/scene.ts'
import { registerMetrics } from '#server/metrics/metrics-route.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { writeBackup } from '../../testing/backups.ts'
import { observeBackups } from './metrics.ts'
import { registerBackupRoutes } from './routes.ts'
import { createBackups } from './service.ts'

const kernel = await testKernel()
const { sql, clock, config } = kernel
const backups = createBackups(kernel)
afterAll(backups.close)
const app = await testApp(kernel, (server) => {
  observeBackups(registerMetrics(server, kernel), kernel)
  registerBackupRoutes(server, kernel, backups)
})
const carla = await person(kernel, 'carla', { is_admin: true })
const dora = await person(kernel, 'dora')
const { password } = goodRegistration
await sql`update trader set password_hash = ${await kernel.secrets.hashPassword(password)}`

const url = '/api/admin/system/backups'
const make = (who: Person = carla) =>
  app.inject({ method: 'POST', url: '/api/admin/system/backup', headers: who.headers })
const list = async (who: Person = carla) => app.inject({ method: 'GET', url, headers: who.headers })
const download = (name: string, payload: object = { password }, who: Person = carla) =>
  app.inject({ method: 'POST', url: `${url}/${encodeURIComponent(name)}/download`, headers: who.headers, payload })
interface Made {
  backup_filename: string
  backup_size_mb: number
  duration_ms: number
}
const audits = () =>
  sql`select action, actor, details from audit_log where action like 'system.%' order by audit_id desc limit 1`

// An hour apart, so that the limits of an hour start again.
beforeEach(() => clock.advance(3_600_001))

describe('a manual backup', () => {
  test('answers name, size and time, and is logged', async () => {
    const answer = await make()
    expect(answer.statusCode).toBe(200)
    const made = answer.json<Made>()
    expect(Object.keys(made)).toEqual(['backup_filename', 'backup_size_mb', 'duration_ms'])
    expect(made.backup_filename).toMatch(/^toptrader-20261120T110000Z-[0-9a-f]{8}\.backup$/)
    const bytes = readFileSync(join(config.DATA_DIR, 'backups', made.backup_filename)).length
    expect(made.backup_size_mb).toBe(Math.round(bytes / 10_000) / 100)
    expect(made.duration_ms).toBeGreaterThan(0)
    expect(await audits()).toEqual([
      {
        action: 'system.backup',
        actor: carla.trader_id,
        details: { backup_filename: made.backup_filename, bytes },
      },
    ])
    await backups.idle()
  })

  test('happens six times in an hour at most', async () => {
    const made = await backups.make(null)
    const limited = await testApp(kernel, (server) =>
      registerBackupRoutes(server, kernel, { ...backups, make: () => Promise.resolve(made) }),
    )
    const answers: number[] = []
    for (let index = 0; index < 7; index += 1) {
      const answer = await limited.inject({ method: 'POST', url: '/api/admin/system/backup', headers: carla.headers })
      answers.push(answer.statusCode)
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429])
    await backups.idle()
  })

  test('is for admins', async () => {
    expect((await make(dora)).statusCode).toBe(403)
    expect((await list(dora)).statusCode).toBe(403)
    expect((await download('x', { password }, dora)).statusCode).toBe(403)
  })
})

describe('the list', () => {
  test('says whether each one is verified, and when the next one is due', async () => {
    const [first] = (await list()).json<{ backups: { backup_filename: string }[] }>().backups
    await sql`update backup set verified_at = null, verification = 'failed' where name = ${first?.backup_filename ?? ''}`
    await make()
    await backups.idle()
    const answer = (await list()).json<{ backups: Record<string, unknown>[]; total: number; [key: string]: unknown }>()
    expect(answer.backups[0]).toMatchObject({
      created_at: new Date(clock.now()).toISOString().replace(/\.\d+/, '.000'),
      state: 'verified',
      verified_at: new Date(clock.now()).toISOString(),
      note: 'Ripristinato per prova in una base dati a parte: ogni tabella è uguale.',
    })
    expect(answer.backups[0]?.['rows']).toBeGreaterThan(5)
    expect(answer.backups[1]).toMatchObject({ state: 'failed', verified_at: null })
    expect(answer).toMatchObject({
      total: answer.backups.length,
      last_backup_at: answer.backups[0]?.['created_at'],
      next_backup_at: '2026-11-21T01:20:00.000Z',
    })
    const times = answer.backups.map((each) => String(each['created_at']))
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

describe('a download', () => {
  let name: string
  beforeAll(async () => {
    name = basename(await writeBackup(kernel))
  })

  test('sends the encrypted file to an admin who knows the password, and is logged', async () => {
    const answer = await download(name)
    expect(answer.statusCode).toBe(200)
    const stored = readFileSync(join(config.DATA_DIR, 'backups', name))
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
    expect(sum(answer.rawPayload)).toBe(sum(stored))
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${name}"`,
      'content-length': String(stored.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(await audits()).toEqual([
      { action: 'system.backup_download', actor: carla.trader_id, details: { backup_filename: name } },
    ])
  })

  test('requires the password: a wrong, empty or missing one is reported at its field, and nothing is sent', async () => {
    const lines = await sql`select count(*) from audit_log`
    const wrong = await download(name, { password: 'sbagliata-42' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json()).toMatchObject({ fields: { password: 'La password non è corretta: riscrivila.' } })
    for (const payload of [{}, { password: '' }, { password: 7 }]) {
      const answer = await download(name, payload)
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual(['password'])
    }
    expect(await sql`select count(*) from audit_log`).toEqual(lines)
  })

  test('accepts no path', async () => {
    const names = [
      '../secret.key',
      '..',
      '../../etc/passwd',
      `../backups/${name}`,
      `./${name}`,
      `${name}.part`,
      `${name}\0`,
      name.toUpperCase(),
      'toptrader-20261120T110000Z-00000000.backup',
    ]
    const answers: Record<string, boolean> = {}
    for (const each of names) {
      clock.advance(3_600_001)
      const { statusCode } = await download(each)
      answers[each] = statusCode === 404 || statusCode === 422
    }
    expect(answers).toEqual(Object.fromEntries(names.map((each) => [each, true])))
  })

  test('happens ten times in an hour at most', async () => {
    const answers: number[] = []
    for (let index = 0; index < 11; index += 1) answers.push((await download(name)).statusCode)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

test('the metrics have the times of the last backup and of the newest verified one', async () => {
  await make()
  await backups.idle()
  const metrics = await app.inject({ method: 'GET', url: '/metrics' })
  const value = (metric: string) => Number(new RegExp(`^${metric} (\\S+)$`, 'm').exec(metrics.body)?.[1])
  expect(value('backup_last_success_seconds')).toBe(Math.floor(clock.now()) / 1000)
  expect(value('backup_last_verified_seconds')).toBe(Math.floor(clock.now()) / 1000)
})

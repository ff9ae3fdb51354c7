import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { startJobs } from '#server/jobs.ts'
import { createLog } from '#server/log/log.ts'
import { createRecentLines } from '#server/log/recent-lines.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { getApiMonitor, listLogs } from '../monitor-contract.ts'
import { recordRestore } from './backup/restore.ts'
import { watchRequests } from './monitor/service.ts'
import { registerSystemRoutes } from './routes.ts'

type Monitor = ResponseOf<typeof getApiMonitor>
type Logs = ResponseOf<typeof listLogs>

const restored = {
  made_at: '2026-11-20T01:20:00.000Z',
  schema: 's',
  tables: 3,
  rows: 7,
  files: 4,
  files_added: 2,
  migrated: [],
}

const ipnSecret = 'segreto-delle-notifiche-77'
const kernel = await testKernel({
  env: { NOWPAYMENTS_IPN_SECRET: ipnSecret, SMTP_URL: 'smtp://posta:parola%20chiave@mail.example' },
})
const { sql, clock } = kernel
const recentLines = createRecentLines()
const log = createLog('debug', recentLines.alongside({ write: () => undefined }))
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const restart = vi.fn<() => void>()
const parts = { leaderboard, provider: 'sandbox', recentLines }
const app = await testApp({ ...kernel, log }, (server) => {
  const window = watchRequests(server, kernel)
  server.get('/slow/:id', async () => sleep(60, 'slow'))
  server.get('/broken', async () => {
    throw new Error('kaputt')
  })
  registerSystemRoutes(server, { ...kernel, log }, { ...parts, window, restart })
})
const carla = await person(kernel, 'carla', { is_admin: true })
const dora = await person(kernel, 'dora')

const monitor = async (who: Person = carla) =>
  app.inject({ url: '/api/admin/system/api-monitor', headers: who.headers })
const logs = async (query = '', who: Person = carla) =>
  app.inject({ url: `/api/admin/system/logs${query}`, headers: who.headers })
const shown = async (query = '') => (await logs(query)).json<Logs>().lines
const askRestart = (who: Person = carla, server = app) =>
  server.inject({ method: 'POST', url: '/api/admin/system/restart', headers: who.headers })
const audits = (action: string) =>
  sql<
    { actor: string; details: object }[]
  >`select actor, details from audit_log where action = ${action} order by audit_id`

beforeEach(() => {
  clock.advance(3_600_001)
})

describe('the monitor', () => {
  test('counts this instance’s answers by route template, and names the instance', async () => {
    for (const id of [1, 2, 3]) await app.inject(`/slow/${id}`)
    await app.inject('/broken')
    for (const path of ['/no/such', '/nor/this']) await app.inject(path)
    const answer = await monitor()
    expect(answer.statusCode).toBe(200)
    const { instance, totals, routes, window_minutes } = answer.json<Monitor>()
    expect(instance.name).toMatch(new RegExp(`^.+:${process.pid}$`))
    expect(window_minutes).toBe(60)
    const of = (route: string) => routes.find((row) => row.route === route)
    expect(of('/slow/:id')).toMatchObject({ method: 'GET', requests: 3, refused: 0, errors: 0 })
    expect(of('/slow/:id')?.p50_ms).toBeGreaterThan(50)
    expect(of('/broken')).toMatchObject({ requests: 1, errors: 1 })
    expect(of('unknown')).toMatchObject({ method: '*', requests: 2, refused: 2 })
    expect(totals).toMatchObject({ requests: 6, refused: 2, errors: 1 })
  })

  test('reports the state of everything that the server depends on', async () => {
    const { health } = (await monitor()).json<Monitor>()
    expect(health.database.state).toBe('up')
    expect(health.database.ms).toBeGreaterThanOrEqual(0)
    expect(health.storage).toMatchObject({ state: 'up', kind: 'disk' })
    expect(health.storage.free_mb).toBeGreaterThan(0)
    expect(health.ranking).toMatchObject({ state: 'up', listed: 0, ranked: 0 })
    expect(health.syncs).toEqual({ state: 'none', bound_accounts: 0, active_accounts: 0, last_at: null, per_minute: 0 })
    expect(health.provider).toMatchObject({ name: 'sandbox', state: 'unasked' })
    expect(health.queue).toMatchObject({ state: 'up', late_jobs: 0, failed_jobs: [] })
    expect(health.backup.last_backup_at).toBeNull()
  })

  test('names failed and delayed jobs', async () => {
    const jobs = await startJobs(kernel.address, kernel.log)
    await jobs.every('tidy', '0 0 1 1 *', async () => undefined)
    const put = (state: string) => sql`
      insert into boss.job (name, state, policy, start_after, completed_on)
      values ('tidy', ${state}, 'exclusive', now() - interval '1 day', ${state === 'created' ? null : sql`now()`})`
    await put('completed')
    const { queue: good } = (await monitor()).json<Monitor>().health
    expect(good).toMatchObject({ state: 'up', late_jobs: 0, failed_jobs: [] })
    expect(good.last_done_at).not.toBeNull()
    await jobs.close()
    await put('failed')
    await put('created')
    expect((await monitor()).json<Monitor>().health.queue).toMatchObject({
      state: 'behind',
      late_jobs: 1,
      failed_jobs: ['tidy'],
    })
  })

  test('reports a failing provider and an overdue backup', async () => {
    const now = new Date(clock.now()).toISOString()
    await sql`insert into provider_health (provider, last_failure_at, last_failure, failures) values ('sandbox', ${now}, 'timeout', 3)`
    await sql`insert into backup (name, made_at, duration_ms, bytes, tables, row_count, files)
              values ('b', ${new Date(clock.now() - 27 * HOUR_MS).toISOString()}, 1, 1, 1, 1, 0)`
    const { provider, backup } = (await monitor()).json<Monitor>().health
    expect(provider).toMatchObject({ state: 'failing', failures: 3, last_failure_at: now })
    expect(backup).toMatchObject({ state: 'late', last_verified_at: null })
    await sql`update provider_health set last_success_at = ${now}, failures = 0`
    await sql`update backup set made_at = ${now}, verified_at = ${now}`
    const after = (await monitor()).json<Monitor>().health
    expect(after.provider.state).toBe('up')
    expect(after.backup).toEqual({ state: 'up', last_backup_at: now, last_verified_at: now })
  })

  test('reports program, schema, job workers and the last restore of the database', async () => {
    const { program } = (await monitor()).json<Monitor>()
    const [newest] = await sql<{ name: string }[]>`select name from schema_migration order by name desc limit 1`
    const [server] = await sql<{ server_version: string }[]>`show server_version`
    expect(program).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      node: process.version,
      database: server?.server_version,
      schema: newest?.name,
      workers: [],
      last_restored_at: null,
      restartable: expect.any(Boolean) as boolean,
    })
    const jobs = await startJobs(kernel.address, kernel.log)
    await recordRestore(kernel.address, restored)
    const { program: later } = (await monitor()).json<Monitor>()
    expect(later.workers).toEqual([expect.stringMatching(new RegExp(`:${process.pid}$`))])
    expect(Date.now() - Date.parse(later.last_restored_at ?? '')).toBeLessThan(MINUTE_MS)
    expect(await audits('system.restore')).toEqual([
      { actor: null, details: { made_at: restored.made_at, schema: 's', rows: 7, files_added: 2 } },
    ])
    await jobs.close()
  })

  test('is for admins', async () => {
    expect((await monitor(dora)).statusCode).toBe(403)
    expect((await logs('', dora)).statusCode).toBe(403)
    expect((await askRestart(dora)).statusCode).toBe(403)
    expect(restart).not.toHaveBeenCalled()
  })
})

describe('the log', () => {
  test('has the newest lines first, by level, text and number', async () => {
    log.debug('uno')
    log.info({ job: 'Ordina' }, 'due')
    log.warn('tre')
    log.error({ err: new Error('quattro volte') }, 'quattro')
    const messages = async (query: string) => (await shown(query)).map(({ message }) => message)
    expect((await messages('')).slice(0, 4)).toEqual(['quattro', 'tre', 'due', 'uno'])
    expect((await messages('?level=warn')).slice(0, 2)).toEqual(['quattro', 'tre'])
    expect(await messages('?level=error&limit=1')).toEqual(['quattro'])
    expect(await messages('?q=oRDINA')).toEqual(['due'])
    expect(await messages('?q=quattro%20volte')).toEqual(['quattro'])
    expect(await messages('?q=%25')).toEqual([])
    expect((await logs('?level=loud')).statusCode).toBe(422)
    expect((await logs('?limit=1001')).statusCode).toBe(422)
  })

  test('continues after the last read line, and does not log its own reads', async () => {
    const { place: viewed } = (await logs()).json<Logs>()
    expect((await logs(`?after=${viewed}`)).json<Logs>().lines).toEqual([])
    log.info('nuova')
    const { lines, place: newest } = (await logs(`?after=${viewed}`)).json<Logs>()
    expect(lines.map(({ message }) => message)).toEqual(['nuova'])
    expect(newest).not.toBe(viewed)
    await logs('', dora)
    expect((await shown(`?q=system/logs&after=${newest}`)).map(({ details }) => JSON.parse(details) as object)).toEqual(
      [expect.objectContaining({ status: 403 })],
    )
  })

  test('each instance continues at its own position, whatever the positions of others', async () => {
    const { place } = (await logs()).json<Logs>()
    log.info('ultima')
    const after = async (places: string) => (await shown(`?after=${places}`)).map(({ message }) => message)
    expect(await after(`00000000.999999,${place},ffffffff.1`)).toEqual(['ultima'])
    expect((await after('00000000.999999')).length).toBeGreaterThan(1)
    for (const odd of ['', '7', `${place},`, `x${place}`, Array.from({ length: 33 }, () => place).join(',')]) {
      expect([odd, (await logs(`?after=${odd}`)).statusCode]).toEqual([odd, 422])
    }
  })

  test('masks secrets in any text', async () => {
    const token = kernel.secrets.newToken('ea_')
    const withoutDigits = 'ea_MexUlpTsuaEYBgHFxyLeVoBPdXWkwpYtwOq_-KzRcIa'
    const password = 'parola chiave'
    const said = [
      `POST with Bearer ${token}`,
      token,
      `refused ${withoutDigits}`,
      `failed at postgres://toptrader:pa55@db:5432/x`,
      `wrong signature ${ipnSecret}`,
      `mail refused "${password}" for anna.bianchi+x@posta.example.it`,
      `\u001b[31m${token.slice(0, 20)}\u001b[0m${token.slice(20)}`,
    ]
    for (const text of said) log.info({ deep: { a: { b: { c: { password: text } } } }, text, list: [text] }, text)
    const answer = await logs('?limit=20')
    for (const secret of [
      token,
      token.slice(0, 20),
      withoutDigits,
      'pa55',
      ipnSecret,
      password,
      'anna.bianchi',
      'posta.example',
    ]) {
      expect(answer.body).not.toContain(secret)
    }
    expect(answer.body).toContain('[redacted]')
    expect(answer.body).toContain('postgres://[redacted]@db:5432/x')
    expect(answer.body).toContain('[e-mail]')
  })

  test('a line is one line of visible characters', async () => {
    log.info({ text: 'a\n\u009b31mb\u202Ec\u2028d' }, 'x\n{"level":"error"}\r\u001b[2Jy\u202Ez')
    const [line] = await shown('?limit=1')
    expect(line?.message).toBe('x\\u{a}{"level":"error"}\\u{d}y\\u{202e}z')
    expect(line?.details).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  })

  test('ids and file names stay readable', async () => {
    const text = `at /app/node_modules/@fastify/rate-limit/index.js:10 ${carla.trader_id} postgres@3.4.7`
    log.info({ text }, text)
    expect((await shown('?limit=1'))[0]?.message).toBe(text)
  })

  test('a read of the log is logged once an hour, without the searched text', async () => {
    const elena = await person(kernel, 'elena', { is_admin: true })
    for (let index = 0; index < 3; index += 1) await logs('?q=anna', elena)
    const mine = async () => (await audits('system.logs')).filter(({ actor }) => actor === elena.trader_id)
    expect(await mine()).toHaveLength(1)
    expect(JSON.stringify(await mine())).not.toContain('anna')
    clock.advance(HOUR_MS)
    await logs('', elena)
    expect(await mine()).toHaveLength(2)
  })
})

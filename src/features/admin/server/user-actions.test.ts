import { afterEach, describe, expect, test } from 'vitest'
import { wholeTrader } from '#features/account/server/testing/whole-trader.ts'
import { registerAuth } from '#features/auth/server/routes.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { registerSubscriptions } from '#features/subscriptions/server/routes.ts'
import { asOwner } from '#server/testing/database.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { registerAdmin } from './routes.ts'
import { csvLines } from '#server/testing/csv-file.ts'

const kernel = await testKernel({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
const { sql, clock, secrets } = kernel
// The test reads the outbox itself.
await kernel.outbox.close()
const app = await testApp(kernel, registerAuth, registerCheckedEa, registerSubscriptions, registerAdmin)
const admin = await person(kernel, 'capo', { is_admin: true })
const password = 'Correct-Horse-9!'
await sql`update trader set password_hash = ${await kernel.secrets.hashPassword(password)} where trader_id = ${admin.trader_id}`
const anna = await person(kernel, 'anna')
const bruno = await person(kernel, 'bruno')
const secret = 'solo-lettura-xyzzy'
await sql`
  update trader set investor_password_sealed = ${secrets.seal(secret, anna.trader_id)} where trader_id = ${anna.trader_id}`

afterEach(() => clock.advance(HOUR_MS))

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, who: Person | null = admin, payload?: object) =>
  app.inject({ method, url, headers: who?.headers ?? {}, ...(payload && { payload }) })
const reveal = (of: string, payload: object = { password, reason: 'Verifica del conto' }, who: Person | null = admin) =>
  call('POST', `/api/admin/users/${of}/reveal-investor-password`, who, payload)
const lines = async (action: string) =>
  sql<{ actor: string; subject: string | null; details: object; address: string }[]>`
    select actor, subject, details, address from audit_log where action = ${action} order by audit_id`

describe('an investor password', () => {
  test('is shown to an admin who gives password and reason; the log records it, the owner alone is notified', async () => {
    const answer = await reveal(anna.trader_id.toUpperCase(), { password, reason: '  Verifica del conto  ' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({ username: 'anna', investor_password: secret })
    expect(await lines('user.reveal_password')).toEqual([
      {
        actor: admin.trader_id,
        subject: anna.trader_id,
        details: { reason: 'Verifica del conto' },
        address: '127.0.0.1',
      },
    ])
    const mails = await sql<{ recipient: string; subject: string; body: string }[]>`
      select recipient, subject, body from outbox where trader_id = ${anna.trader_id}`
    expect(mails).toMatchObject([{ recipient: 'anna@example.com' }])
    expect(JSON.stringify([kernel.lines, mails, await sql`select * from audit_log`])).not.toContain(secret)
    expect(JSON.stringify(kernel.lines)).not.toContain(password)
  })

  test('is not shown where the line of the log cannot be written', async () => {
    await asOwner(
      kernel,
      (own) => own`create function no_line() returns trigger language plpgsql as 'begin raise exception ''full''; end'`,
    )
    await asOwner(
      kernel,
      (own) => own`create trigger no_line before insert on audit_log for each row execute function no_line()`,
    )
    const answer = await reveal(anna.trader_id)
    await asOwner(kernel, (own) => own`drop trigger no_line on audit_log`)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain(secret)
    expect(await sql`select from outbox where trader_id = ${anna.trader_id}`).toHaveLength(1)
  })

  test.each([
    ['password', {}],
    ['password', { password: 'Wrong-Horse-9!' }],
    ['reason', { reason: '    abcd    ' }],
    ['reason', { reason: 'x'.repeat(201) }],
    ['reason', { reason: 'una riga\nun’altra' }],
    ['reason', { reason: 'Chiesto da anna@example.com' }],
    ['reason', { reason: 'Chiamata al 333 123 4567' }],
    ['reason', { reason: undefined }],
  ])('is refused at %s for %j', async (field, fields) => {
    const body = field === 'password' ? { reason: 'Verifica', ...fields } : { password, ...fields }
    const before = await lines('user.reveal_password')
    const answer = await reveal(anna.trader_id, body)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([field])
    expect(await lines('user.reveal_password')).toEqual(before)
  })

  test.each(['abcde', 'x'.repeat(200)])('takes a reason of five to two hundred characters', async (reason) => {
    expect((await reveal(anna.trader_id, { password, reason })).statusCode).toBe(200)
  })

  test('is shown ten times an hour to one admin, also where they ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => reveal(anna.trader_id)))
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10)
    for (let more = statuses.filter((status) => status === 200).length; more < 10; more += 1) {
      clock.advance(MINUTE_MS)
      expect((await reveal(anna.trader_id)).statusCode).toBe(200)
    }
    clock.advance(MINUTE_MS)
    const refused = await reveal(anna.trader_id)
    expect(refused.statusCode).toBe(429)
    expect(refused.json<{ detail: string }>().detail).toContain('molte password investitore')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    clock.advance(HOUR_MS)
    expect((await reveal(anna.trader_id)).statusCode).toBe(200)
  })

  test('that is missing, that a lost key sealed, or that belongs to another record', async () => {
    expect((await reveal(bruno.trader_id)).json()).toMatchObject({ error_type: 'INVESTOR_PASSWORD_MISSING' })
    expect((await reveal(secrets.newId())).statusCode).toBe(404)
    for (const sealed of ['lost:AAAA', secrets.seal(secret, anna.trader_id)]) {
      await sql`update trader set investor_password_sealed = ${sealed} where trader_id = ${bruno.trader_id}`
      const answer = await reveal(bruno.trader_id)
      expect(answer.statusCode).toBe(409)
      expect(answer.json()).toMatchObject({ error_type: 'INVESTOR_PASSWORD_UNREADABLE' })
    }
    await sql`update trader set investor_password_sealed = null where trader_id = ${bruno.trader_id}`
  })
})

describe('who may', () => {
  test.each([
    ['GET', (id: string) => `/api/admin/users/${id}`],
    ['GET', () => '/api/admin/users.csv'],
    ['POST', (id: string) => `/api/admin/users/${id}/reveal-investor-password`],
    ['POST', () => '/api/admin/users/migrate-sequential-ids'],
    ['DELETE', (id: string) => `/api/admin/users/delete-completely/${id}`],
  ] as const)('%s %s: not a visitor, not the user, not another one', async (method, url) => {
    const body = method === 'POST' ? { password, reason: 'Verifica' } : undefined
    expect((await call(method, url(anna.trader_id), null, body)).statusCode).toBe(401)
    expect((await call(method, url(anna.trader_id), anna, body)).statusCode).toBe(403)
    expect((await call(method, url(anna.trader_id), bruno, body)).statusCode).toBe(403)
  })
})

describe('numbers', () => {
  const numbers = async () =>
    sql<{ username: string; user_sequential_id: number | null }[]>`
      select username, user_sequential_id from trader order by created_at, trader_id`
  const number = async () => (await call('POST', '/api/admin/users/migrate-sequential-ids')).json<object>()

  test('come with registration; a record without one is numbered once, in order of registration, on from the counter', async () => {
    const before = await numbers()
    const given = before.flatMap(({ user_sequential_id: each }) => each ?? [])
    expect(new Set(given).size).toBe(before.length)
    await sql`update trader set user_sequential_id = null`
    const total = before.length
    expect(await Promise.all([number(), number()])).toEqual(
      expect.arrayContaining([
        { migrated: total, total },
        { migrated: 0, total },
      ]),
    )
    const first = (await numbers()).map((row) => row.user_sequential_id ?? 0)
    expect(first).toEqual(first.toSorted((a, b) => a - b))
    expect(Math.min(...first)).toBeGreaterThan(Math.max(...given))
    expect(await number()).toEqual({ migrated: 0, total })
    expect((await lines('users.number')).map((line) => line.details)).toEqual([{ migrated: total, total }])
  })

  test('never come again: a registration after an erasure has a higher one', async () => {
    const gone = await wholeTrader(kernel, app)
    const numberOf = async (id: string) =>
      (await sql<{ number: number }[]>`select user_sequential_id as number from trader where trader_id = ${id}`)[0]
        ?.number ?? 0
    const last = await numberOf(gone.trader_id)
    expect(Math.max(...(await numbers()).map((row) => row.user_sequential_id ?? 0))).toBe(last)
    expect((await call('DELETE', `/api/admin/users/delete-completely/${gone.trader_id}`)).statusCode).toBe(200)
    const newcomer = await person(kernel, 'dopo')
    expect(await numberOf(newcomer.trader_id)).toBeGreaterThan(last)
    await sql`update trader set user_sequential_id = null where trader_id = ${newcomer.trader_id}`
    expect(await number()).toMatchObject({ migrated: 1 })
    expect(await numberOf(newcomer.trader_id)).toBeGreaterThan(last)
  })
})

describe('erasing', () => {
  test('states the loss in figures before, and the deleted rows after', async () => {
    const gone = await wholeTrader(kernel, app)
    const detail = (await call('GET', `/api/admin/users/${gone.trader_id}`)).json<Record<string, object>>()
    expect(detail).toMatchObject({
      user: { username: gone.username, email: gone.email, investor_password: '••••••••' },
      subscriptions: [{ subscription_type: 'basic' }],
      loss: { trades: expect.any(Number), ranked_days: expect.any(Number), open_orders: 0, has_showcase: true },
    })
    expect(detail['loss']).not.toMatchObject({ ranked_days: 0 })
    const url = `/api/admin/users/delete-completely/${gone.trader_id}`
    const answer = await call('DELETE', url)
    expect(answer.statusCode).toBe(200)
    const answered = answer.json<{
      deletion_summary: { collection: string; deleted_count: number }[]
      total_records_deleted: number
    }>()
    expect(answered).toMatchObject({
      username: gone.username,
      email: gone.email,
      deleted_at: new Date(clock.now()).toISOString(),
      finished: true,
    })
    expect(Object.keys(answered)).toEqual(expect.arrayContaining(['total_records_deleted', 'deletion_summary']))
    expect(answered.deletion_summary).toContainEqual({ collection: 'trader', deleted_count: 1 })
    expect(answered.deletion_summary.every((row) => row.deleted_count > 0)).toBe(true)
    expect(answered.deletion_summary.reduce((sum, row) => sum + row.deleted_count, 0)).toBe(
      answered.total_records_deleted,
    )
    expect(await sql`select from trader where trader_id = ${gone.trader_id}`).toHaveLength(0)
    expect(await sql`select from payment_order where order_id = ${gone.order_id}`).toHaveLength(1)
    expect((await lines('account.erase')).at(-1)).toMatchObject({
      actor: admin.trader_id,
      subject: gone.trader_id,
      details: { own: false },
    })
    expect((await call('DELETE', url)).statusCode).toBe(404)
    expect((await call('GET', `/api/admin/users/${gone.trader_id}`)).statusCode).toBe(404)
  })

  test('never an admin, never oneself, never an unknown id', async () => {
    const vice = await person(kernel, 'vice', { is_admin: true })
    for (const id of [vice.trader_id, admin.trader_id]) {
      const answer = await call('DELETE', `/api/admin/users/delete-completely/${id}`)
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toMatchObject({ error_type: 'ADMIN_PROTECTED' })
      expect(await sql`select from trader where trader_id = ${id} and erasing_at is null`).toHaveLength(1)
    }
    expect((await call('DELETE', '/api/admin/users/delete-completely/1')).statusCode).toBe(422)
  })

  test('that continues in a job hides the user', async () => {
    const half = await person(kernel, 'a_meta')
    await sql`update trader set erasing_at = now() where trader_id = ${half.trader_id}`
    const listed = await call('GET', '/api/admin/users?q=a_meta')
    expect(listed.json()).toMatchObject({ users: [], total: 0 })
    expect((await call('GET', `/api/admin/users/${half.trader_id}`)).statusCode).toBe(404)
    expect((await reveal(half.trader_id)).statusCode).toBe(404)
  })
})

describe('the list as a file', () => {
  test('holds every user of the filter once, no formula and no password', async () => {
    await sql`
      update trader set display_name = '=HYPERLINK("http://x")', broker_server = '@SUM(1)' where trader_id = ${anna.trader_id}`
    const answer = await call('GET', '/api/admin/users.csv')
    const [head, ...rows] = csvLines(answer, 'utenti')
    expect(head).toMatch(/^\uFEFF"numero";"trader_id";"username"/)
    const [everybody] = await sql<{ users: number }[]>`select count(*) as users from trader where erasing_at is null`
    expect(rows).toHaveLength(everybody?.users ?? 0)
    const row = rows.find((line) => line.includes(anna.trader_id))
    expect(row).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(row).toContain(`"'@SUM(1)"`)
    expect(answer.body).not.toMatch(/xyzzy|password|argon|test:/)
    const searched = await call('GET', '/api/admin/users.csv?q=anna@&plan=free')
    expect(searched.body.trimEnd().split('\r\n')).toHaveLength(2)
    expect((await lines('users.export')).map((line) => line.details)).toEqual([
      { searched: false, plan: null, state: null, ea: null },
      { searched: true, plan: 'free', state: null, ea: null },
    ])
    const forPrograms = await call('GET', '/api/admin/users.csv?dialect=rfc4180')
    expect(forPrograms.body).toMatch(/^"numero","trader_id","username"/)
    expect((await call('GET', '/api/admin/users.csv?dialect=excel')).statusCode).toBe(422)
    expect((await call('GET', '/api/admin/users.csv?plan=gold')).statusCode).toBe(422)
  })

  test('ten times an hour', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) statuses.push((await call('GET', '/api/admin/users.csv')).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

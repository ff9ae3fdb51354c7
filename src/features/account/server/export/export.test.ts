import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { person } from '#server/testing/people.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { leftOut } from './left-out.ts'
import { exportTables } from './tables.ts'
import { acquireExportLease } from './lease.ts'
import { exportScene, type ExportDocument } from '../testing/exports.ts'
import { dump, wholeTrader, type WholeTrader } from '../testing/whole-trader.ts'

const { kernel, app, second, url, read } = await exportScene()
const { sql, clock } = kernel

let one: WholeTrader
let other: WholeTrader
beforeAll(async () => {
  one = await wholeTrader(kernel, app)
  other = await wholeTrader(kernel, app)
})

test('every table is exported, or left out for a reason', async () => {
  const decided = [...exportTables.map(({ table }) => table), ...Object.keys(leftOut)]
  expect(decided.toSorted()).toEqual([...(await dump(kernel)).keys()].toSorted())
  expect(new Set(exportTables.map(({ file }) => file)).size).toBe(exportTables.length)
})

describe('the document', () => {
  test('holds the data of its owner alone', async () => {
    const answer = await read(one.headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="toptrader-dati-2026-11-20.json"',
      'cache-control': 'no-store',
    })
    const { data } = answer.json<ExportDocument>()
    // The scene has rows in every table: an empty table here is one that the export lacks.
    const empty = Object.entries(data).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))
    expect(empty).toEqual([])
    expect(data['trader']).toEqual([expect.objectContaining({ email: one.email, bio: `Sono ${one.display_name}` })])
    expect(data['trading_account']?.map((row) => row['login'])).toEqual(expect.arrayContaining(one.logins))
    expect(data['trade']).toHaveLength(2)
    expect(data['ledger_record']).toHaveLength(5)
    expect(data['outbox']).toHaveLength(2)
    expect(data['payment_order']).toEqual([expect.objectContaining({ order_id: one.order_id })])
    for (const text of other.identifiers) expect(answer.body).not.toContain(text)
    expect(answer.body).not.toContain(other.trader_id)
  })

  test.each(['json', 'csv'])('as %s holds no secret', async (format) => {
    const answer = await read(one.headers, format)
    const text =
      format === 'json'
        ? answer.body
        : Object.values(unzipSync(answer.rawPayload))
            .map((bytes) => Buffer.from(bytes).toString())
            .join('\n')
    const [row] = await sql<Record<string, string>[]>`
      select password_hash, investor_password_sealed, encode(ea.token_hash, 'hex') as ea_hash, ea.token_sealed,
             encode(session.token_hash, 'hex') as session_hash, secret_sealed, encode(code_hash, 'hex') as code_hash,
             encode(reset.token_hash, 'hex') as reset_hash
        from trader join ea_token ea using (trader_id) join session using (trader_id) join second_factor using (trader_id)
        join recovery_code using (trader_id) join password_reset reset using (trader_id) where trader_id = ${one.trader_id}`
    const secrets = [
      ...Object.values(row ?? {}),
      one.token,
      one.password,
      'investor-secret',
      one.headers.authorization.slice(7),
    ]
    expect(secrets).toHaveLength(12)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/password_hash|token_hash|_sealed"|decided_by/)
  })

  test('names no admin, and only the own addresses', async () => {
    const admin = await person(kernel, 'amministra', { is_admin: true })
    await sql`
      insert into audit_log (at, actor, action, subject, details, address)
      values (now(), ${admin.trader_id}, 'user.deactivate', ${one.trader_id}, '{"sessions": 1}', '203.0.113.9'),
             (now(), ${one.trader_id}, 'account.amounts', ${one.trader_id}, '{}', '198.51.100.7')`
    const answer = await read(one.headers)
    expect(answer.body).toContain('user.deactivate')
    expect(answer.body).toContain('198.51.100.7')
    expect(answer.body).not.toContain('203.0.113.9')
    expect(answer.body).not.toContain(admin.trader_id)
    clock.advance(HOUR_MS)
  })
})

describe('the archive', () => {
  test('holds a file a table, that no spreadsheet computes', async () => {
    const answer = await read(one.headers, 'csv')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="toptrader-dati-2026-11-20.zip"',
    })
    const files = Object.fromEntries(
      Object.entries(unzipSync(answer.rawPayload)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
    )
    expect(Object.keys(files).toSorted()).toEqual(
      ['leggimi.txt', ...exportTables.map(({ file }) => `${file}.csv`)].toSorted(),
    )
    expect(files['operazioni.csv']?.split('\r\n')).toHaveLength(4)
    expect(files['operazioni.csv']).toMatch(/^\uFEFF"account_id";"ticket";"symbol";"side"/)
    // A broker's name of a symbol must not become a formula.
    expect(files['operazioni.csv']).toContain(`;"'=EURUSD";`)
    expect(files['operazioni.csv']).not.toMatch(/[;,]=EURUSD/)
    expect(files['leggimi.txt']).toContain('Password, token, codici e impronte non escono mai.')
    expect(files['profilo.csv']).toContain(one.email)
    expect(files['profilo.csv']).toContain(';20/11/2026 ')
    expect(Object.values(files).join('')).not.toMatch(/\d{4}-\d\d-\d\dT|;(?:true|false|"?-?\d+\.\d+"?)[;\r]/)
    expect(files['pagamenti.csv']).toContain(';11,99;"usd";12;0,123456789012345678;')
    expect(files['leggimi.txt']).toContain('I decimali hanno la virgola.')
    expect(files['leggimi.txt']).toContain('Per un programma scarica l’esportazione in JSON')
    expect(files['leggimi.txt']).toContain('con il punto e virgola')
    expect(files['leggimi.txt']).toContain('nell’ora italiana')
  })
})

describe('who may', () => {
  test('nobody without a session; no other format', async () => {
    expect((await app.inject(url)).statusCode).toBe(401)
    expect((await read(one.headers, 'xml')).statusCode).toBe(422)
  })

  test('one at a time, ten an hour, over all instances; each is in the audit log', async () => {
    const { headers, trader_id } = await person(kernel, 'copie')
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const first = await fetch(`${address}${url}`, { headers })
    // Small as it is, it counts as running until it is read or dropped.
    const answers = await Promise.all([read(headers), read(headers, 'json', second)])
    expect(answers.map(({ statusCode }) => statusCode)).toContain(409)
    await first.text()
    await expect.poll(async () => (await read(headers)).statusCode).toBe(200)
    const later = []
    for (let times = 0; times < 12; times += 1) later.push(await read(headers, 'json', times % 2 === 0 ? app : second))
    const refused = later.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThan(2)
    expect(refused.map((answer) => Number(answer.headers['retry-after']) > 3_000)).not.toContain(false)
    expect(refused[0]?.json()).toMatchObject({
      detail: 'Hai esportato i tuoi dati molte volte nell’ultima ora. Riprova tra 1 ora.',
    })
    const [row] =
      await sql`select count(*) as exports from audit_log where subject = ${trader_id} and action = 'account.export'`
    expect(row).toEqual({ exports: 10 })
  })

  test('the lease of a server that stopped in the middle ends soon', async () => {
    const { headers, trader_id } = await person(kernel, 'interrotta')
    const stop = await acquireExportLease(kernel, trader_id)
    expect((await read(headers)).statusCode).toBe(409)
    clock.advance(180_000)
    expect((await read(headers)).statusCode).toBe(200)
    // Its delayed end does not end another lease.
    const next = await acquireExportLease(kernel, trader_id)
    await stop()
    expect((await read(headers)).statusCode).toBe(409)
    await next()
    expect((await read(headers)).statusCode).toBe(200)
  })
})

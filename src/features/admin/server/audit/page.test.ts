import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import type { AuditAction } from '#shared/audit-actions.ts'
import { registerAdmin } from '../routes.ts'
import { recordAudit } from '#server/audit.ts'
import { csvLines } from '#server/testing/csv-file.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const app = await testApp(kernel, registerAdmin)
const capo = await person(kernel, 'capo', { is_admin: true })
const vice = await person(kernel, 'Vice', { is_admin: true })
const anna = await person(kernel, 'anna')

interface Audit {
  entries: { audit_id: number; action: string; actor_username: string | null; subject_username: string | null }[]
  total: number
  next_cursor: string | null
  check: unknown
}
const get = (query: string, who: Person = capo) =>
  app.inject({ method: 'GET', url: `/api/admin/audit${query}`, headers: who.headers })
const page = async (query = '') => (await get(query)).json<Audit>()
const ids = async (query: string) => (await page(query)).entries.map(({ audit_id: id }) => id)

const write = (
  action: AuditAction,
  at: string,
  { by = capo, on = null, details = {} }: { by?: Person | null; on?: Person | null; details?: object } = {},
) =>
  sql.begin((tx) =>
    recordAudit(tx, by === null ? null : { trader_id: by.trader_id, address: '192.0.2.7', request_id: `req-${at}` }, {
      action,
      subject: on?.trader_id ?? null,
      details: { ...details },
      at,
    }),
  )

beforeAll(async () => {
  await write('user.deactivate', '2026-11-01T00:00:00.000Z', { on: anna })
  await write('user.restore', '2026-11-01T23:59:59.999Z', { on: anna, by: vice })
  await write('users.number', '2026-11-02T00:00:00.000Z', { details: { migrated: 3, total: 9 } })
  await write('system.backup', '2026-11-03T01:20:00.000Z', { by: null, details: { backup_filename: '100%_Notte' } })
  await write('payment.bind', '2026-11-04T10:00:00.000Z', { on: vice, details: { reason: '=1+1' } })
})

describe('the filters of the audit log', () => {
  test.each<[string, number[]]>([
    ['', [5, 4, 3, 2, 1]],
    ['?order=asc', [1, 2, 3, 4, 5]],
    ['?sort_by=at&order=desc', [5, 4, 3, 2, 1]],
    ['?action=user.restore', [2]],
    ['?action=user.*', [2, 1]],
    ['?action=users.*', [3]],
    ['?action=nessuna.azione', []],
    ['?actor=vice', [2]],
    ['?actor=CAPO&order=asc', [1, 3, 5]],
    ['?subject=anna', [2, 1]],
    ['?subject=nessuno', []],
    ['?from=2026-11-01&to=2026-11-01', [2, 1]],
    ['?from=2026-11-02&to=2026-11-03', [4, 3]],
    ['?from=2026-11-04', [5]],
    ['?q=4', [4]],
    ['?q=NOTTE', [4]],
    ['?q=%25_notte', [4]],
    ['?q=req-2026-11-02T00:00:00.000Z', [3]],
    ['?q=%20', [5, 4, 3, 2, 1]],
    ['?action=user.*&actor=capo&to=2026-11-02', [1]],
  ])('%s', async (query, expected) => {
    const answer = await page(query)
    expect(answer.entries.map(({ audit_id: id }) => id)).toEqual(expected)
    expect(answer.total).toBe(expected.length)
  })

  test('take ids as well as usernames', async () => {
    expect(await ids(`?subject=${anna.trader_id}`)).toEqual([2, 1])
    expect(await ids(`?actor=${vice.trader_id.toUpperCase()}`)).toEqual([2])
    expect(await ids(`?q=${anna.trader_id}`)).toEqual([2, 1])
  })

  test('say who did it to whom', async () => {
    const [bind, backup] = (await page()).entries
    expect(bind).toMatchObject({ actor_username: 'capo', subject_username: 'Vice' })
    expect(backup).toMatchObject({ actor_username: null, subject_username: null })
  })

  test.each([
    'page=0',
    'page=10001',
    'page=1&cursor=3',
    'limit=0',
    'limit=201',
    'order=up',
    'sort_by=actor',
    'action=user',
    'action=user.%25',
    'action=*',
    'from=2026-02-30',
    'to=1999-01-01',
    'cursor=x',
    `q=${'x'.repeat(101)}`,
    'q=%00',
    `actor=${'x'.repeat(61)}`,
    'subject=%E2%80%AE',
  ])('%s is 422', async (query) => {
    expect((await get(`?${query}`)).statusCode).toBe(422)
  })

  test('are for admins', async () => {
    expect((await get('', anna)).statusCode).toBe(403)
    expect((await app.inject('/api/admin/audit')).statusCode).toBe(401)
    const file = { method: 'GET' as const, url: '/api/admin/audit.csv' }
    expect((await app.inject({ ...file, headers: anna.headers })).statusCode).toBe(403)
    expect((await app.inject(file)).statusCode).toBe(401)
  })
})

describe('the pages of the audit log', () => {
  test('neither skip nor repeat, by number and by cursor, either way', async () => {
    for (const order of ['asc', 'desc']) {
      const whole = await ids(`?order=${order}`)
      const numbered = [1, 2, 3, 4].map((number) => ids(`?limit=2&order=${order}&page=${number}`))
      expect((await Promise.all(numbered)).flat()).toEqual(whole)
      const walked: number[] = []
      let cursor: string | null = null
      do {
        const part: Audit = await page(`?limit=2&order=${order}${cursor === null ? '' : `&cursor=${cursor}`}`)
        walked.push(...part.entries.map(({ audit_id: id }) => id))
        cursor = part.next_cursor
      } while (cursor !== null)
      expect(walked).toEqual(whole)
    }
  })

  test('keep their place while lines arrive: a bound leaves out the later ones', async () => {
    const until = '2026-11-03T12:00:00.000Z'
    expect(await ids(`?limit=2&page=1&until=${until}`)).toEqual([4, 3])
    expect(await ids(`?limit=2&page=2&until=${until}`)).toEqual([2, 1])
    expect(await page(`?limit=2&until=${until}`)).toMatchObject({ total: 4, at: new Date(clock.now()).toISOString() })
    expect((await get('?until=ieri')).statusCode).toBe(422)
  })

  test('past the last one are empty', async () => {
    expect(await page('?page=10000&limit=200')).toMatchObject({ entries: [], total: 5, next_cursor: null })
  })
})

test('the file holds the lines of the filters as plain text, and is a line itself, without what was searched', async () => {
  const answer = await get('.csv?q=1%2B1&from=2026-11-04', vice)
  const [head, ...lines] = csvLines(answer, 'registro')
  expect(answer.headers['content-disposition']).toContain('2026-11-20')
  expect(head).toBe(
    '\uFEFF"riga";"quando (ora italiana)";"chi";"chi_id";"azione";"che_cosa";"su_chi";"su_chi_id";"dettagli";"indirizzo";"richiesta"',
  )
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^5;04\/11\/2026 11:00;"capo"/)
  expect(lines[0]).toContain(';"Pagamenti";"Ha legato un pagamento a un altro utente";')
  expect(lines[0]).not.toContain('{')
  const [note] = (await page('?action=audit.export')).entries
  expect(note).toMatchObject({
    actor_username: 'Vice',
    details: { searched: true, action: null, from: '2026-11-04', to: null },
  })

  expect((await get('.csv?actor=nessuno', vice)).body.trimEnd().split('\r\n')).toHaveLength(1)
  for (let more = 0; more < 8; more++) expect((await get('.csv', vice)).statusCode).toBe(200)
  expect((await get('.csv', vice)).statusCode).toBe(429)
  clock.advance(3_600_001)
  expect((await get('.csv', vice)).statusCode).toBe(200)
})

test('a long file is read in batches, every line once', async () => {
  await sql`
    insert into audit_log (at, action, details)
    select '2026-11-10T00:00:00Z', 'system.logs', jsonb_build_object('n', n) from generate_series(1, 2500) n`
  const lines = (await get('.csv?action=system.logs')).body.trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(2_500)
  const numbers = lines.map((line) => Number(line.split(';')[0]))
  expect(new Set(numbers).size).toBe(2_500)
  // In the order of the list: the newest first, unless the other one is requested.
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
  const upwards = (await get('.csv?action=system.logs&sort_by=at&order=asc')).body.trimEnd().split('\r\n').slice(1)
  expect(upwards).toEqual(lines.toReversed())
})

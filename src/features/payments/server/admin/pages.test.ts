import { describe, expect, test } from 'vitest'
import { person } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'
import { adminScene, ids, type List } from '../testing/admin-scene.ts'
import { csvLines } from '#server/testing/csv-file.ts'

const { kernel, admin, buyer, call, list, detail, remove, restore, acknowledge, order, payment, erase } =
  await adminScene()
const { sql, clock } = kernel
const zeno = await person(kernel, 'Zeno')
const address = (query: string) => `/api/admin/crypto-payments${query}`
const csv = (query = '') => call('GET', `/api/admin/crypto-payments.csv${query}`)

const orderOf = (line: string) => /^"([^"]+)"/.exec(line)?.[1]
/** Orders of every status, of several plans and buyers, and two payments without an order. */
async function everything(): Promise<string[]> {
  await erase()
  const made = [
    await order({ trader: buyer, plan: 'annual', age: 9 * DAY_MS }),
    await order({ trader: zeno, plan: 'basic_monthly', state: 'in_flight', status: 'confirming', age: 8 * DAY_MS }),
    await order({ trader: buyer, plan: 'basic_annual', state: 'underpaid', status: 'partially_paid', age: 7 * DAY_MS }),
    await order({ trader: zeno, plan: 'annual', state: 'paid', status: 'finished', activated: true, age: 6 * DAY_MS }),
    await order({ trader: buyer, plan: 'monthly', state: 'dead', status: 'failed', age: 5 * DAY_MS }),
    await order({ trader: null, plan: 'basic_monthly', state: 'dead', status: 'expired', age: 4 * DAY_MS }),
    await order({ trader: zeno, plan: 'basic_monthly', reconciled: true, age: 3 * DAY_MS }),
  ]
  made.push(await payment('501', { claimed: 'shop-1', status: 'partially_paid', price: '5.5' }))
  made.push(await payment('502', { claimed: 'shop-2', status: 'finished', price: null }))
  return made
}

/** All ids of a list, walked by pages of its number. */
async function paged(query: string, limit = 2): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page += 1) {
    const answer = await list(`?${query}&limit=${limit}&page=${page}`)
    found.push(...ids(answer))
    if (answer.payments.length < limit) return found
  }
}

describe('pages by their number', () => {
  const orders = ['created_at', 'amount', 'status', 'username'].flatMap((by) =>
    ['asc', 'desc'].map((order) => `sort_by=${by}&order=${order}`),
  )
  test.each(orders)('%s has each row once, by number as by cursor and in the file', async (query) => {
    const made = await everything()
    const found = await paged(query)
    expect(found.toSorted()).toEqual(made.toSorted())
    const walked: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await list(`?${query}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
      walked.push(...ids(page))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(walked).toEqual(found)
    await sql`delete from login_attempt`
    expect(csvLines(await csv(`?${query}`), 'pagamenti').slice(1).map(orderOf)).toEqual(found) // prettier-ignore
  })

  test('sorts by the values of the rows, up and down', async () => {
    await everything()
    for (const order of ['asc', 'desc']) {
      const rows = async (by: string) => (await list(`?limit=100&sort_by=${by}&order=${order}`)).payments
      const is = <T>(values: readonly T[], before: (a: T, b: T) => number) => {
        expect(values).toEqual(values.toSorted((a, b) => (order === 'asc' ? 1 : -1) * before(a, b)))
      }
      is((await rows('amount')).map((row) => row.price ?? 0), (a, b) => a - b) // prettier-ignore
      is((await rows('created_at')).map((row) => Date.parse(row.created_at)), (a, b) => a - b) // prettier-ignore
      const names = (await rows('username')).map((row) => (row.username ?? '').toLowerCase())
      is(names, (a, b) => a.localeCompare(b))
      const word = (row: { status: string }) => statuses.indexOf(row.status)
      is((await rows('status')).map(word), (a, b) => a - b)
    }
  })

  test('a page behind the last is empty and still knows how many there are', async () => {
    const made = await everything()
    expect(await list('?page=10000')).toEqual({
      payments: [],
      total: made.length,
      next_cursor: null,
      at: expect.any(String),
    })
  })

  test('rows of one moment and one price have one order, whatever the pages', async () => {
    await erase()
    for (let index = 0; index < 9; index += 1) await order({ trader: buyer })
    for (const query of orders) expect(new Set(await paged(query, 4)).size).toBe(9)
  })
})

const statuses = ['waiting', 'confirming', 'partially_paid', 'confirmed', 'finished', 'failed', 'expired']

describe('filters', () => {
  test.each([
    ...statuses.map((status) => `status=${status}`),
    'class=completed',
    'class=to_reconcile',
    'class=pending',
  ])('%s finds the rows that say so, and no other', async (query) => {
    const made = await everything()
    const all = (await list('?limit=100')).payments
    expect(all).toHaveLength(made.length)
    const [name, value] = query.split('=') as ['status' | 'class', string]
    const expected = all.filter((row) => row[name] === value).map((row) => row.order_id)
    const found = await list(`?${query}&limit=100`)
    expect(ids(found)).toEqual(expected)
    expect(found.total).toBe(expected.length)
  })

  test('a stray payment is placed by its furthest payment, also when another one was searched for', async () => {
    await erase()
    await payment('601', { claimed: 'shop-9', status: 'waiting', received: '0' })
    await payment('602', { claimed: 'shop-9', status: 'partially_paid', price: '7' })
    await payment('603', { claimed: 'shop-9', status: 'finished', parent: '602', price: '9999' })
    const [row] = (await list('?q=601&status=partially_paid')).payments
    expect(row).toMatchObject({ order_id: 'shop-9', status: 'partially_paid', price: 7 })
    expect((await list('?q=601&status=waiting')).total).toBe(0)
  })

  test('plan and period, each day counted in', async () => {
    const made = await everything()
    const at = (index: number) => new Date(clock.now() - index * DAY_MS).toISOString().slice(0, 10)
    expect(ids(await list('?plan=annual'))).toEqual([made[3], made[0]])
    expect(ids(await list(`?from=${at(7)}&to=${at(6)}`))).toEqual([made[3], made[2]])
    expect(ids(await list(`?to=${at(8)}`))).toEqual([made[1], made[0]])
    expect((await list(`?from=${at(0)}`)).total).toBe(2)
    expect(ids(await list(`?from=${at(9)}&to=${at(3)}&class=pending&plan=basic_monthly`))).toEqual([made[6], made[5]])
  })

  test('the day is the UTC day, to the millisecond', async () => {
    await erase()
    const first = await order({ trader: buyer })
    const [next, late] = [await order({ trader: buyer }), await order({ trader: buyer })]
    await sql`update payment_order set created_at = '2026-10-01T00:00:00.000Z' where order_id = ${first}`
    await sql`update payment_order set created_at = '2026-10-02T00:00:00.000Z' where order_id = ${next}`
    await sql`update payment_order set created_at = '2026-10-01T23:59:59.999Z' where order_id = ${late}`
    expect(ids(await list('?from=2026-10-01&to=2026-10-01'))).toEqual([late, first])
  })

  test.each([
    'page=0',
    'page=10001',
    'page=1.5',
    'page=-1',
    'page=',
    'limit=101',
    'sort_by=email',
    'sort_by=created_at;drop',
    'order=up',
    'class=gold',
    'status=paid',
    'plan=gold',
    'from=2026-13-01',
    'from=2026-02-30',
    'from=1999-01-01',
    'to=2100-01-01',
    'to=20261001',
    'from=2026-10-02&to=2026-10-01',
    'q=a%00b',
    'page=1&cursor=x',
  ])('%s is 422', async (query) => {
    expect((await call('GET', address(`?${query}`))).statusCode).toBe(422)
  })

  test('a cursor of another order is 422', async () => {
    await everything()
    const { next_cursor: cursor } = await list('?limit=2&sort_by=amount&order=asc')
    for (const query of ['sort_by=amount&order=desc', 'sort_by=status&order=asc', '']) {
      expect((await call('GET', address(`?limit=2&cursor=${cursor}&${query}`))).statusCode).toBe(422)
    }
    const forged = (cells: unknown[]) => Buffer.from(JSON.stringify(cells)).toString('base64url')
    for (const place of ['x', '1e9', "1'", '99999999999', '\u0000', '']) {
      const query = `?sort_by=amount&order=asc&cursor=${forged(['amount', 'asc', place, 'TT-1'])}`
      expect({ place, status: (await call('GET', address(query))).statusCode }).toEqual({ place, status: 422 })
    }
    const nul = `?sort_by=username&order=asc&cursor=${forged(['username', 'asc', 'a\u0000', 'TT-1'])}`
    expect((await call('GET', address(nul))).statusCode).toBe(422)
  })
})

describe('the file', () => {
  test.each(['class=gold', 'status=paid', 'plan=gold', 'from=2026-02-30', 'from=2026-10-02&to=2026-10-01', 'q=a%00b'])(
    '%s is 422',
    async (query) => expect((await csv(`?${query}`)).statusCode).toBe(422),
  )

  test('has the rows of the filters, newest first, with column names and without formulas', async () => {
    const made = await everything()
    const evil = await order({ trader: buyer, email: '=HYPERLINK("http://x")@example.com', age: 20 * DAY_MS })
    const answer = await csv()
    const [head, ...lines] = csvLines(answer, 'pagamenti')
    const first = lines.pop() ?? ''
    expect(head).toMatch(/^\uFEFF"ordine";"ordine_nostro";"pagamento";"aperto_il \(ora italiana\)";"username";"email"/)
    expect(first).toContain(evil)
    expect(first).toContain(`"'=HYPERLINK(""http://x"")@example.com"`)
    expect(lines.map(orderOf)).toEqual(made.toReversed())
    const narrowed = csvLines(await csv('?plan=annual&q=anna'), 'pagamenti')
    expect(narrowed.slice(1).map(orderOf)).toEqual([made[0]])
    expect(narrowed[1]).toMatch(/;"Diamond, annuale";"Diamond";.*;"(?:In attesa del denaro|Completato)";/)
    expect((await csv('?plan=annual&q=anna&dialect=rfc4180')).body).toContain(',"annual","diamond",')
  })

  test('is read in batches, each row once', async () => {
    await erase()
    for (let index = 0; index < 1_003; index += 1) {
      if (index % 7 === 0) clock.advance(1)
      await order({ trader: buyer })
    }
    const [, ...lines] = csvLines(await csv(), 'pagamenti')
    expect(new Set(lines.map((line) => line.slice(0, 31))).size).toBe(1_003)
  })

  test('leaves a line in the audit log without the searched text, ten an hour, for admins alone', async () => {
    clock.advance(3_600_001)
    await sql`delete from login_attempt`
    expect((await csv('?q=anna%40example.com&status=waiting&from=2026-10-01')).statusCode).toBe(200)
    const [line] =
      await sql`select actor, details from audit_log where action = 'payments.export' order by audit_id desc limit 1`
    expect(line).toEqual({
      actor: admin.trader_id,
      details: {
        searched: true,
        filter: 'all',
        class: null,
        status: 'waiting',
        plan: null,
        from: '2026-10-01',
        to: null,
      },
    })
    const codes: number[] = []
    for (let index = 0; index < 10; index += 1) codes.push((await csv()).statusCode)
    expect(codes).toEqual([...Array.from({ length: 9 }, () => 200), 429])
    expect((await call('GET', '/api/admin/crypto-payments.csv', buyer)).statusCode).toBe(403)
  })
})

describe('unknown ids, and two admins at one row', () => {
  test.each(['TT-00000000000000000000000000', 'x', "' or true", '%F0%9F%92%B8', '..%2f..'])(
    'the order %s is 404',
    async (id) => {
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', '/delete'],
        ['POST', '/restore'],
        ['DELETE', '/acknowledge'],
      ] as const) {
        const url = `/api/admin/crypto-payments/${id}${path}`
        expect({ url, status: (await call(method, url)).statusCode }).toEqual({ url, status: 404 })
      }
    },
  )

  test.each(['a%00b', 'x'.repeat(201), '%E2%80%AEx'])('the order %s is 422', async (id) => {
    expect((await call('GET', `/api/admin/crypto-payments/${id}`)).statusCode).toBe(422)
  })

  test('hiding at once hides once, with one line in the audit log', async () => {
    await erase()
    const id = await order({ trader: buyer })
    const second = await person(kernel, 'vice', { is_admin: true })
    const lines = async () => {
      const [row] = await sql<{ number: number }[]>`
        select count(*) as number from audit_log where action in ('payment.delete', 'payment.restore') and details ->> 'order_id' = ${id}`
      return row?.number
    }
    const answers = await Promise.all([remove(id), call('DELETE', `/api/admin/crypto-payments/${id}/delete`, second)])
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200])
    expect(await lines()).toBe(1)
    await Promise.all([restore(id), restore(id)])
    expect(await lines()).toBe(2)
    expect((await detail(id)).payment.deleted_at).toBeNull()
  })

  test('a review with an older mark does not count', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'review', status: 'confirming', review: 'finished_short' })
    await payment('700', { order: id, review: 'finished_short' })
    const mark = (await detail(id)).payment.review_mark ?? ''
    await payment('701', { order: id, review: 'paid_twice' })
    expect((await acknowledge(id, { note: 'visto', seen: mark })).statusCode).toBe(409)
    const anew = (await detail(id)).payment.review_mark ?? ''
    const both = await Promise.all([
      acknowledge(id, { note: 'uno', seen: anew }),
      acknowledge(id, { note: 'due', seen: anew }),
    ])
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await detail(id)).payment.reviewed?.note).toMatch(/^(?:uno|due)$/)
  })

  test('admins alone read the list and its file', async () => {
    for (const url of ['/api/admin/crypto-payments', '/api/admin/crypto-payments.csv']) {
      expect((await call('GET', url, buyer)).statusCode).toBe(403)
    }
  })
})

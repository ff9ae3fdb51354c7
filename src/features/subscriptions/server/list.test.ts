import { beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { person } from '#server/testing/people.ts'
import type { listSubscriptions } from '../contract.ts'
import { planScene } from '../testing/scene.ts'
import { csvLines } from '#server/testing/csv-file.ts'

type Page = ResponseOf<typeof listSubscriptions>
const { kernel, app, admin, someone, assign, post, get, inDays, subscriptionIdOf, ledgerOf } = await planScene()
const { sql } = kernel
const path = '/api/admin/payments/subscriptions'
const list = async (query: string) => (await get(`${path}?${query}`, admin)).json<Page>()
const csv = (query = '') => get(`${path}.csv${query}`, admin)
const ids = (page: Page) => page.subscriptions.map((row) => row.subscription_id)

/** Seven subscriptions of four people: two cancelled, two expired, three running. */
beforeAll(async () => {
  const [anna, bruno, carla, dario] = [await someone(), await someone(), await someone(), await someone()]
  for (const [who, type, days] of [
    [anna, 'basic', 30],
    [anna, 'diamond', 3],
    [bruno, 'basic', 8],
    [bruno, 'diamond', 5],
    [carla, 'diamond', 400],
    [carla, 'basic', 2],
    [dario, 'basic', 1],
  ] as const) {
    kernel.clock.advance(1)
    await assign({ trader_id: who.trader_id, type, duration_days: days })
  }
  await post(`/api/admin/payments/cancel/${await subscriptionIdOf(bruno, 'diamond')}`)
  await post(`/api/admin/payments/cancel/${await subscriptionIdOf(carla, 'basic')}`)
  await sql`update subscription set plan_type = 'yearly' where subscription_id = ${await subscriptionIdOf(carla, 'diamond')}`
  for (const who of [dario, bruno]) {
    await sql`update subscription set until = ${inDays(-2)} where subscription_id = ${await subscriptionIdOf(who, 'basic')}`
  }
})

const orders = ['created_at', 'end_date', 'username'].flatMap((by) =>
  ['asc', 'desc'].map((order) => [by, order] as const),
)

describe('the list', () => {
  test.each([...orders, ['made', 'asc'] as const])(
    'by %s, %s: one that arrives between two pages repeats and skips none',
    async (by, order) => {
      kernel.clock.advance(1)
      const sort = by === 'made' ? '' : `sort_by=${by}&order=${order}`
      const before = ids(await list(`${sort}&limit=500`))
      const first = await list(`${sort}&limit=2&page=1`)
      kernel.clock.advance(1)
      const newcomer = await someone()
      await assign({ trader_id: newcomer.trader_id, type: 'basic', duration_days: 4 })
      const read = ids(first)
      for (let page = 2; read.length < before.length; page += 1) {
        const next = await list(`${sort}&limit=2&page=${page}&until=${first.at}`)
        expect(next.total).toBe(before.length)
        read.push(...ids(next))
      }
      expect(read).toEqual(before)
      await sql`delete from subscription where trader_id = ${newcomer.trader_id}`
    },
  )
  test.each(orders)('by %s, %s: sorted, each row once, by number as by cursor, under both paths', async (by, order) => {
    const query = `sort_by=${by}&order=${order}`
    const all = await list(`${query}&limit=500`)
    expect(all.total).toBe(7)
    const key = (row: Page['subscriptions'][number]) =>
      `${by === 'username' ? row.trader_username.toLowerCase() : by === 'end_date' ? row.end_date : row.created_at} ${row.subscription_id}`
    const sorted = all.subscriptions.map(key).toSorted()
    expect(all.subscriptions.map(key)).toEqual(order === 'asc' ? sorted : sorted.toReversed())
    const paged: string[] = []
    for (let page = 1; page <= 4; page += 1) {
      const answer = await get(`/api/admin/all-subscriptions?${query}&limit=2&page=${page}`, admin)
      paged.push(...ids(answer.json<Page>()))
    }
    expect(paged).toEqual(ids(all))
    const walked: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await list(`${query}&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
      walked.push(...ids(page))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(walked).toEqual(ids(all))
  })

  test.each([
    ['status=active', 3],
    ['status=expired', 2],
    ['status=cancelled', 2],
    ['tier=basic', 4],
    ['tier=diamond&status=active', 2],
    ['plan_type=yearly', 1],
    ['plan_type=manual&status=active', 2],
    ['filter=ended', 4],
    ['filter=ended&status=active', 0],
    ['filter=ending', 1],
  ])('%s finds %i, each as it says', async (query, number) => {
    const page = await list(query)
    expect(page.total).toBe(number)
    expect(page.subscriptions).toHaveLength(number)
    const filters = new URLSearchParams(query)
    for (const row of page.subscriptions) {
      expect(row.status).toBe(filters.get('status') ?? row.status)
      expect(row.subscription_type).toBe(filters.get('tier') ?? row.subscription_type)
      expect(row.plan_type).toBe(filters.get('plan_type') ?? row.plan_type)
      expect(row.status === 'active').toBe(row.days_remaining > 0)
    }
  })

  test.each([
    'page=0',
    'page=10001',
    'page=x',
    'status=ending',
    'tier=gold',
    'plan_type=weekly',
    'sort_by=trader',
    'order=ASC',
    'q=a%00',
    'page=2&cursor=x',
  ])('%s is 422', async (query) => {
    expect((await get(`${path}?${query}`, admin)).statusCode).toBe(422)
  })

  test('a cursor of another sort, and an invented one, are 422', async () => {
    const { next_cursor: cursor } = await list('limit=1&sort_by=username&order=asc')
    expect((await get(`${path}?limit=1&cursor=${cursor}`, admin)).statusCode).toBe(422)
    const forged = (cells: unknown[]) => Buffer.from(JSON.stringify(cells)).toString('base64url')
    const id = '00000000-0000-4000-8000-000000000000'
    for (const cells of [
      ['username', 'asc', 'a\u0000', id],
      ['username', 'asc', 'a', 'x'],
      ['username', 'asc'],
    ]) {
      const url = `${path}?sort_by=username&order=asc&cursor=${forged(cells)}`
      expect((await get(url, admin)).statusCode).toBe(422)
    }
    const url = `${path}?sort_by=end_date&order=asc&cursor=${forged(['end_date', 'asc', '1e99', id])}`
    expect((await get(url, admin)).statusCode).toBe(422)
  })
})

describe('the file', () => {
  test.each(['status=ending', 'tier=gold', 'plan_type=weekly', 'q=a%00'])('%s is 422', async (query) => {
    expect((await csv(`?${query}`)).statusCode).toBe(422)
  })

  test.each(['', ...orders.map(([by, order]) => `sort_by=${by}&order=${order}`), 'filter=ending', 'sort_by=username'])(
    'is in the order of the list: %s',
    async (query) => {
      await sql`delete from login_attempt`
      const [, ...lines] = csvLines(await csv(`?${query}`), 'abbonamenti')
      expect(lines.map((line) => line.slice(1, 37))).toEqual(ids(await list(`${query}&limit=500`)))
    },
  )

  test('has the filtered rows and executes no formula', async () => {
    await sql`update trader set display_name = '+cmd|calc' where username = 'trader_1'`
    const answer = await csv()
    const [head, ...lines] = csvLines(answer, 'abbonamenti')
    expect(head).toMatch(/^\uFEFF"abbonamento";"trader_id";"username";"nome"/)
    expect(lines.map((line) => line.slice(1, 37))).toEqual(ids(await list('limit=500')))
    expect(lines.at(-1)).toContain(`"'+cmd|calc"`)
    expect(answer.body).not.toMatch(/;"(?:basic|monthly|active|expired)";/)
    expect(lines.at(-1)).toMatch(
      /;"(?:Basic|Diamond)";"(?:Mensile|Trimestrale|Annuale|Assegnato a mano)";"(?:Attivo|Scaduto|Annullato)";/,
    )
    expect((await csv('?status=cancelled&q=trader_2')).body.trimEnd().split('\r\n')).toHaveLength(2)
  })

  test('leaves a line in the audit log without the searched text; ten an hour, for admins alone', async () => {
    await sql`delete from login_attempt`
    await csv('?q=trader_1&tier=basic')
    const [line] =
      await sql`select actor, details from audit_log where action = 'subscriptions.export' order by audit_id desc limit 1`
    expect(line).toEqual({
      actor: admin.trader_id,
      details: { searched: true, filter: 'all', status: null, tier: 'basic', plan_type: null },
    })
    const codes: number[] = []
    for (let index = 0; index < 10; index += 1) codes.push((await csv()).statusCode)
    expect(codes).toEqual([...Array.from({ length: 9 }, () => 200), 429])
    const plainUser = await someone()
    expect((await get(`${path}.csv`, plainUser)).statusCode).toBe(403)
    expect((await get(`${path}.csv`)).statusCode).toBe(401)
  })
})

describe('two admins at one row', () => {
  test('an extension of an end that another admin moved is refused, and a repeated one counts once', async () => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 10 })
    const url = `/api/admin/payments/extend/${await subscriptionIdOf(anna, 'basic')}`
    const [row] = (await list(`q=${anna.username}`)).subscriptions
    const viewed = { months: 12, seen_end_date: row?.end_date }
    const vice = await person(kernel, 'vice', { is_admin: true })
    const both = await Promise.all(
      [admin, vice].map(({ headers }, index) =>
        app.inject({
          method: 'POST',
          url,
          headers: { ...headers, 'idempotency-key': `both-${index}-xx` },
          payload: viewed,
        }),
      ),
    )
    expect(new Set(both.map((answer) => answer.statusCode))).toEqual(new Set([200, 409]))
    const refused = both.find((answer) => answer.statusCode === 409)
    expect(refused?.json()).toMatchObject({ error_type: 'SUBSCRIPTION_CHANGED' })
    const done = both.findIndex((answer) => answer.statusCode === 200)
    const again = await app.inject({
      method: 'POST',
      url,
      headers: { ...[admin, vice][done]?.headers, 'idempotency-key': `both-${done}-xx` },
      payload: viewed,
    })
    expect(again.body).toBe(both[done]?.body)
    expect((await ledgerOf(anna)).map((line) => line.kind)).toEqual(['assign', 'extend'])
    expect((await post(url, { months: 1, seen_end_date: 'ieri' })).statusCode).toBe(422)
    // Without a stated end the time is added to the present one.
    expect((await post(url, { months: 1 })).statusCode).toBe(200)
  })

  test('a repeated cancellation ends the plan once, and the second answer says that it was over', async () => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 10 })
    const url = `/api/admin/payments/cancel/${await subscriptionIdOf(anna, 'basic')}`
    const codes = (await Promise.all([post(url), post(url)])).map((answer) => answer.statusCode)
    expect(new Set(codes)).toEqual(new Set([200, 409]))
    const lines = await sql`select from audit_log where action = 'subscription.cancel' and subject = ${anna.trader_id}`
    expect(lines).toHaveLength(1)
  })

  test('neither extension nor assignment goes beyond the year 2100', async () => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 10 })
    const id = await subscriptionIdOf(anna, 'basic')
    await sql`update subscription set until = '2099-12-15T00:00:00Z' where subscription_id = ${id}`
    const url = `/api/admin/payments/extend/${id}`
    expect((await post(url, { months: 12 })).json()).toMatchObject({ new_end_date: '2100-12-15T00:00:00.000Z' })
    const refused = {
      error_type: 'SUBSCRIPTION_DURATION_INVALID',
      detail: 'Così il piano finirebbe dopo il 2100: scegli una durata più breve.',
    }
    expect((await post(url, { months: 1 })).json()).toMatchObject(refused)
    const more = { trader_id: anna.trader_id, type: 'basic', duration_days: 3650 }
    expect((await assign(more)).json()).toMatchObject(refused)
    expect((await list(`q=${anna.username}`)).subscriptions[0]?.end_date).toBe('2100-12-15T00:00:00.000Z')
  })
})

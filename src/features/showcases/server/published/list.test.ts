import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '#server/testing/until.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { connectDatabase, isDatabaseAway } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { Person } from '#server/testing/people.ts'
import { openGate } from '#server/testing/tcp.ts'
import type { listShowcases, ShowcaseCard } from '../../contract.ts'
import { createShowcases } from '../service.ts'
import { approve, callsOf, diamondTrader, goodBody, showcaseScene } from '../testing/scene.ts'

type List = ResponseOf<typeof listShowcases>

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const scene = await showcaseScene(kernel)
const { showcases, leaderboard } = scene
afterAll(scene.close)
const { call, made } = callsOf(scene, kernel)

const request = (query = '') => call('GET', `/api/showcases${query}`, null)
const list = async (query = '') => (await request(query)).json<List>()
const names = ({ showcases: cards }: Pick<List, 'showcases'>) => cards.map(({ trader_username }) => trader_username)

/** Owners by username. Their figures, platforms and words differ. */
const people: Record<string, { who: Person; id: string }> = {}
async function add(username: string, shape: Parameters<typeof diamondTrader>[1], subtitle: string): Promise<void> {
  const who = await diamondTrader(kernel, { ...shape, username })
  const body = goodBody({
    profile: { ...goodBody().profile, subtitle },
    content: { services: [`Servizio di ${username}`] },
  })
  const { showcase_id: id } = await made(who, body)
  clock.advance(1_000)
  await approve(kernel, id)
  people[username] = { who, id }
}

beforeAll(async () => {
  const nets = (net: number, days = 15) => Array.from({ length: days }, () => net)
  await add('alta', { nets: nets(60), platform: 'MT4', holding_ms: 600_000 }, 'Cresce di più')
  await add('media', { nets: nets(30), holding_ms: 36_000_000 }, 'Cresce così così')
  await add('bassa', { nets: [...nets(-400, 8), ...nets(5, 8)], holding_ms: 36_000_000 }, 'Caffè e grafici')
  await add('nuova', { nets: [] }, 'Appena arrivata')
  const draft = await diamondTrader(kernel, { username: 'bozza' })
  await made(draft)
  await until(() => showcases.listData({}).total === 4 && leaderboard.snapshot().size === 5, 5_000)
})

describe('the list', () => {
  test('has cards with exactly these keys', async () => {
    const { showcases: cards, ...rest } = await list()
    expect(rest).toEqual({ total: 4, next_cursor: null, generated_at: expect.any(String) })
    const card = cards[0] as ShowcaseCard
    expect(Object.keys(card).toSorted()).toEqual(
      'avatar_url banner_url bio_short country current_rank description is_ea_verified is_real_account kpi performance platform_type published_at risk_level services showcase_id title trader_id trader_info trader_name trader_username trading_style updated_at verification_level views_count'.split(
        ' ',
      ),
    )
    expect(Object.keys(card.performance)).toEqual([
      'roi_percentage',
      'roi_30',
      'roi_total',
      'win_rate',
      'total_trades',
      'drawdown_max',
    ])
    expect(card).toMatchObject({
      trader_username: 'alta',
      title: 'Cresce di più',
      services: ['Servizio di alta'],
      // The name is the one on the page.
      trader_name: goodBody().profile.display_name,
      trader_info: { display_name: 'alta', is_diamond: true },
    })
  })

  test.each([
    ['', ['alta', 'media', 'nuova', 'bassa']],
    ['?sort_by=roi_30', ['alta', 'media', 'nuova', 'bassa']],
    ['?sort_by=rank', ['alta', 'media', 'bassa', 'nuova']],
    ['?sort_by=newest', ['nuova', 'bassa', 'media', 'alta']],
    ['?sort_by=trades', ['bassa', 'alta', 'media', 'nuova']],
    ['?platform=MT4', ['alta']],
    ['?trading_style=scalping', ['alta']],
    ['?trading_style=intraday', ['media', 'bassa']],
    ['?risk_level=high', ['bassa']],
    ['?risk_level=low', ['alta', 'media']],
    ['?risk_level=low&trading_style=intraday', ['media']],
    ['?q=CAFFE', ['bassa']],
    ['?q=servizio%20di%20nuova', ['nuova']],
    ['?q=MEDIA', ['media']],
    // A username may have an @ before it. Every word must match some field.
    ['?q=%40media', ['media']],
    ['?q=grafici%20bassa', ['bassa']],
    ['?q=grafici%20%20%40BASSA%20caff%C3%A8', ['bassa']],
    ['?q=grafici%20media', []],
    ['?q=%40', ['alta', 'media', 'nuova', 'bassa']],
    ['?q=nessuno', []],
    ['?t=1&r=2', ['alta', 'media', 'nuova', 'bassa']],
  ])('%s', async (query, expected) => {
    const answer = await list(query)
    expect(names(answer)).toEqual(expected)
    expect(answer.total).toBe(expected.length)
  })

  test.each([
    'sort_by=score',
    'platform=MT6',
    'limit=0',
    'limit=101',
    'limit=x',
    'cursor=abc',
    'risk_level=',
    `q=${'a'.repeat(101)}`,
  ])('?%s is refused', async (query) => expect((await request(`?${query}`)).statusCode).toBe(422))

  test.each(['roi_30', 'rank', 'win_rate', 'trades', 'newest', 'views'] as const)(
    'by %s page by page is the whole',
    async (sort_by) => {
      const whole = names(await list(`?sort_by=${sort_by}`))
      const walked: string[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const page: List = await list(`?sort_by=${sort_by}&limit=1${cursor && `&cursor=${cursor}`}`)
        expect(page.total).toBe(4)
        walked.push(...names(page))
        cursor = page.next_cursor
      }
      expect(walked).toEqual(whole)
    },
  )

  test('a cursor belongs to its order, and stays valid while others move', async () => {
    const { next_cursor } = await list('?sort_by=newest&limit=2')
    expect((await request(`?sort_by=views&cursor=${next_cursor}`)).statusCode).toBe(422)
    const forged = Buffer.from('["newest",null,null,"x",1]').toString('base64url')
    expect((await request(`?sort_by=newest&cursor=${forged}`)).statusCode).toBe(422)
    await add('ultima', { nets: [3, 2] }, 'Arrivata nel mezzo')
    await until(() => showcases.listData({}).total === 5, 3_000)
    expect(names(await list(`?sort_by=newest&cursor=${next_cursor}`))).toEqual(['media', 'alta'])
    await call('DELETE', `/api/showcases/${people['ultima']?.id}`, people['ultima']?.who ?? null)
    await kernel.changes.flush()
    await until(() => showcases.listData({}).total === 4, 3_000)
  })

  test('has the same bytes until something changes', async () => {
    const first = await request()
    expect(first.headers['cache-control']).toBe('no-cache')
    const held = { 'if-none-match': String(first.headers['etag']) }
    expect((await scene.app.inject({ url: '/api/showcases?r=9', headers: held })).statusCode).toBe(304)
    // A signed-in trader gets the same bytes.
    expect((await call('GET', '/api/showcases', people['alta']?.who ?? null)).headers['etag']).toBe(
      first.headers['etag'],
    )
  })

  test('a showcase without Diamond leaves it at the same moment', async () => {
    await sql`update subscription set until = ${new Date(clock.now() + MINUTE_MS).toISOString()} where trader_id = ${people['media']?.who.trader_id ?? ''} and tier = 'diamond'`
    kernel.changes.announce(people['media']?.who.trader_id ?? '')
    await kernel.changes.flush()
    const end = () => showcases.listData({ q: 'media' }).total
    expect(end()).toBe(1)
    // Until the instance has read the new end, the old one holds.
    await until(() => {
      clock.advance(MINUTE_MS)
      return end() === 0
    }, 3_000)
    expect(names(await list())).toEqual(['alta', 'nuova', 'bassa'])
    await sql`update subscription set until = ${new Date(clock.now() + DAY_MS).toISOString()} where trader_id = ${people['media']?.who.trader_id ?? ''} and tier = 'diamond'`
    kernel.changes.announce(people['media']?.who.trader_id ?? '')
    await kernel.changes.flush()
    await until(() => end() === 1, 3_000)
  })
})

test('the list is 503 before the first load', async () => {
  const another = createShowcases(kernel, leaderboard)
  expect(() => another.listData({})).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }))
  await another.start()
  expect(another.listData({}).total).toBe(4)
  await another.close()
})

test('the list and the cached pages stay while the database is away', async () => {
  const gate = await openGate(kernel.address)
  const database = connectDatabase({ url: gate.url })
  const lonely = createShowcases({ ...kernel, sql: database.sql }, leaderboard)
  await lonely.start()
  const id = people['alta']?.id ?? ''
  const before = await lonely.detail(id)
  gate.cut()
  expect(lonely.listData({}).total).toBe(4)
  expect(await lonely.detail(id)).toBe(before)
  const failure = await lonely.detail(people['bassa']?.id ?? '').catch((error: unknown) => error)
  expect(isDatabaseAway(failure)).toBe(true)
  await lonely.close()
  await database.close()
})

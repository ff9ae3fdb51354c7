import { expect, test } from 'vitest'
import { until } from '#server/testing/until.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { reviewScene } from '../testing/review-scene.ts'

const { kernel, leaderboard, ranked, find, caseOf, decide, profile, rows, own, call, prove } = await reviewScene()
const { sql, clock } = kernel
const first = await ranked('prima', 60)
const second = await ranked('seconda', 50)
const third = await ranked('terza', 40)
const fourth = await ranked('quarta', 30)
await sql`update trader set links = ${sql.json({ telegram: 'https://t.me/prima' })} where trader_id = ${first.trader_id}`
await prove(first)
await leaderboard.start()
const order = async () => (await rows()).map((row) => [row.username, row.rank])
const rankOf = (who: { trader_id: string }) => leaderboard.rankOf(who.trader_id)
const stats = async () => (await call('GET', '/api/fresh/stats', null)).json<{ top_performer: { username: string } }>()

test('a hold takes the account out, the others move up; cleared it is back within a second', async () => {
  expect(await order()).toEqual([
    ['prima', 1],
    ['seconda', 2],
    ['terza', 3],
    ['quarta', 4],
  ])
  expect(await profile(first)).toMatchObject({
    rank: 1,
    verification_level: 'L2',
    can_use_trader_links: true,
    trader_links: { telegram: 'https://t.me/prima' },
    telegram_link: 'https://t.me/prima',
  })
  const ranking = leaderboard.snapshot()

  await find(first, 'history_changed')
  // The profile reads the database, so it knows before the list does.
  const held = {
    rank: null,
    current_rank: null,
    verification_level: 'L2',
    not_ranked_reasons: ['under_review'],
    flags: ['history_changed'],
    can_use_trader_links: false,
    trader_links: null,
    telegram_link: null,
  }
  expect(leaderboard.snapshot()).toBe(ranking)
  expect(await profile(first)).toMatchObject(held)
  await until(() => rankOf(first) === null, 1_000)
  expect(await order()).toEqual([
    ['seconda', 1],
    ['terza', 2],
    ['quarta', 3],
    ['prima', null],
  ])
  expect(await stats()).toMatchObject({ total_traders: 4, top_performer: { username: 'seconda' } })
  expect(await profile(first)).toMatchObject(held)
  expect((await own(first)).under_review).toBe(true)
  const dashboard = await call('GET', '/api/dashboard', first)
  expect(dashboard.json<{ warnings: { code: string }[] }>().warnings[0]).toMatchObject({ code: 'under_review' })

  clock.advance(MINUTE_MS)
  const decided = await decide(await caseOf(first, 'history_changed'), {
    decision: 'cleared',
    reason: 'Dato del broker.',
  })
  expect(decided.statusCode).toBe(200)
  await until(() => rankOf(first) === 1, 1_000)
  // Cleared is cleared: the finding is no longer held against the account in public.
  expect(await profile(first)).toMatchObject({
    rank: 1,
    not_ranked_reasons: [],
    flags: [],
    telegram_link: 'https://t.me/prima',
  })
  expect(await own(first)).toMatchObject({ under_review: false, tags: [] })
})

test('a finding after a decision opens another case, and is shown again', async () => {
  clock.advance(MINUTE_MS)
  await find(first, 'history_changed')
  await until(() => rankOf(first) === null, 1_000)
  expect((await profile(first)).flags).toEqual(['history_changed'])
  expect((await own(first)).cases.map(({ status }) => status)).toEqual(['open', 'cleared'])
  clock.advance(MINUTE_MS)
  await decide(await caseOf(first, 'history_changed'), { decision: 'cleared', reason: 'Ancora il broker.' })
  await until(() => rankOf(first) === 1, 1_000)
})

test('a warning opens a case and leaves the place', async () => {
  await find(second, 'deal_cancelled')
  await until(async () => (await profile(second)).flags.includes('deal_cancelled'), 1_000)
  expect(await profile(second)).toMatchObject({ rank: 2, not_ranked_reasons: [] })
  expect((await own(second)).cases).toMatchObject([{ code: 'deal_cancelled', holds: false, status: 'open' }])
})

test('upheld, the account stays out and shows that its data are not verified; taken back, all is as it was', async () => {
  await prove(third)
  await find(third, 'balance_invented')
  const caseId = await caseOf(third, 'balance_invented')
  await decide(caseId, { decision: 'upheld', reason: 'Depositi mai esistiti.' })
  await until(() => leaderboard.snapshot().byId(third.trader_id)?.entry.verification_level === 'L0', 1_000)
  expect(await profile(third)).toMatchObject({
    rank: null,
    verification_level: 'L0',
    not_ranked_reasons: ['under_review'],
    flags: ['balance_invented'],
  })
  expect(await own(third)).toMatchObject({ level: 'L0', under_review: true, cases: [{ status: 'upheld' }] })
  clock.advance(MINUTE_MS)
  const revised = { decision: 'cleared', reason: 'Avevamo letto male il rendiconto.' }
  expect((await decide(caseId, revised)).statusCode).toBe(409)
  expect((await decide(caseId, { ...revised, revise: true })).statusCode).toBe(200)
  await until(() => rankOf(third) === 3, 1_000)
  expect(await profile(third)).toMatchObject({ verification_level: 'L2', flags: [] })
})

test('an account with two cases comes back with the last of them', async () => {
  await find(fourth, 'history_changed')
  await find(fourth, 'positions_invented')
  await until(() => rankOf(fourth) === null, 1_000)
  await decide(await caseOf(fourth, 'history_changed'), { decision: 'cleared', reason: 'Correzione del broker.' })
  await kernel.changes.flush()
  expect(await profile(fourth)).toMatchObject({ rank: null, flags: ['positions_invented'] })
  await decide(await caseOf(fourth, 'positions_invented'), { decision: 'cleared', reason: 'Terminale spento.' })
  await until(() => rankOf(fourth) === 4, 1_000)
})

test('a decision reaches an instance that missed its announcement', async () => {
  await find(fourth, 'position_contradicted')
  await until(() => rankOf(fourth) === null, 1_000)
  const caseId = await caseOf(fourth, 'position_contradicted')
  await sql.begin(async (tx) => {
    const at = new Date(clock.now()).toISOString()
    await tx`update integrity_case set decision = 'cleared', decided_at = ${at}, reason = 'x' where case_id = ${caseId}`
    await tx`update account_integrity set decided_at = ${at} where account_id = ${fourth.account_id}`
  })
  await until(() => rankOf(fourth) === 4, 4_000)
  expect((await profile(fourth)).rank).toBe(4)
})

test('findings for admins alone are nowhere in public nor at the owner', async () => {
  await find(second, 'mirror_account')
  await find(second, 'two_senders')
  await kernel.changes.flush()
  const texts = await Promise.all(
    [call('GET', '/api/trader/seconda', null), call('GET', '/api/fresh/leaderboard', null)].map(
      async (answer) => (await answer).body,
    ),
  )
  for (const text of texts) expect(text).not.toMatch(/mirror_account|two_senders/)
  const { tags, cases } = await own(second)
  expect(tags.map(({ code }) => code).toSorted()).toEqual(['deal_cancelled', 'two_senders'])
  expect(cases.map(({ code }) => code).toSorted()).toEqual(['deal_cancelled', 'two_senders'])
})

test('a state is shown while it lasts, an event for a year, an error of a snapshot while that is the last', async () => {
  await find(second, 'martingale')
  await find(second, 'equity_mismatch')
  await kernel.changes.flush()
  const flags = async () => (await profile(second)).flags
  expect(await flags()).toEqual(['deal_cancelled', 'equity_mismatch', 'martingale'])
  const at = new Date(clock.now()).toISOString()
  await sql`update integrity_tag set cleared_at = ${at} where account_id = ${second.account_id} and code = 'martingale'`
  await sql`update trading_account set last_snapshot_at = ${at}::timestamptz + interval '1 minute' where account_id = ${second.account_id}`
  expect(await flags()).toEqual(['deal_cancelled'])
  await sql`update integrity_tag set last_at = ${at}::timestamptz - interval '366 days', first_at = ${at}::timestamptz - interval '366 days'
             where account_id = ${second.account_id} and code = 'deal_cancelled'`
  await sql`update account_integrity set decided_at = ${at} where account_id = ${second.account_id}`
  expect(await flags()).toEqual([])
})

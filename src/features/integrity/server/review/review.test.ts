import { expect, test, vi } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { plainTrades, reviewStage, text } from '../../testing/reviewed.ts'
import { defaultThresholds } from '../../rules/thresholds.ts'
import { reviewAccounts } from './review.ts'
import { claimDue, finishReviews, reviewSoon } from './schedule.ts'

// Every account is on a server of its own here: that is no matter of these tests.
const kernel = await testKernel({ env: { INTEGRITY_THRESHOLDS: '{"server_traders": 1}' } })
const { sql, clock, changes } = kernel
const { start, makeAccount, addDay, addTrades, tagsOf, stateOf, reset } = reviewStage(kernel)

test('an account that is due is reviewed once, others are not', async () => {
  await reset()
  const due = await makeAccount()
  const idle = await makeAccount({ due: false })
  await addTrades(due, plainTrades(start, 24))
  expect(await reviewAccounts(kernel, 10)).toBe(1)
  expect(await stateOf(due)).toEqual({
    review_due_at: text(start + DAY_MS),
    reviewed_at: text(start),
    holding_p95_ms: 60 * MINUTE_MS,
  })
  expect((await stateOf(idle)).reviewed_at).toBeNull()
  expect(await tagsOf(due)).toEqual([])
  expect(await reviewAccounts(kernel, 10)).toBe(0)
})

test('no more than the limit is taken, those that wait longest first', async () => {
  await reset()
  const [late, early] = [await makeAccount(), await makeAccount()]
  await sql`update account_integrity set review_due_at = ${text(start - 1000)} where account_id = ${early.account_id}`
  expect(await reviewAccounts(kernel, 1)).toBe(1)
  expect((await stateOf(early)).reviewed_at).not.toBeNull()
  expect((await stateOf(late)).reviewed_at).toBeNull()
})

test('an account that syncs all day is reviewed every 15 minutes, another one once a day, a closed one never', async () => {
  await reset()
  const account = await makeAccount()
  expect(await reviewAccounts(kernel, 10)).toBe(1)
  const mark = () => reviewSoon(sql, account.trader_id, text(clock.now()))
  clock.advance(14 * MINUTE_MS)
  await mark()
  clock.advance(MINUTE_MS - 1000)
  expect(await reviewAccounts(kernel, 10)).toBe(0)
  clock.advance(1000)
  expect(await reviewAccounts(kernel, 10)).toBe(1)
  clock.advance(DAY_MS)
  expect(await reviewAccounts(kernel, 1000)).toBeGreaterThan(0)
  expect((await stateOf(account)).reviewed_at).toBe(text(clock.now()))
  await sql`update trading_account set closed_at = ${text(clock.now())} where account_id = ${account.account_id}`
  clock.advance(DAY_MS)
  await reviewAccounts(kernel, 1000)
  expect((await stateOf(account)).review_due_at).toBeNull()
})

test('a state is tagged, announced, and ended when it has passed', async () => {
  await reset()
  const account = await makeAccount()
  await addTrades(
    account,
    plainTrades(start, 24, { net: 5 }).map((trade) => ({ ...trade, close: trade.open + 30_000 })),
  )
  const announced = vi.spyOn(changes, 'announce')
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(account)).toEqual(['very_short_trades'])
  expect(announced.mock.calls).toEqual([[account.trader_id]])
  announced.mockClear()
  // The window moves past these trades. The daily review notices it, without anything new.
  clock.advance(91 * DAY_MS)
  await addDay(account, 0, 10_000)
  await reviewAccounts(kernel, 1000)
  expect(await tagsOf(account)).toEqual([])
  expect(announced.mock.calls).toContainEqual([account.trader_id])
  announced.mockRestore()
})

test('a warning opens a case that does not hold, and none on a demo account', async () => {
  await reset()
  const [real, demo] = [await makeAccount(), await makeAccount({ mode: 'demo' })]
  const traders = [real.trader_id, demo.trader_id]
  await sql`update trader set bio = 'Guadagni garantiti, nessun rischio.' where trader_id = any (${traders}::uuid[])`
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(real)).toEqual(['false_claims'])
  expect(await tagsOf(demo)).toEqual(['false_claims'])
  const cases =
    await sql`select account_id, code, holds from integrity_case where account_id in (${real.account_id}, ${demo.account_id})`
  expect([...cases]).toEqual([{ account_id: real.account_id, code: 'false_claims', holds: false }])
})

test('an account that cannot be reviewed stops no other, is logged and tried again', async () => {
  await reset()
  const [broken, sound] = [await makeAccount(), await makeAccount()]
  await addTrades(broken, plainTrades(start, 3))
  await sql`update ledger_record set record = jsonb_set(record, '{profit}', '"much"') where account_id = ${broken.account_id}`
  expect(await reviewAccounts(kernel, 10)).toBe(2)
  expect((await stateOf(sound)).review_due_at).toBe(text(start + DAY_MS))
  expect((await stateOf(broken)).review_due_at).toBe(text(start + 20 * MINUTE_MS))
  expect(kernel.lines.some((line) => line['account_id'] === broken.account_id)).toBe(true)
})

test('news of a sync during a review makes it due again, and so does a server that died with its claim', async () => {
  await reset()
  const [killed, busy] = [await makeAccount(), await makeAccount()]
  const claimed = await claimDue(sql, text(start), 10)
  expect(claimed.toSorted()).toEqual([killed.account_id, busy.account_id].toSorted())
  expect(await claimDue(sql, text(start), 10)).toEqual([])
  clock.advance(MINUTE_MS)
  await reviewSoon(sql, busy.trader_id, text(clock.now()))
  await finishReviews(sql, [{ account_id: busy.account_id, holding: null }], text(start))
  expect((await stateOf(busy)).review_due_at).toBe(text(start + 15 * MINUTE_MS))
  expect(await claimDue(sql, text(start + 20 * MINUTE_MS - 1), 10)).toEqual([busy.account_id])
  expect(await claimDue(sql, text(start + 20 * MINUTE_MS), 10)).toEqual([killed.account_id])
})
test('an account whose row is locked is left for the next run', async () => {
  await reset()
  const [held, free] = [await makeAccount(), await makeAccount()]
  await sql.begin(async (tx) => {
    await tx`select 1 from account_integrity where account_id = ${held.account_id} for update`
    expect(await reviewAccounts(kernel, 10)).toBe(1)
  })
  expect((await stateOf(free)).reviewed_at).not.toBeNull()
  expect((await stateOf(held)).reviewed_at).toBeNull()
  expect(await reviewAccounts(kernel, 10)).toBe(1)
})

test('promises of a bio are shown to their owner', async () => {
  await reset()
  const account = await makeAccount({ bio: 'Guadagno garantito ogni mese, senza rischi.' })
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(account)).toEqual(['false_claims'])
  await sql`update trader set bio = 'Opero su EURUSD, rischio l’1% a operazione.' where trader_id = ${account.trader_id}`
  clock.advance(DAY_MS)
  await reviewAccounts(kernel, 1000)
  expect(await tagsOf(account)).toEqual([])
})

test('deals of MT5 are read with their entries, whenever those were made', async () => {
  await reset()
  const account = await makeAccount()
  const { account_id } = account
  await sql`update trading_account set platform = 'MT5' where account_id = ${account_id}`
  const store = async (ticket: number, at: number, entry: 'in' | 'out', position: number, price: number) => {
    const type = entry === 'in' ? 'buy' : 'sell'
    const money = { profit: entry === 'in' ? 0 : 5, swap: 0, commission: 0, fee: 0 }
    const deal = { ticket: String(ticket), position: String(position), time: at / 1000, type, entry, symbol: 'EURUSD' }
    await sql`
      insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, consumed, record)
      values (${account_id}, ${ticket}, ${at}, ${text(at)}, ${text(at)}, 'x', ${money.profit}, true,
              ${sql.json({ ...deal, ...money, volume: 1, price, sl: 0, tp: 0 })})`
  }
  // Every position is built by four entries, each at a worse price; the first one before the window of 90 days.
  for (let index = 0; index < 20; index += 1) {
    const open = index === 0 ? start - 95 * DAY_MS : start - 60 * DAY_MS + index * DAY_MS
    const close = index === 0 ? start - 61 * DAY_MS : open + 5 * 60 * MINUTE_MS
    const first = 1000 + index * 10
    for (let entry = 0; entry < 4; entry += 1)
      await store(first + entry, open + entry * 60 * MINUTE_MS, 'in', first, 1.1 - entry / 100)
    await store(first + 4, close, 'out', first, 1.09)
    await sql`
      insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
      values (${account_id}, ${first + 4}, 'EURUSD', 'buy', 4, ${text(open)}, ${text(close)}, 5, 'witnessed')`
  }
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(account)).toEqual(['averaging', 'no_stop_loss'])
  const [tag] = await sql<{ details: { found: unknown } }[]>`
    select details from integrity_tag where account_id = ${account_id} and code = 'averaging'`
  expect(tag?.details.found).toMatchObject({ baskets: 20, baskets_share: 1, most_entries: 4 })
})

test('a server that fewer than three traders use, until the third comes', async () => {
  await reset()
  const server = 'Quiet-Live'
  const limits = { ...defaultThresholds, server_traders: 3 }
  const [one, two] = [await makeAccount({ server }), await makeAccount({ server })]
  await reviewAccounts(kernel, 10, limits)
  expect(await tagsOf(one)).toEqual(['unknown_server'])
  const [tag] = await sql`select details from integrity_tag where account_id = ${two.account_id}`
  expect(tag).toEqual({ details: { inputs: { server }, threshold: { server_traders: 3 }, found: { traders: 2 } } })
  const third = await makeAccount({ server })
  await reset()
  const ids = [one, two, third].map(({ account_id }) => account_id)
  await sql`update account_integrity set review_due_at = ${text(start)}, reviewed_at = null
             where account_id = any (${ids}::uuid[])`
  await reviewAccounts(kernel, 10, limits)
  for (const account of [one, two, third]) expect(await tagsOf(account)).toEqual([])
})

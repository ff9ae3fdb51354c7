import { expect, test, vi } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS } from '#shared/dates.ts'
import { MINUTE, plainTrades, reviewStage, text } from '../../testing/reviewed.ts'
import { defaultThresholds } from '../../rules/thresholds.ts'
import { reviewAccounts } from './review.ts'

// Every account is on a server of its own here: that is no matter of these tests.
const kernel = await testKernel({ env: { INTEGRITY_THRESHOLDS: '{"server_traders": 1}' } })
const { sql, changes } = kernel
const { start, makeAccount, addDay, addTrades, tagsOf, settled } = reviewStage(kernel)

test('two accounts that trade as one: both are found, admins alone are told', async () => {
  await settled()
  const [one, other, stranger] = [await makeAccount(), await makeAccount(), await makeAccount()]
  const trades = plainTrades(start, 8)
  await addTrades(one, trades)
  await addTrades(
    other,
    trades.map((trade) => ({ ...trade, symbol: 'EURUSD.r', open: trade.open + 4000 })),
  )
  await addTrades(
    stranger,
    trades.map((trade) => ({ ...trade, open: trade.open + 20_000 })),
  )
  // The second one is not due by itself.
  await sql`update account_integrity set review_due_at = null where account_id = ${other.account_id}`
  const announced = vi.spyOn(changes, 'announce')
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(one)).toEqual(['mirror_account'])
  expect(await tagsOf(other)).toEqual(['mirror_account'])
  expect(await tagsOf(stranger)).toEqual([])
  expect(announced).not.toHaveBeenCalled()
  announced.mockRestore()
  const [tag] = await sql<{ details: { found: unknown } }[]>`
    select details from integrity_tag where account_id = ${one.account_id}`
  expect(tag?.details.found).toEqual({
    accounts: [{ account_id: other.account_id, openings: 8, other_openings: 8, matches: 8, matches_share: 1 }],
  })
})

test('two accounts of one trader are nobody’s peers', async () => {
  await settled()
  const [one, other] = [await makeAccount(), await makeAccount()]
  await sql`update trading_account set closed_at = ${text(start)}, trader_id = ${one.trader_id} where account_id = ${other.account_id}`
  const trades = plainTrades(start, 8)
  await addTrades(one, trades)
  await addTrades(other, trades)
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(one)).toEqual([])
})

test('two accounts against each other: by their openings, and by their days', async () => {
  await settled()
  const [one, other] = [await makeAccount(), await makeAccount()]
  const trades = plainTrades(start, 6)
  await addTrades(one, trades)
  await addTrades(
    other,
    trades.map((trade) => ({ ...trade, side: 'sell' })),
  )
  const server = 'Server-both'
  const [up, down] = [await makeAccount({ server }), await makeAccount({ server })]
  for (let day = 2; day < 24; day += 1) {
    const growth = 1 + ((day * 7) % 11) / 1000 - 0.005
    await addDay(up, day, 10_000, growth)
    await addDay(down, day, 10_000, 2 - growth)
  }
  await reviewAccounts(kernel, 10)
  for (const account of [one, other, up, down]) expect(await tagsOf(account)).toEqual(['opposite_account'])
})

test('prices that nobody else was given', async () => {
  await settled()
  const accounts = [await makeAccount(), await makeAccount(), await makeAccount(), await makeAccount()]
  const trades = plainTrades(start, 6)
  for (const [index, account] of accounts.entries()) {
    // Far enough apart for nobody to look like a copy.
    const moved = trades.map((trade) => ({
      ...trade,
      open: trade.open + index * 9000,
      close: trade.close + index * 9000,
      price: index === 0 ? 1.106 : 1.1 + index * 0.0001,
    }))
    await addTrades(account, moved)
  }
  await reviewAccounts(kernel, 10)
  const tags = await Promise.all(accounts.map(tagsOf))
  expect(tags).toEqual([['peer_price'], [], [], []])
})

test('tickets against those of the same server', async () => {
  await settled()
  const server = 'Server-tickets'
  const peers = [await makeAccount({ server }), await makeAccount({ server })]
  const minutes = (index: number) => start - 5 * DAY_MS + index * 20 * MINUTE
  for (const [which, peer] of peers.entries()) {
    await addTrades(
      peer,
      Array.from({ length: 60 }, (_, index) => ({
        ticket: String(500_000 + index * 100 + which),
        symbol: `P${which}`,
        open: minutes(index),
        close: minutes(index) + 10 * MINUTE,
        net: index % 2 === 0 ? 10 : -9,
      })),
    )
  }
  const [honest, forged] = [await makeAccount({ server }), await makeAccount({ server })]
  const own = (ahead: number) =>
    Array.from({ length: 8 }, (_, index) => ({
      ticket: String(500_050 + (index * 3 + ahead) * 100),
      symbol: `O${ahead}`,
      open: minutes(index * 3) + 11 * MINUTE,

      close: minutes(index * 3) + 15 * MINUTE,
      net: index % 2 === 0 ? 10 : -9,
    }))
  await addTrades(honest, own(0))
  await addTrades(forged, own(100))
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(honest)).toEqual([])
  expect(await tagsOf(forged)).toEqual(['ticket_line'])
})

test('many people on one network', async () => {
  await settled()
  const accounts = [await makeAccount(), await makeAccount()]
  const ids = accounts.map(({ account_id }) => account_id)
  await sql`update account_integrity set sender = 'net' where account_id = any (${ids}::uuid[])`
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(accounts[0]!)).toEqual([])
  const third = await makeAccount()
  await sql`update account_integrity set sender = 'net' where account_id = ${third.account_id}`
  await reviewAccounts(kernel, 10)
  expect(await tagsOf(third)).toEqual(['shared_network'])
})

test('a server that fewer than three traders use, until the third comes', async () => {
  await settled()
  const server = 'Quiet-Live'
  const limits = { ...defaultThresholds, server_traders: 3 }
  const [one, two] = [await makeAccount({ server }), await makeAccount({ server })]
  await reviewAccounts(kernel, 10, limits)
  expect(await tagsOf(one)).toEqual(['unknown_server'])
  const [tag] = await sql`select details from integrity_tag where account_id = ${two.account_id}`
  expect(tag).toEqual({ details: { inputs: { server }, threshold: { server_traders: 3 }, found: { traders: 2 } } })
  const third = await makeAccount({ server })
  await settled()
  const ids = [one, two, third].map(({ account_id }) => account_id)
  await sql`update account_integrity set review_due_at = ${text(start)}, reviewed_at = null
             where account_id = any (${ids}::uuid[])`
  await reviewAccounts(kernel, 10, limits)
  for (const account of [one, two, third]) expect(await tagsOf(account)).toEqual([])
})

import { expect, test, vi } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { plainTrades, reviewStage, text } from '../../testing/reviewed.ts'
import { reportSilentFindings } from './night-report.ts'
import { silentReport } from './silent-report.ts'

// Every account is on a server of its own here: that is no matter of these tests.
const kernel = await testKernel({ env: { INTEGRITY_THRESHOLDS: '{"server_traders": 1}' } })
const { sql, clock, changes } = kernel
const { start, makeAccount, addDay, addTrades, tagsOf, reset } = reviewStage(kernel)

test('two accounts that trade as one: both are found, and admins alone read it', async () => {
  await reset()
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
  const announced = vi.spyOn(changes, 'announce')
  await reportSilentFindings(kernel)
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

test('two accounts of one trader are no peers', async () => {
  await reset()
  const [one, other] = [await makeAccount(), await makeAccount()]
  await sql`update trading_account set closed_at = ${text(start)}, trader_id = ${one.trader_id} where account_id = ${other.account_id}`
  const trades = plainTrades(start, 8)
  await addTrades(one, trades)
  await addTrades(other, trades)
  await reportSilentFindings(kernel)
  expect(await tagsOf(one)).toEqual([])
})

test('two accounts against each other: by their openings, and by their days', async () => {
  await reset()
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
  await reportSilentFindings(kernel)
  for (const account of [one, other, up, down]) expect(await tagsOf(account)).toEqual(['opposite_account'])
})

test('prices that no other account was given', async () => {
  await reset()
  const accounts = [await makeAccount(), await makeAccount(), await makeAccount(), await makeAccount()]
  const trades = plainTrades(start, 6)
  for (const [index, account] of accounts.entries()) {
    // Far enough apart for no account to look like a copy.
    const moved = trades.map((trade) => ({
      ...trade,
      open: trade.open + index * 9000,
      close: trade.close + index * 9000,
      price: index === 0 ? 1.106 : 1.1 + index * 0.0001,
    }))
    await addTrades(account, moved)
  }
  await reportSilentFindings(kernel)
  const tags = await Promise.all(accounts.map(tagsOf))
  expect(tags).toEqual([['peer_price'], [], [], []])
})

test('tickets against those of the same server', async () => {
  await reset()
  const server = 'Server-tickets'
  const peers = [await makeAccount({ server }), await makeAccount({ server })]
  const minutes = (index: number) => start - 5 * DAY_MS + index * 20 * MINUTE_MS
  for (const [which, peer] of peers.entries()) {
    await addTrades(
      peer,
      Array.from({ length: 60 }, (_, index) => ({
        ticket: String(500_000 + index * 100 + which),
        symbol: `P${which}`,
        open: minutes(index),
        close: minutes(index) + 10 * MINUTE_MS,
        net: index % 2 === 0 ? 10 : -9,
      })),
    )
  }
  const [honest, forged] = [await makeAccount({ server }), await makeAccount({ server })]
  const own = (ahead: number) =>
    Array.from({ length: 8 }, (_, index) => ({
      ticket: String(500_050 + (index * 3 + ahead) * 100),
      symbol: `O${ahead}`,
      open: minutes(index * 3) + 11 * MINUTE_MS,
      close: minutes(index * 3) + 15 * MINUTE_MS,
      net: index % 2 === 0 ? 10 : -9,
    }))
  await addTrades(honest, own(0))
  await addTrades(forged, own(100))
  await reportSilentFindings(kernel)
  expect(await tagsOf(honest)).toEqual([])
  expect(await tagsOf(forged)).toEqual(['ticket_line'])
})

test('many people on one network', async () => {
  await reset()
  const accounts = [await makeAccount(), await makeAccount()]
  const ids = accounts.map(({ account_id }) => account_id)
  await sql`update account_integrity set sender = 'net' where account_id = any (${ids}::uuid[])`
  await reportSilentFindings(kernel)
  expect(await tagsOf(accounts[0]!)).toEqual([])
  const third = await makeAccount()
  await sql`update account_integrity set sender = 'net' where account_id = ${third.account_id}`
  await reportSilentFindings(kernel)
  expect(await tagsOf(third)).toEqual(['shared_network'])
})

test('an account is checked once a night, the others of a run that ended go on in the next one', async () => {
  await reset()
  for (let index = 0; index < 50; index += 1) await makeAccount()
  const account = await makeAccount()
  const [open] = await sql<
    { accounts: number }[]
  >`select count(*) as accounts from trading_account where closed_at is null`
  // A set of accounts is checked in any case.
  const first = await reportSilentFindings(kernel, undefined, 0)
  expect(first).toBeLessThan(open!.accounts)
  expect(await reportSilentFindings(kernel)).toBe(open!.accounts - first)
  expect(await reportSilentFindings(kernel)).toBe(0)
  clock.advance(DAY_MS)
  await sql`update trading_account set closed_at = ${text(clock.now())} where account_id = ${account.account_id}`
  expect(await reportSilentFindings(kernel)).toBe(open!.accounts - 1)
})

test('a state ends with the first night that no longer finds it; the report counts what people decided', async () => {
  await reset()
  await sql`delete from integrity_tag`
  await sql`delete from integrity_case`
  const [one, other] = [await makeAccount(), await makeAccount()]
  const trades = plainTrades(start, 8)
  for (const account of [one, other]) await addTrades(account, trades)
  await reportSilentFindings(kernel)
  await sql`update integrity_case set decision = 'cleared', decided_at = ${text(clock.now())}, reason = 'Segnale copiato.'
             where account_id = ${other.account_id}`
  const mirror = async () => {
    const { findings, ...night } = await silentReport(sql)
    return { ...night, ...findings.find(({ code }) => code === 'mirror_account') }
  }
  const { accounts: checked } = await silentReport(sql)
  expect(checked).toBeGreaterThanOrEqual(2)
  expect(await mirror()).toEqual({
    checked_at: text(start),
    code: 'mirror_account',
    rule: 'R41',
    name: 'Conto gemello',
    accounts: 2,
    waiting: 1,
    cleared: 1,
    upheld: 0,
  })
  clock.advance(DAY_MS)
  await sql`delete from trade`
  await reportSilentFindings(kernel)
  expect(await tagsOf(one)).toEqual([])
  expect(await mirror()).toMatchObject({ checked_at: text(start + DAY_MS), accounts: 0, waiting: 1, cleared: 1 })
})

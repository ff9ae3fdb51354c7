import { describe, expect, test } from 'vitest'
import { syncBodyLimit } from '#features/ea/sync-contract.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { attached, openDesk } from '../desk.ts'
import { bodies, pauses, platforms, ticketsSent } from './checks.ts'
import { expectRecords, expectStored } from './stored.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' }, now: '2026-11-17T08:00:00Z' })
const desk = await openDesk(kernel)

describe.each(platforms)('%s', (platform) => {
  test('steady syncs: every five minutes, new records alone, each trade once', async () => {
    const { terminal, trader } = await attached(desk, platform)
    const { account } = terminal
    const begun = terminal.requests.length
    for (let n = 0; n < 4; n += 1) {
      const id = account.open('EURUSD', n % 2 === 0 ? 'buy' : 'sell', 0.1, { commission: -0.35 })
      await terminal.advance(1_500)
      account.close(id, { profit: n % 3 === 0 ? -4.2 : 7.5, swap: -0.1, commission: -0.35 })
      await terminal.advance(1_500)
    }
    await expectStored(desk, trader, account, { witnessed: 4 })
    await expectRecords(kernel.sql, trader, account)
    const sent = ticketsSent(terminal)
    expect(new Set(sent).size).toBe(sent.length)
    const ordinary = pauses(terminal).slice(begun)
    expect(Math.min(...ordinary)).toBeGreaterThanOrEqual(19)
    expect(ordinary.filter((pause) => pause >= 298 && pause <= 305).length).toBeGreaterThan(ordinary.length / 3)
    expect(Math.max(...ordinary)).toBeLessThanOrEqual(305)
  })

  test('a deposit while positions are open', async () => {
    const { terminal, trader } = await attached(desk, platform)
    const { account } = terminal
    account.price('EURUSD', 1.1)
    const id = account.open('EURUSD', 'buy', 0.1)
    await terminal.advance(310)
    account.price('EURUSD', 1.105)
    account.deposit(500)
    await terminal.advance(310)
    const stored = await expectStored(desk, trader, account)
    expect(stored.moved).toBe(1_500)
    expect(stored.equity).toBeGreaterThan(stored.balance)
    expect(bodies(terminal).at(-1)?.snapshot).toMatchObject({
      open_count: 1,
      positions: [{ id, side: 'buy', volume: 0.1 }],
    })
    account.close(id)
    account.deposit(-200, { comment: 'Withdrawal' })
    await terminal.advance(310)
    await expectStored(desk, trader, account, { witnessed: 1 })
  })

  test('partial closes are trades of their own, the entry paid once', async () => {
    const { terminal, trader } = await attached(desk, platform)
    const { account } = terminal
    let id = account.open('XAUUSD', 'sell', 0.3, { commission: -2.1 })
    await terminal.advance(310)
    const rest = account.close(id, { lots: 0.1, profit: 12.5, swap: -0.2, commission: -0.7 })
    if (platform === 'MT4') id = rest
    await terminal.advance(310)
    expect((await desk.stored(trader)).trades).toBe(1)
    account.close(id, { profit: -3.1, swap: -0.4, commission: -1.4 })
    await terminal.advance(310)
    await expectStored(desk, trader, account, { witnessed: 2 })
    await expectRecords(kernel.sql, trader, account)
  })

  test('two opposite positions are closed by each other', async () => {
    const { terminal, trader } = await attached(desk, platform)
    const { account } = terminal
    account.price('EURUSD', 1.1)
    const bought = account.open('EURUSD', 'buy', 0.2)
    await terminal.advance(30)
    account.price('EURUSD', 1.102)
    const sold = account.open('EURUSD', 'sell', 0.2)
    await terminal.advance(310)
    account.closeBy(bought, sold)
    await terminal.advance(310)
    const stored = await expectStored(desk, trader, account)
    expect(stored.balance).toBeCloseTo(1_040, 6)
    await expectRecords(kernel.sql, trader, account)
    expect(bodies(terminal).at(-1)?.snapshot).toMatchObject({ open_count: 0, positions: [] })
  })

  test('credit is counted and is never own money; a bonus is', async () => {
    const { terminal, trader } = await attached(desk, platform)
    const { account } = terminal
    account.credit(300)
    await terminal.advance(310)
    expect(await desk.stored(trader)).toMatchObject({ credit: 300, balance: 1_000 })
    account.bonus(50)
    await terminal.advance(310)
    account.credit(-300)
    await terminal.advance(310)
    const stored = await expectStored(desk, trader, account, { tags: ['bonus_credit'] })
    expect(stored).toMatchObject({ credit: 0, balance: 1_050, trades: 0 })
  })

  test('a trade that closes while the advisor reads the account leaves no gap', async () => {
    const { terminal, trader } = await attached(desk, platform)
    const { account } = terminal
    const id = account.open('EURUSD', 'buy', 0.1)
    await terminal.advance(310)
    // When the history has been read, and open positions have not.
    const [name, count] = platform === 'MT4' ? (['OrderSelect', 2] as const) : (['PositionsTotal', 1] as const)
    terminal.onCall(name, count, () => {
      account.close(id, { profit: 31.7 })
    })
    await terminal.advance(310)
    for (const { snapshot, ledger } of bodies(terminal)) expect(snapshot.balance).toBeCloseTo(ledger.net, 6)
    await terminal.advance(310)
    await expectStored(desk, trader, account, { witnessed: 1 })
  })

  test('of many open positions 500 are sent, and all are counted', async () => {
    const { terminal, trader } = await attached(desk, platform)
    for (let n = 0; n < 530; n += 1) terminal.account.open('EURUSD', 'buy', 0.01)
    await terminal.advance(310)
    const last = bodies(terminal).at(-1)
    expect(last?.snapshot.open_count).toBe(530)
    expect(last?.snapshot.positions).toHaveLength(500)
    expect(JSON.stringify(last).length).toBeLessThan(syncBodyLimit / 3)
    await expectStored(desk, trader, terminal.account, { tags: ['too_many_positions'] })
  })

  test('NaN and infinite amounts are never sent', async () => {
    const { terminal } = await attached(desk, platform)
    const { account } = terminal
    const ticket = account.deposit(10)
    account.rewrite(ticket, { profit: Number.NaN })
    const before = terminal.requests.length
    await terminal.advance(900)
    expect(terminal.requests).toHaveLength(before)
    expect(terminal.chart).toContain('importi che non sono numeri')
    account.rewrite(ticket, { profit: 10 })
    await terminal.advance(60)
    expect(terminal.chart).toContain('Collegato al sito')
  })

  test('a cent account is sent unchanged', async () => {
    const { terminal, trader } = await desk.terminal(platform, { currency: 'USC' })
    const { account } = terminal
    account.deposit(100_000)
    await terminal.attach()
    await terminal.advance(60)
    const id = account.open('EURUSD', 'buy', 0.01)
    await terminal.advance(310)
    account.close(id, { profit: -1_250.5 })
    await terminal.advance(310)
    const stored = await expectStored(desk, trader, account, { witnessed: 1 })
    expect(stored.balance).toBeCloseTo(98_749.5, 6)
    expect(bodies(terminal).at(-1)?.account).toMatchObject({ currency: 'USC', digits: 2 })
  })
})

test('MT5: a netting account reverses', async () => {
  const { terminal, trader } = await attached(desk, 'MT5', { margin_mode: 'netting' })
  const { account } = terminal
  account.price('EURUSD', 1.1)
  account.open('EURUSD', 'buy', 0.1, { commission: -0.5 })
  await terminal.advance(310)
  account.price('EURUSD', 1.103)
  account.reverse('EURUSD', 0.3)
  await terminal.advance(310)
  const stored = await expectStored(desk, trader, account)
  expect(stored.trades).toBe(1)
  await expectRecords(kernel.sql, trader, account)
  expect(bodies(terminal).at(-1)?.snapshot.positions).toMatchObject([{ side: 'sell' }])
  expect(bodies(terminal).at(-1)?.account.margin_mode).toBe('netting')
})

test('MT5: the broker corrects: a correction, a charge, and a deal that it cancels', async () => {
  const { terminal, trader } = await attached(desk, 'MT5')
  const { account } = terminal
  const id = account.open('EURUSD', 'buy', 0.1)
  await terminal.advance(310)
  const exit = account.close(id, { profit: 20 })
  await terminal.advance(310)
  account.correction(-5)
  account.charge(-1.5)
  await terminal.advance(310)
  expect((await expectStored(desk, trader, account, { witnessed: 1 })).balance).toBeCloseTo(1_013.5, 6)
  account.cancelDeal(exit)
  await terminal.advance(1_000)
  const stored = await desk.stored(trader)
  expect(stored).toMatchObject({ balance: 993.5, trades: 1, net: 20, moved: 973.5, tags: ['deal_cancelled'] })
  expect(stored.records).toBe(account.ledger().count)
  await expectRecords(kernel.sql, trader, account)
})

test('MT5: after a trade the state is sent within seconds', async () => {
  const { terminal, trader } = await attached(desk, 'MT5')
  const before = terminal.requests.length
  terminal.account.open('EURUSD', 'buy', 0.1)
  await terminal.trade()
  await terminal.advance(25)
  expect(terminal.requests.length).toBe(before + 1)
  expect(bodies(terminal).at(-1)?.sync.reason).toBe('trade')
  await expectStored(desk, trader, terminal.account)
})

describe.each(platforms)('%s', (platform) => {
  test('a record that the broker rewrites is reported, and costs no record', async () => {
    const { terminal, trader } = await attached(desk, platform)
    const { account } = terminal
    const id = account.open('EURUSD', 'buy', 0.1)
    await terminal.advance(310)
    account.close(id, { profit: 20 })
    await terminal.advance(310)
    const changed = account.history.at(-1)
    account.rewrite(changed?.ticket ?? '', { swap: -2 })
    await terminal.advance(1_300)
    await expectStoredMoney(trader, account)
    const { tags } = await desk.stored(trader)
    expect(tags).toContain('charges_changed')
    expect(tags).not.toContain('ledger_mismatch')
  })
})

async function expectStoredMoney(
  trader: Awaited<ReturnType<typeof attached>>['trader'],
  account: { balance: number; ledger: () => { count: number } },
): Promise<void> {
  const stored = await desk.stored(trader)
  expect(stored.balance).toBeCloseTo(account.balance, 6)
  expect(stored.records).toBe(account.ledger().count)
}

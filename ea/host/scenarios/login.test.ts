import { describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk } from '../desk.ts'
import { bodies, platforms } from './checks.ts'
import { expectStored } from './stored.ts'

/** Between the start of a terminal and its login the account is empty: amounts 0, no currency, trade mode 0 ("demo"). */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' }, now: '2026-11-17T08:00:00Z' })
const desk = await openDesk(kernel)

const tradeMode = async (traderId: string): Promise<unknown> => {
  const [row] = await kernel.sql`select trade_mode from trading_account where trader_id = ${traderId}`
  return row?.['trade_mode']
}

describe.each(platforms)('%s', (platform) => {
  test('a terminal that starts without its broker sends nothing before it has one', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    account.deposit(1_000, { at: terminal.brokerSeconds() - 86_400 })
    terminal.connected = false
    terminal.missing = ['amounts', 'trade_mode', 'history']
    await terminal.attach()
    await terminal.advance(180)
    expect(terminal.requests).toHaveLength(0)
    expect(terminal.chart).toContain('attendo la connessione al broker')
    terminal.missing = []
    terminal.connected = true
    await terminal.advance(60)
    expect(await tradeMode(trader.trader_id)).toBe('real')
    await expectStored(desk, trader, account)
  })

  test('a currency that is not known yet is waited for', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    account.deposit(1_000, { at: terminal.brokerSeconds() - 86_400 })
    terminal.missing = ['currency']
    await terminal.attach()
    await terminal.advance(300)
    expect(terminal.requests).toHaveLength(0)
    terminal.missing = []
    await terminal.advance(60)
    await expectStored(desk, trader, account)
  })

  test('an account that shows nothing right after the login is not t_0', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    const at = terminal.brokerSeconds()
    account.deposit(1_000, { at: at - 90 * 86_400 })
    const id = account.open('EURUSD', 'buy', 0.1, { at: at - 83 * 86_400 })
    account.close(id, { profit: 100, at: at - 82 * 86_400 })
    terminal.missing = ['amounts', 'history']
    await terminal.attach()
    await terminal.advance(12)
    expect(terminal.requests).toHaveLength(0)
    terminal.missing = ['history']
    await terminal.advance(12)
    expect(terminal.requests).toHaveLength(0)
    terminal.missing = []
    await terminal.advance(900)
    await expectStored(desk, trader, account, { witnessed: 0 })
  })

  test('an account that is empty for good is bound within two minutes; a whole history within seconds', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    await terminal.attach()
    await terminal.advance(120)
    expect(await desk.stored(trader)).toMatchObject({ balance: 0, records: 0, tags: [] })

    const other = await desk.terminal(platform)
    other.terminal.account.deposit(500)
    await other.terminal.attach()
    await other.terminal.advance(10)
    expect(other.terminal.requests.length).toBeGreaterThan(0)
  })

  test('a history that comes in two parts is waited for', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    const at = terminal.brokerSeconds()
    account.deposit(1_000, { at: at - 90 * 86_400 })
    const late = account.open('EURUSD', 'buy', 0.1, { at: at - 20 * 86_400 })
    account.close(late, { profit: -400, at: at - 19 * 86_400 })
    const { book, balance } = account
    const second = [...book.records.values()].filter((row) => row.time > at - 30 * 86_400)
    book.printed = { balance, credit: 0, equity: balance, floating: 0 }
    for (const row of second) book.records.delete(row.ticket)
    await terminal.attach()
    await terminal.advance(20)
    expect(terminal.requests).toHaveLength(0)
    for (const row of second) book.put(row)
    book.printed = null
    await terminal.advance(900)
    await expectStored(desk, trader, account, { witnessed: 0 })
  })

  test('a timer that the terminal refuses is requested again', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.deposit(1_000)
    terminal.failing = ['EventSetTimer']
    await terminal.attach()
    await terminal.advance(30)
    expect(terminal.requests).toHaveLength(0)
    terminal.failing = []
    await terminal.advance(60)
    await expectStored(desk, trader, terminal.account)
  })

  test('an unreadable history is not an empty one', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.deposit(1_000)
    terminal.failing = platform === 'MT5' ? ['HistorySelect'] : []
    terminal.missing = platform === 'MT5' ? [] : ['history']
    await terminal.attach()
    await terminal.advance(50)
    expect(terminal.requests).toHaveLength(0)
    terminal.failing = []
    terminal.missing = []
    await terminal.advance(20)
    await expectStored(desk, trader, terminal.account)
    terminal.failing = platform === 'MT5' ? ['HistorySelect'] : []
    await terminal.advance(400)
    terminal.failing = []
    await terminal.advance(400)
    await expectStored(desk, trader, terminal.account)
  })

  test('equity before the login is no extreme', async () => {
    const { terminal } = await desk.terminal(platform)
    const { account } = terminal
    account.deposit(1_000)
    terminal.connected = false
    terminal.missing = ['amounts']
    await terminal.attach()
    await terminal.advance(10)
    terminal.missing = []
    terminal.connected = true
    await terminal.advance(60)
    expect(bodies(terminal)[0]?.snapshot).toMatchObject({ balance: 1_000, equity_low: 1_000, equity_high: 1_000 })
    // The same while the connection is lost, and for states that are sent later.
    terminal.network = () => Promise.resolve('unreachable' as const)
    await terminal.advance(400)
    terminal.connected = false
    await terminal.advance(10)
    terminal.missing = ['amounts']
    await terminal.advance(600)
    terminal.missing = []
    terminal.connected = true
    terminal.network = null
    await terminal.advance(1_000)
    for (const { snapshot, points = [] } of bodies(terminal)) {
      expect(snapshot.equity_low ?? 1_000).toBe(1_000)
      for (const [, , equity] of points) expect(equity).toBe(1_000)
    }
    expect(bodies(terminal).some(({ points }) => points !== undefined)).toBe(true)
  })
})

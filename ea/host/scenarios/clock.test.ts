import { describe, expect, test } from 'vitest'
import type { Sql } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk } from '../desk.ts'
import { bodies, pauses, platforms } from './checks.ts'
import { expectStored } from './stored.ts'

/** Friday evening before American clocks go forward (Sunday 14 March 2027, 07:00 UTC). */
async function openWorld() {
  const kernel = await testKernel({ env: { RATE_LIMITS: 'off' }, now: '2027-03-12T20:00:00Z' })
  return { sql: kernel.sql, clock: kernel.clock, desk: await openDesk(kernel) }
}

const worlds = { MT4: await openWorld(), MT5: await openWorld() }
const hour = 3_600

async function closesOf(sql: Sql, traderId: string): Promise<string[]> {
  const rows = await sql<{ close_at: string }[]>`
    select trade.close_at from trade join trading_account using (account_id)
     where trader_id = ${traderId} order by trade.close_at`
  return rows.map(({ close_at }) => close_at)
}

const within = (at: string | undefined, true_ms: number) => Math.abs(Date.parse(at ?? '') - true_ms)

describe.each(platforms)('%s', (platform) => {
  const { sql, clock, desk } = worlds[platform]

  test("trades on both sides of a change of the broker's clocks are dated truly", async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    terminal.broker = { standard: 2, dst: 'us' }
    account.deposit(1_000)
    await terminal.attach()
    await terminal.advance(60)
    const closed: number[] = []
    const trade = async (hours: number) => {
      const id = account.open('EURUSD', 'buy', 0.1)
      for (let n = 0; n < hours * 3; n += 1) {
        account.price('EURUSD', 1.1 + n / 10_000)
        await terminal.advance(hour / 3)
      }
      account.close(id, { profit: 3 })
      closed.push(clock.now())
      await terminal.advance(hour)
    }
    await trade(1)
    await terminal.kill()
    clock.advance(47 * hour * 1_000)
    await terminal.start()
    await terminal.advance(60)
    await trade(1)
    await trade(2)
    await expectStored(desk, trader, account, { witnessed: 3 })
    const closes = await closesOf(sql, trader.trader_id)
    for (const [index, at] of closed.entries()) expect(within(closes[index], at)).toBeLessThan(2_000)
  })

  test("a weekend without quotes: syncs go on, and no offset is taken from Friday's last price", async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    account.deposit(1_000)
    await terminal.attach()
    await terminal.advance(600)
    terminal.market = 'closed'
    const before = terminal.requests.length
    await terminal.advance(3 * hour)
    account.deposit(100)
    await terminal.advance(3 * hour)
    expect(terminal.requests.length - before).toBeGreaterThanOrEqual((6 * hour) / 306)
    expect(bodies(terminal).at(-1)?.time.tick_age).toBeGreaterThanOrEqual(5 * hour)
    expect(terminal.chart).toContain('Collegato al sito')
    terminal.market = 'open'
    await terminal.advance(hour)
    const id = account.open('EURUSD', 'sell', 0.1)
    await terminal.advance(600)
    account.close(id, { profit: -2 })
    await terminal.advance(600)
    await expectStored(desk, trader, account, { witnessed: 1 })
  })

  test('a terminal that starts on a weekend claims no fresh price', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    terminal.account.deposit(1_000)
    terminal.market = 'closed'
    clock.advance(20 * hour * 1_000)
    await terminal.attach()
    await terminal.advance(900)
    for (const { time } of bodies(terminal)) expect(time.tick_age).toBeGreaterThanOrEqual(hour)
    // One unexpected price, as at a late login: it may be any age. Only one that follows at the counter's pace is fresh.
    terminal.market = 'open'
    await terminal.advance(1)
    terminal.market = 'closed'
    await terminal.advance(330)
    expect(bodies(terminal).at(-1)?.time.tick_age).toBeGreaterThanOrEqual(hour)
    terminal.market = 'open'
    await terminal.advance(330)
    expect(bodies(terminal).at(-1)?.time.tick_age).toBeLessThan(10)
    const stored = await desk.stored(trader)
    expect(stored.balance).toBe(1_000)
    expect(stored.tags).not.toContain('clock_refused')
  })

  test("a PC's clock that jumps moves neither the schedule nor the dates", async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    account.deposit(1_000)
    await terminal.attach()
    await terminal.advance(60)
    const closed: number[] = []
    for (const error of [6 * hour, -400 * 24 * hour, 30 * 24 * hour, 0]) {
      terminal.pcError = error
      const id = account.open('EURUSD', 'buy', 0.1)
      await terminal.advance(700)
      account.close(id, { profit: 1 })
      closed.push(clock.now())
      await terminal.advance(700)
    }
    expect(Math.max(...pauses(terminal))).toBeLessThanOrEqual(305)
    expect(Math.min(...pauses(terminal).slice(2))).toBeGreaterThanOrEqual(19)
    await expectStored(desk, trader, account, { witnessed: 4 })
    const closes = await closesOf(sql, trader.trader_id)
    for (const [index, at] of closed.entries()) expect(within(closes[index], at)).toBeLessThan(2_000)
  })

  test('while the broker is away the site is notified, and no figure is invented', async () => {
    const { terminal, trader } = await desk.terminal(platform)
    const { account } = terminal
    account.deposit(1_000)
    await terminal.attach()
    await terminal.advance(60)
    terminal.connected = false
    await terminal.advance(hour)
    expect(bodies(terminal).at(-1)?.time.connected).toBe(false)
    expect(terminal.chart).toContain('connessione al broker')
    terminal.connected = true
    await terminal.advance(400)
    expect(bodies(terminal).at(-1)?.time.connected).toBe(true)
    await expectStored(desk, trader, account)
  })
})

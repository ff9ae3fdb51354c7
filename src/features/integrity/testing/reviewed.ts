import { makeTrader } from '#features/ea/server/testing/world.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { DAY_MS, MINUTE_MS, dayText, utcDay } from '#shared/dates.ts'

/** Accounts that are due for a review, written straight into the database. */

export const text = (millis: number) => new Date(millis).toISOString()

export interface TestTrade {
  symbol?: string
  side?: 'buy' | 'sell'
  volume?: number
  open: number
  close: number
  net?: number
  price?: number
  ticket?: string
}

export interface TestAccount {
  account_id: string
  trader_id: string
}

/** One after the other from Monday on, an hour each, wins and losses in turn. */
export function plainTrades(start: number, count: number, more: Partial<TestTrade> = {}): TestTrade[] {
  return Array.from({ length: count }, (_, index) => {
    const open = start - 4 * DAY_MS + index * 5 * 60 * MINUTE_MS
    return { open, close: open + 60 * MINUTE_MS, net: index % 2 === 0 ? 10 : -1, ...more }
  })
}

export function reviewStage(kernel: TestKernel) {
  const { sql, clock, secrets } = kernel
  const start = clock.now()
  let servers = 0
  let tickets = 1_000_000

  /** An account on a server of its own that is due, with an equity that is not worth a word. */
  async function makeAccount(
    more: { server?: string; due?: boolean; mode?: string; bio?: string } = {},
  ): Promise<TestAccount> {
    const { trader_id } = await makeTrader(kernel)
    const account_id = secrets.newId()
    servers += 1
    await sql`
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                 bound_at, last_receipt_at, ea_version, first_snapshot_at, intake)
    values (${account_id}, ${trader_id}, 'MT4', ${more.server ?? `Server-${servers}`}, ${String(servers)}, 'Broker', 'EUR', 2,
            ${more.mode ?? 'real'}, ${text(start - 60 * DAY_MS)}, ${text(start)}, '1.0.0', ${text(start - 60 * DAY_MS)}, '{}')`
    await sql`insert into account_integrity (account_id, review_due_at)
            values (${account_id}, ${more.due === false ? null : text(start)})`
    if (more.bio !== undefined) await sql`update trader set bio = ${more.bio} where trader_id = ${trader_id}`
    await addDay({ account_id, trader_id }, 1, 10_000)
    return { account_id, trader_id }
  }

  async function addDay({ account_id }: TestAccount, ago: number, equity: number, growth = 1): Promise<void> {
    await sql`
    insert into daily_row (account_id, day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
                           drawdown, trades, wins, counted, counted_wins, profit)
    values (${account_id}, ${dayText(utcDay(clock.now()) - ago)}, ${equity}, ${equity}, ${equity}, 0, 0, ${growth},
            ${Math.max(1, growth)}, ${Math.min(1, growth)}, ${Math.max(0, 1 - growth)}, 0, 0, 0, 0, 0)`
  }

  async function addTrades({ account_id }: TestAccount, trades: readonly TestTrade[]): Promise<void> {
    for (const trade of trades) {
      const { symbol = 'EURUSD', side = 'buy', volume = 0.1, open, close, net = 1, price = 1.1 } = trade
      const ticket = trade.ticket ?? String(++tickets)
      await sql`
      insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
      values (${account_id}, ${ticket}, ${symbol}, ${side}, ${volume}, ${text(open)}, ${text(close)}, ${net}, 'witnessed')`
      const record = {
        ticket,
        type: side,
        symbol,
        lots: volume,
        open_time: open / 1000,
        open_price: 1.1,
        close_time: close / 1000,
        close_price: price,
        sl: 1,
        tp: 0,
        profit: net,
        swap: 0,
        commission: 0,
      }
      await sql`
      insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, consumed, record)
      values (${account_id}, ${ticket}, ${close}, ${text(close)}, ${text(close)}, 'x', ${net}, true, ${sql.json(record)})`
    }
  }

  async function tagsOf({ account_id }: TestAccount): Promise<string[]> {
    const rows = await sql<{ code: string }[]>`
    select code from integrity_tag where account_id = ${account_id} and cleared_at is null order by code`
    return rows.map(({ code }) => code)
  }

  async function stateOf({ account_id }: TestAccount) {
    const [row] = await sql<
      { review_due_at: string | null; reviewed_at: string | null; holding_p95_ms: number | null }[]
    >`
    select review_due_at, reviewed_at, holding_p95_ms from account_integrity where account_id = ${account_id}`
    if (row === undefined) throw new Error('no such account')
    return row
  }

  /** Each test begins with no review due, no account checked at night, and no trades of other tests: all of them happen at the same time. */
  async function reset(): Promise<void> {
    clock.set(start)
    await sql`delete from trade`
    await sql`delete from night_check`
    await sql`update account_integrity set review_due_at = null, reviewed_at = ${text(start)}`
  }

  return { start, makeAccount, addDay, addTrades, tagsOf, stateOf, reset }
}

import type { Rates } from '#features/performance/rules/currency.ts'
import { applySnapshot, openAccount } from '#features/performance/rules.ts'
import { type EngineState } from '#features/performance/rules/engine-state.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { person } from '#server/testing/people.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, dayText, utcDay } from '#shared/dates.ts'

interface AccountShape {
  username: string
  display_name?: string
  country?: string
  /** Net result of the one trade of each day; the last day is today. */
  nets?: readonly number[]
  balance?: number
  /** Floating result at the last snapshot. */
  floating?: number
  currency?: string
  platform?: 'MT4' | 'MT5'
  trade_mode?: 'real' | 'demo' | 'contest'
  /** The instrument of its trades. */
  symbol?: string
  /** How long a position is held. */
  holding_ms?: number
  /** Milliseconds from the last sync to now. */
  age_ms?: number
  /** Milliseconds from now to the end of the plan; null: never had one. */
  plan_ms?: number | null
  diamond_ms?: number
  /** The history is still being imported: no snapshot yet. */
  importing?: boolean
}

export interface TestAccount {
  trader_id: string
  account_id: string
  username: string
}

/** The intake's state as the product reads it, without stored records. */
const noRecords = { ledger: { count: 0, net: 0, first: null }, late: 0, corrections: [] }

const iso = (instant: number) => new Date(instant).toISOString()

/** A trader with a plan and a synced account, run through the engine and written as the intake writes it. */
export async function account(kernel: Kernel, shape: AccountShape): Promise<TestAccount> {
  const { sql, clock, secrets } = kernel
  const { username, currency = 'EUR', plan_ms = 30 * DAY_MS, age_ms = 60_000 } = shape
  const now = clock.now()
  const { trader_id } = await person(kernel, username)
  await sql`update trader set display_name = ${shape.display_name ?? username}, country = ${shape.country ?? 'IT'}
             where trader_id = ${trader_id}`
  if (plan_ms !== null) await grant(kernel, trader_id, 'basic', now + plan_ms)
  if (shape.diamond_ms !== undefined) await grant(kernel, trader_id, 'diamond', now + shape.diamond_ms)
  const account_id = secrets.newId()
  const history = shape.importing ? null : walk(shape, now - age_ms, await loadRates(sql))
  const state = history?.state ?? null
  // One transaction, as a sync's: no instance reads an account without its rows.
  await sql.begin(async (tx) => {
    await tx`
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                 bound_at, last_receipt_at, sync_count, ea_version, first_snapshot_at, last_snapshot_at,
                                 balance, equity, credit, floating, total_profit, profit_max, engine, intake)
    values (${account_id}, ${trader_id}, ${shape.platform ?? 'MT5'}, 'Broker-Live', ${account_id}, 'Broker', ${currency}, 2,
            ${shape.trade_mode ?? 'real'}, ${iso(now)}, ${iso(now - age_ms)}, 1, '1.0.0',
            ${history && iso(history.opened)}, ${state && iso(state.snapshot.t)}, ${state && state.snapshot.balance},
            ${state && state.snapshot.equity}, 0, ${shape.floating ?? 0}, ${state?.profit_total ?? 0},
            ${state?.profit_max ?? 0}, ${state && sql.json(state as never)},
            ${sql.json(noRecords)})`
    if (history !== null) {
      await writeRows(tx, account_id, history.rows)
      const holding = shape.holding_ms ?? HOUR_MS
      for (const [index, trade] of history.trades.entries()) {
        await tx`
        insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
        values (${account_id}, ${String(index)}, ${shape.symbol ?? 'EURUSD'}, 'buy', 0.1, ${iso(trade.close - holding)}, ${iso(trade.close)},
                ${trade.net}, 'witnessed')`
      }
    }
  })
  return { trader_id, account_id, username }
}

/** A later snapshot with one closed trade, as a sync brings it. */
export async function sync(kernel: Kernel, { account_id }: TestAccount, net: number): Promise<void> {
  const { sql, clock } = kernel
  const t = clock.now()
  const [row] = await sql<{ engine: EngineState; currency: string }[]>`
    select engine, currency from trading_account where account_id = ${account_id}`
  if (row === undefined) throw new Error('no such account')
  const balance = row.engine.snapshot.balance + net
  const { state, rows } = applySnapshot(row.engine, {
    snapshot: { t, balance, equity: balance },
    trades: [{ open: t - 1_000, close: t - 1, net }],
    operations: [],
    rates: await loadRates(sql),
    currency: row.currency,
  })
  await sql.begin(async (tx) => {
    await tx`
    update trading_account set engine = ${sql.json(state as never)}, last_snapshot_at = ${iso(t)}, last_receipt_at = ${iso(t)},
           sync_count = sync_count + 1, balance = ${balance}, equity = ${balance}
     where account_id = ${account_id}`
    await tx`
    insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
    values (${account_id}, ${`sync-${t}`}, 'GBPUSD', 'sell', 0.1, ${iso(t - 1_000)}, ${iso(t - 1)}, ${net}, 'witnessed')`
    await writeRows(tx, account_id, rows)
  })
}

export async function grant(kernel: Kernel, traderId: string, tier: 'basic' | 'diamond', until: number): Promise<void> {
  const now = iso(kernel.clock.now())
  await kernel.sql`
    insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
    values (${kernel.secrets.newId()}, ${traderId}, ${tier}, ${iso(until)}, 'active', 'monthly', ${now}, ${now})
    on conflict (trader_id, tier) do update set until = excluded.until`
}

/** One snapshot and one trade a day, up to `last`. */
function walk(
  { nets = [], balance = 10_000, currency = 'EUR', floating = 0 }: AccountShape,
  last: number,
  rates: Rates,
) {
  const opened = last - nets.length * DAY_MS
  const shared = { rates, currency, operations: [] }
  let held = balance
  const opening = openAccount({
    ...shared,
    trades: [],
    snapshot: { t: opened, balance, equity: nets.length === 0 ? balance + floating : balance },
    importedCounts: false,
  })
  let { state } = opening
  const rows = new Map(opening.rows.map((row) => [row.day, row]))
  const trades: { close: number; net: number }[] = []
  for (const [index, net] of nets.entries()) {
    const t = opened + (index + 1) * DAY_MS
    held += net
    const equity = held + (index === nets.length - 1 ? floating : 0)
    const trade = { open: t - 7_200_000, close: t - MINUTE_MS, net }
    const result = applySnapshot(state, { ...shared, trades: [trade], snapshot: { t, balance: held, equity } })
    state = result.state
    for (const row of result.rows) rows.set(row.day, row)
    trades.push(trade)
  }
  return { state, rows: [...rows.values()], trades, opened, days: utcDay(last) - utcDay(opened) }
}

async function writeRows(sql: Queryable, accountId: string, rows: readonly DailyRow[]): Promise<void> {
  for (const { day, ...figures } of rows) {
    await sql`
      insert into daily_row ${sql([{ account_id: accountId, day: dayText(day), ...figures }])}
      on conflict (account_id, day) do update
        set equity_end = excluded.equity_end, balance_end = excluded.balance_end, inflow = excluded.inflow,
            outflow = excluded.outflow, growth = excluded.growth, high = excluded.high, low = excluded.low,
            drawdown = excluded.drawdown, trades = excluded.trades, wins = excluded.wins, counted = excluded.counted,
            counted_wins = excluded.counted_wins, profit = excluded.profit, drawdown_end = excluded.drawdown_end`
  }
}

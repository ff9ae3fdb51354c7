import { isDeal, isTrade, ledgerNet, type LedgerRecord } from '#features/ea/rules/records.ts'
import { tradeStatistics, type TradeSums } from '#features/performance/rules/statistics.ts'

/**
 * The report that MetaTrader prints below an account's history, by its own definitions (`docs/ranking.md` 8.9). A profile shows some of
 * these figures under definitions of its own, and others not at all: so this stands among the tests.
 */

interface Amount {
  amount: number
  /** Percent units of the highest balance before the fall. */
  percent: number
}

interface Run {
  count: number
  amount: number
}

/**
 * Every figure by the name under which the statement's summary has it. A loss is negative. Money in account currency, percent units.
 * @param records the whole history, in the order of closes and deals
 * @param before the balance before the first of them
 */
export function terminalReport(records: readonly LedgerRecord[], before: number) {
  const results = records.filter(isResult)
  const firstResult = records.findIndex(isResult)
  const opening = records.slice(0, Math.max(0, firstResult)).reduce((sum, { profit }) => sum + profit, before)
  const path = balancePath(results, opening)
  const trades = results.filter(isTrade)
  const all = sumsOf(results)
  const statistics = tradeStatistics(all)
  const maximal = deepest(path, ({ amount }) => amount)
  return {
    deposit_withdrawal: sumOf(records.filter(({ type }) => type === 'balance').map(({ profit }) => profit)),
    closed_trade_pl: all.profit,
    total_net_profit: all.profit,
    gross_profit: all.gross,
    gross_loss: all.loss,
    profit_factor: statistics.profit_factor,
    expected_payoff: statistics.expectancy,
    absolute_drawdown: opening - Math.min(opening, ...path.map(({ balance }) => balance)),
    maximal_drawdown: maximal,
    relative_drawdown: deepest(path, ({ percent }) => percent),
    recovery_factor: all.profit / maximal.amount,
    sharpe_ratio: sharpe(path.filter(({ record }) => isTrade(record))),
    total_trades: all.trades,
    short_positions: sideOf(trades.filter((record) => !isLong(record))),
    long_positions: sideOf(trades.filter(isLong)),
    profit_trades: { count: all.wins, percent: (100 * all.wins) / all.trades },
    loss_trades: { count: all.losses, percent: (100 * all.losses) / all.trades },
    largest_profit_trade: statistics.best_trade,
    largest_loss_trade: statistics.worst_trade,
    average_profit_trade: statistics.average_win,
    average_loss_trade: statistics.average_loss,
    ...runFigures(trades.map(ledgerNet)),
    closed_footer: footer(results),
    deals_footer: { ...footer(records), balance: sumOf(records.map(moneyOf)) },
  }
}

/** A closed order of MT4; a deal of MT5, entries included since their costs are results. */
function isResult({ type }: LedgerRecord): boolean {
  return type === 'buy' || type === 'sell'
}

/** The deal that closes a purchase sells. */
function isLong(record: LedgerRecord): boolean {
  return (record.type === 'buy') !== isDeal(record)
}

function sideOf(trades: readonly LedgerRecord[]) {
  const sums = sumsOf(trades)
  return { count: sums.trades, won_percent: sums.trades === 0 ? 0 : (100 * sums.wins) / sums.trades }
}

/** A trade of zero is won. The costs of an entry are no trade's, and lower the gross loss. */
function sumsOf(results: readonly LedgerRecord[]): TradeSums {
  const nets = results.map(ledgerNet)
  const trades = results.filter(isTrade).map(ledgerNet)
  const losses = trades.filter((net) => net < 0).length
  const times = { holding: 0, holding_won: 0, holding_lost: 0, longs: 0 }
  return {
    trades: trades.length,
    wins: trades.length - losses,
    losses,
    gross: sumOf(nets.filter((net) => net > 0)),
    loss: sumOf(nets.filter((net) => net < 0)),
    profit: sumOf(nets),
    best: trades.length === 0 ? null : Math.max(...trades),
    worst: trades.length === 0 ? null : Math.min(...trades),
    ...times,
  }
}

/** The sums below a table. Its balance holds the credit as well. */
function footer(records: readonly LedgerRecord[]) {
  return {
    commission: sumOf(records.map(({ commission }) => commission)),
    fee: sumOf(records.map((record) => (isDeal(record) ? record.fee : 0))),
    swap: sumOf(records.map(({ swap }) => swap)),
    profit: sumOf(records.map(({ profit }) => profit)),
  }
}

function moneyOf(record: LedgerRecord): number {
  return record.type === 'credit' ? record.profit : ledgerNet(record)
}

interface Step extends Amount {
  record: LedgerRecord
  before: number
  balance: number
}

/** The balance after each result. Payments after the first one are left out; the fall is from the highest balance so far. */
function balancePath(results: readonly LedgerRecord[], opening: number): Step[] {
  let [balance, peak] = [opening, opening]
  return results.map((record) => {
    const before = balance
    balance += ledgerNet(record)
    peak = Math.max(peak, balance)
    return { record, before, balance, amount: peak - balance, percent: (100 * (peak - balance)) / peak }
  })
}

function deepest(path: readonly Step[], size: (step: Step) => number): Amount {
  const none: Amount = { amount: 0, percent: 0 }
  const found = path.reduce<Step | null>((most, step) => (most && size(most) >= size(step) ? most : step), null)
  return found === null ? none : { amount: found.amount, percent: found.percent }
}

/** Mean by standard deviation (n) of each trade's result as a share of the balance before it; neither per year nor per day. */
function sharpe(trades: readonly Step[]): number {
  const returns = trades.map(({ before, balance }) => (balance - before) / before)
  const mean = sumOf(returns) / returns.length
  return mean / Math.sqrt(sumOf(returns.map((each) => (each - mean) ** 2)) / returns.length)
}

/** Won and lost trades in a row. A result of zero continues a winning run; of two runs of one length the larger amount is printed. */
function runFigures(nets: readonly number[]) {
  const runs: Run[] = []
  let wasWon: boolean | null = null
  for (const net of nets) {
    const isWon = net >= 0
    const last = isWon === wasWon ? runs.at(-1) : undefined
    if (last === undefined) runs.push({ count: 1, amount: net })
    else {
      last.count += 1
      last.amount += net
    }
    wasWon = isWon
  }
  const [won, lost] = [runs.filter(({ amount }) => amount >= 0), runs.filter(({ amount }) => amount < 0)]
  return {
    max_consecutive_wins: first(won, byCount),
    max_consecutive_losses: first(lost, byCount),
    max_consecutive_profit: first(won, byAmount),
    max_consecutive_loss: first(lost, byAmount),
    average_consecutive_wins: averageLength(won),
    average_consecutive_losses: averageLength(lost),
  }
}

const byAmount = (one: Run, other: Run) => Math.abs(other.amount) - Math.abs(one.amount)
const byCount = (one: Run, other: Run) => other.count - one.count || byAmount(one, other)

function first(runs: readonly Run[], order: (one: Run, other: Run) => number): Run {
  return runs.toSorted(order)[0] ?? { count: 0, amount: 0 }
}

/** Rounded half up. */
function averageLength(runs: readonly Run[]): number {
  return runs.length === 0 ? 0 : Math.round(sumOf(runs.map(({ count }) => count)) / runs.length)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

import { decimalsOf } from '#features/performance/rules/currency.ts'
import type { SyncRequest } from '../../sync-contract.ts'

/** The reasons why a request with a complete history counts as no snapshot. `docs/ea-protocol.md`, records 0. */
export type Obstacle = 'currency_changed' | 'trade_mode_changed' | 'equity_mismatch'

/** The tolerance between two readings of open positions, in shares and smallest units. `docs/ranking.md` 3.3. */
const tolerance = { share: 0.01, smallestUnits: 100 }
/**
 * On MT4 the floating result includes the commission of open orders. Advisors without that field are allowed a part of the margin for it:
 * at a leverage of 1,000 it is some hundredths.
 */
const unlistedCommissionShareOfMargin = 0.1
/** Half a millionth: amounts are sums of floating point. */
const rounding = 5e-7

/** All obstacles of a request, the gravest first, each with its details. */
export function obstaclesOf(
  account: Pick<SyncRequest['account'], 'currency' | 'trade_mode'>,
  request: SyncRequest,
): { code: Obstacle; details: Record<string, unknown> }[] {
  const { currency, trade_mode } = request.account
  const found: { code: Obstacle; details: Record<string, unknown> }[] = []
  if (currency.toUpperCase() !== account.currency) {
    found.push({ code: 'currency_changed', details: { from: account.currency, to: currency } })
  }
  if (trade_mode !== account.trade_mode) {
    found.push({ code: 'trade_mode_changed', details: { from: account.trade_mode, to: trade_mode } })
  }
  if (!addsUp(request)) {
    const { balance, credit, equity, floating, open_count } = request.snapshot
    found.push({ code: 'equity_mismatch', details: { balance, credit, equity, floating, open_count } })
  }
  return found
}

/**
 * The floating result is that of the listed positions, and equity is balance and floating result, with or without credit. No amount that
 * the terminal could invent widens the tolerance of the result, and with nothing open only smallest units are allowed: a hundredth more
 * before each of many large flows would add up. Accounts of an exchange hold assets besides, which no sent figure can be compared with.
 */
function addsUp({ ea, account, snapshot, time }: SyncRequest): boolean {
  // A terminal that is not connected to its broker yet shows its last known figures.
  if (!time.connected) return true
  const { balance, credit, equity, floating, margin = 0, open_count, positions = [] } = snapshot
  const listed = new Set(positions.map(({ id }) => id))
  if (positions.length > open_count || listed.size < positions.length) return false
  const units = tolerance.smallestUnits * 10 ** -decimalsOf(account.currency) + rounding
  const allowed = (...amounts: number[]) =>
    open_count === 0 ? units : Math.max(units, tolerance.share * Math.max(...amounts.map(Math.abs)))
  const swap = sum(positions.map((position) => position.swap))
  const commission = sum(positions.map((position) => position.commission ?? 0))
  /** Brokers differ in which of these the floating result holds. */
  const charges = [0, swap, commission, swap + commission]
  if (positions.length === open_count) {
    const profit = sum(positions.map((position) => position.profit))
    const near = allowed(balance, floating, profit)
    const isUnlisted = ea.platform === 'MT4' && positions.some((position) => position.commission === undefined)
    const charged = isUnlisted ? unlistedCommissionShareOfMargin * Math.max(0, margin) : 0
    const fits = (listed: number) => floating <= listed + near && floating >= listed - near - charged
    if (!charges.some((charge) => fits(profit + charge))) return false
  }
  if (account.margin_mode === 'exchange') return true
  const near = allowed(balance, equity, floating)
  return [credit, 0].some((lent) =>
    charges.some((charge) => Math.abs(equity - lent - charge - balance - floating) <= near),
  )
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

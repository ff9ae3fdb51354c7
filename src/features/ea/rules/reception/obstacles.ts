import type { SyncRequest } from '../../sync-contract.ts'

/** The reasons why a request with a complete history counts as no snapshot. `docs/ea-protocol.md`, records 0. */
export type Obstacle = 'currency_changed' | 'trade_mode_changed' | 'equity_mismatch'

/**
 * The tolerance for open positions: some terminals leave swap and commission out of the floating result. On MT4 it includes the
 * commission of open orders, which is not sent: at a leverage of 1,000 it is some hundredths of the margin.
 */
const tolerance = { share: 0.01, smallestUnits: 100, chargedShareOfMargin: 0.1 }

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
 * Equity is balance, credit and the floating result of the open positions, within 1% of the largest amount or a hundred of the account's
 * smallest units. With nothing open only these units are allowed: a hundredth more before each of many large flows would add up. Credit and
 * the positions' swap may be missing from it (`docs/ranking.md` 3.4, 4). Accounts of an exchange hold assets besides, which no sent figure
 * can be compared with.
 */
function addsUp({ ea, account, snapshot, time }: SyncRequest): boolean {
  // A terminal that is not connected to its broker yet shows its last known figures.
  if (!time.connected) return true
  const { balance, credit, equity, floating, open_count, positions = [] } = snapshot
  const units = tolerance.smallestUnits * 10 ** -account.digits
  const near = (a: number, b: number, allowed: number) => Math.abs(a - b) <= allowed
  // Half a millionth: amounts are sums of floating point.
  if (open_count === 0) {
    const exact = units + 5e-7
    return near(floating, 0, exact) && [credit, 0].some((lent) => near(equity - lent, balance, exact))
  }
  const largest = Math.max(Math.abs(balance), Math.abs(equity), Math.abs(floating))
  const allowed = Math.max(units, tolerance.share * largest)
  const swap = positions.reduce((sum, position) => sum + position.swap, 0)
  if (positions.length === open_count) {
    const profit = positions.reduce((sum, position) => sum + position.profit, 0)
    const charged = ea.platform === 'MT4' ? tolerance.chargedShareOfMargin * Math.max(0, snapshot.margin ?? 0) : 0
    const fits = (listed: number) => floating <= listed + allowed && floating >= listed - allowed - charged
    if (!fits(profit) && !fits(profit + swap)) return false
  }
  if (account.margin_mode === 'exchange') return true
  return [credit, 0].some((lent) => [0, swap].some((more) => near(equity - lent - more, balance + floating, allowed)))
}

import { isDeal, type LedgerRecord } from '../records.ts'
import type { DerivedTrade } from './derivation.ts'

/**
 * Trades of positions that the snapshot before listed were open then, whatever open time their records state: a loss that was listed before
 * a deposit would else be measured on the money after it. `docs/ea-protocol.md`, records 6.
 */
export function withListedOpen(
  before: readonly { id: string; opened: number }[],
  { records, trades, since }: { records: readonly LedgerRecord[]; trades: readonly DerivedTrade[]; since: number },
): readonly DerivedTrade[] {
  if (before.length === 0 || trades.every(({ open }) => open <= since)) return trades
  const opened = new Map(before.map((one) => [one.id, Math.min(one.opened, since)]))
  const positions = new Map(records.map((record) => [record.ticket, isDeal(record) ? record.position : record.ticket]))
  return trades.map((trade) => {
    const listed = trade.open > since ? opened.get(positions.get(trade.ticket) ?? '') : undefined
    return listed === undefined ? trade : { ...trade, open: listed }
  })
}

import { isDeal, type LedgerRecord } from '#features/ea/rules/records.ts'
import type { Mt4Order, Mt5Deal, OpenPosition } from '#features/ea/sync-contract.ts'
import type { Finding } from '../finding.ts'
import { finding, namedAtMost, type SyncFacts } from './facts.ts'
import type { SeenPosition } from './positions.ts'
import type { Thresholds } from './thresholds.ts'

/** R54: records that contradict what was seen open. `docs/integrity.md`, rules on each sync. */

/** One contradiction: what of which position, as it was listed and as the record says. */
interface Contradiction {
  ticket: string
  what: 'side' | 'volume' | 'open_price'
  seen: string | number
  recorded: string | number
}

/** Volumes have at most five decimals. */
const volumeSlack = 1e-6
/** A list and a history are not read at the same moment: what two looks this far apart said alike is believed. Milliseconds. */
const steadyMs = 120_000

/** @param seen positions as the syncs before this one listed them */
export function contradictionsOf(
  seen: Readonly<Record<string, SeenPosition>>,
  { request, settlement }: Pick<SyncFacts, 'request' | 'settlement'>,
  { position_price_share }: Thresholds,
): Finding[] {
  const records = settlement.records.map(({ record }) => record)
  const orders = records.filter((record): record is Mt4Order => !isDeal(record))
  const deals = records.filter((record): record is Mt5Deal => isDeal(record) && isDealing(record))
  const open = new Map((request.snapshot.positions ?? []).map((position) => [position.id, position]))
  const found = orders.flatMap((order) => againstOrder(seen[order.ticket], order, position_price_share))
  for (const [id, those] of Map.groupBy(deals, ({ position }) => position)) {
    found.push(...againstExits(seen[id], those), ...againstEntry(open.get(id), those, position_price_share))
  }
  if (found.length === 0) return []
  return [
    finding(
      'position_contradicted',
      { records: found.slice(0, namedAtMost), price_share: position_price_share },
      found.length,
    ),
  ]
}

const isDealing = ({ type }: LedgerRecord): boolean => type === 'buy' || type === 'sell'

/** MT4: side, price and volume of an open order never change, but that a partial close makes it smaller. */
function againstOrder(one: SeenPosition | undefined, order: Mt4Order, share: number): Contradiction[] {
  if (one === undefined || !isDealing(order)) return []
  const { ticket } = order
  if (order.type !== one.side) return [{ ticket, what: 'side', seen: one.side, recorded: order.type }]
  if (order.lots > one.volume + volumeSlack) return [{ ticket, what: 'volume', seen: one.volume, recorded: order.lots }]
  return priceOff(one.price, order.open_price, share)
    ? [{ ticket, what: 'open_price', seen: one.price, recorded: order.open_price }]
    : []
}

/** MT5: what left the position is of the other side and no more than what was in it, with what was added since. */
function againstExits(one: SeenPosition | undefined, deals: readonly Mt5Deal[]): Contradiction[] {
  if (one === undefined || one.last - one.from < steadyMs) return []
  if (deals.some(({ entry }) => entry === 'inout')) return []
  const exits = deals.filter(({ entry }) => entry === 'out' || entry === 'out_by')
  const wrong = exits.find(({ type }) => type === one.side)
  if (wrong !== undefined) return [{ ticket: wrong.ticket, what: 'side', seen: one.side, recorded: other(wrong.type) }]
  const added = volumeOf(deals.filter(({ entry }) => entry === 'in'))
  const left = volumeOf(exits)
  const last = exits.at(-1)
  if (last === undefined || left <= one.volume + added + volumeSlack) return []
  return [{ ticket: last.ticket, what: 'volume', seen: one.volume + added, recorded: left }]
}

/** MT5: a position that is listed with the volume of its only deal was opened by it. */
function againstEntry(position: OpenPosition | undefined, deals: readonly Mt5Deal[], share: number): Contradiction[] {
  const [entry] = deals
  if (position === undefined || entry === undefined || deals.length > 1 || entry.entry !== 'in') return []
  if (Math.abs(entry.volume - position.volume) > volumeSlack) return []
  const { ticket } = entry
  if (entry.type !== position.side) return [{ ticket, what: 'side', seen: position.side, recorded: entry.type }]
  return priceOff(position.open_price, entry.price, share)
    ? [{ ticket, what: 'open_price', seen: position.open_price, recorded: entry.price }]
    : []
}

const other = (side: string): string => (side === 'buy' ? 'sell' : 'buy')
const volumeOf = (deals: readonly Mt5Deal[]): number => deals.reduce((sum, { volume }) => sum + volume, 0)
const priceOff = (seen: number, recorded: number, share: number): boolean =>
  Math.abs(seen - recorded) > share * Math.abs(seen)

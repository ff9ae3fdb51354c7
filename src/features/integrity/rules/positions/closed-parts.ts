import { isDeal, isTrade, recordSeconds, type LedgerRecord } from '#features/ea/rules/records.ts'
import type { Mt4Order, Mt5Deal } from '#features/ea/sync-contract.ts'
import { DAY_MS } from '#shared/dates.ts'
import { positionOf, volumeSlack, type ListedPosition } from './listed-positions.ts'
import type { SyncFacts } from '../sync-rule.ts'

/** The opening price of what each exit closed. */

/** A close as its prices say; names as findings show them. */
export interface ClosedPart {
  ticket: string
  symbol: string
  side: 'buy' | 'sell'
  /** Lots. */
  volume: number
  open_price: number
  close_price: number
  profit: number
  /** The position as it was listed within a day, where it closed at the market. */
  listed?: ListedPosition
}

/** Volume and average price of what is open; null where they are not known. */
interface Open {
  volume: number | null
  price: number | null
}

/** Closes of these trades whose opening price is known. Two positions that closed each other are one. @param tickets of the trades */
export function closedPartsOf(
  facts: SyncFacts,
  records: readonly LedgerRecord[],
  tickets: ReadonlySet<string>,
): ClosedPart[] {
  const deals = records.filter((one): one is Mt5Deal => isDeal(one) && (one.type === 'buy' || one.type === 'sell'))
  const exits = [...Map.groupBy(deals, ({ position }) => position).values()].flatMap((those) => exitsOf(facts, those))
  const byAnother = pairsOf(deals, exits)
  const orders = records.flatMap((one) => (isDeal(one) ? [] : closedOrder(facts, records, one)))
  return [...orders, ...exits.filter(({ ticket }) => !byAnother.tickets.has(ticket)), ...byAnother.closes].filter(
    ({ ticket }) => tickets.has(ticket),
  )
}

/** A position that was not listed for a day may have been split meanwhile. */
function recentOf({ listed, received }: SyncFacts, id: string): ListedPosition | undefined {
  const one = positionOf(listed, id)
  return one !== undefined && received.receipt - one.last <= DAY_MS ? one : undefined
}

function closedOrder(facts: SyncFacts, records: readonly LedgerRecord[], order: Mt4Order): ClosedPart[] {
  if (order.type !== 'buy' && order.type !== 'sell') return []
  const { ticket, symbol, type: side, lots: volume, open_price, close_price, profit, close_time } = order
  // Closed by another order: MT4 books the result of both on one of them.
  const other = side === 'buy' ? 'sell' : 'buy'
  const isPair = records.some(
    (one) => !isDeal(one) && one.type === other && one.symbol === symbol && one.close_time === close_time,
  )
  if (isPair && profit <= 0) return []
  return [{ ticket, symbol, side, volume, open_price, close_price, profit, ...listedAs(recentOf(facts, ticket)) }]
}

const listedAs = (listed: ListedPosition | undefined) => (listed === undefined ? {} : { listed })

/** Exits of one position whose opening price is known. @param deals all of this sync, in their order */
function exitsOf(facts: SyncFacts, deals: readonly Mt5Deal[]): ClosedPart[] {
  const listed = recentOf(facts, deals[0]?.position ?? '')
  let open = openBefore(facts, deals, listed)
  return deals.flatMap((deal): ClosedPart[] => {
    const before = open
    open = after(open, deal)
    if (!isTrade(deal)) return []
    const { ticket, symbol, price: close_price, profit } = deal
    const volume = deal.entry === 'inout' ? before.volume : deal.volume
    const isWithin = volume !== null && volume > 0 && (before.volume === null || volume <= before.volume + volumeSlack)
    if (before.price === null || !isWithin) return []
    const side = deal.type === 'buy' ? 'sell' : 'buy'
    return [{ ticket, symbol, side, volume, open_price: before.price, close_price, profit, ...listedAs(listed) }]
  })
}

/** The open part before these deals: as it was listed, where nothing was added since or the list is what the earlier deals left. */
function openBefore({ account }: SyncFacts, deals: readonly Mt5Deal[], listed: ListedPosition | undefined): Open {
  const [id, entry] = [deals[0]?.position ?? '', deals[0]?.entry]
  const { stretches, late_stretches } = account.intake
  const stretch = [stretches, late_stretches].find((those) => Object.hasOwn(those, id))?.[id]
  if (stretch === undefined && entry === 'in') return { volume: 0, price: 0 }
  const isAdded = stretch !== undefined && deals.some((one) => one.entry === 'in')
  const agrees = listed !== undefined && !(isAdded && Math.abs(stretch.volume - listed.volume) > volumeSlack)
  if (agrees) return { volume: listed.volume, price: listed.price }
  return { volume: stretch?.volume ?? null, price: null }
}

function after({ volume, price }: Open, deal: Mt5Deal): Open {
  if (deal.entry === 'in') {
    if (volume === null || price === null) return { volume: null, price: null }
    const whole = volume + deal.volume
    return { volume: whole, price: whole > 0 ? (price * volume + deal.price * deal.volume) / whole : price }
  }
  // A reversal opens the rest at its own price.
  if (deal.entry === 'inout') return { volume: volume === null ? null : deal.volume - volume, price: deal.price }
  return { volume: volume === null ? null : Math.max(0, volume - deal.volume), price }
}

/**
 * Positions that closed each other in one second. MetaTrader books the result of both on one of them, at the opening price of the other:
 * together they bring what lies between their opening prices.
 */
function pairsOf(
  deals: readonly Mt5Deal[],
  exits: readonly ClosedPart[],
): { closes: ClosedPart[]; tickets: ReadonlySet<string> } {
  const parts = new Map(exits.map((exit) => [exit.ticket, exit]))
  const closes: ClosedPart[] = []
  const tickets = new Set<string>()
  const those = deals.filter(({ entry }) => entry === 'out_by')
  for (const group of Map.groupBy(those, (deal) => `${deal.symbol} ${recordSeconds(deal)}`).values()) {
    const bought = group.filter(({ type }) => type === 'sell')
    const sold = group.filter(({ type }) => type === 'buy')
    const volume = volumeOf(bought)
    if (volume === 0 || Math.abs(volume - volumeOf(sold)) > volumeSlack) continue
    for (const { ticket } of group) tickets.add(ticket)
    const open_price = averageOf(bought, parts)
    const close_price = averageOf(sold, parts)
    const best = group.toSorted((a, b) => b.profit - a.profit)[0]
    if (open_price === null || close_price === null || best === undefined) continue
    const profit = group.reduce((sum, one) => sum + one.profit, 0)
    closes.push({ ticket: best.ticket, symbol: best.symbol, side: 'buy', volume, open_price, close_price, profit })
  }
  return { closes, tickets }
}

const volumeOf = (deals: readonly Mt5Deal[]): number => deals.reduce((sum, { volume }) => sum + volume, 0)

/** The average opening price of what these exits closed; null where one is not known. */
function averageOf(deals: readonly Mt5Deal[], parts: ReadonlyMap<string, ClosedPart>): number | null {
  let worth = 0
  for (const { ticket, volume } of deals) {
    const part = parts.get(ticket)
    if (part === undefined) return null
    worth += part.open_price * volume
  }
  return worth / volumeOf(deals)
}

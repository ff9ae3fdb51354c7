import { listedPositions, type Mt4Order, type OpenPosition, type SyncRequest } from '#features/ea/sync-contract.ts'
import { DAY_MS } from '#shared/dates.ts'
import { pairOf } from '../symbols.ts'

/** The memory of positions that syncs listed. */

/** A position as syncs listed it. */
export interface ListedPosition {
  symbol: string
  side: 'buy' | 'sell'
  volume: number
  price: number
  /** Broker seconds. */
  open: number
  /** First and last sync that listed it with this volume and price; milliseconds UTC. */
  from: number
  last: number
  /** Its market price and swap when it was listed last, and since when that price stands still (milliseconds UTC); absent where it moves. */
  mark: number
  still?: number
  /** How many lists showed it at that price; absent where the price moves. */
  looks?: number
  swap: number
  /** Account currency for one lot and a price move of 1, where the list showed it; else left out. */
  value?: number
  /** Its volume and price changed as in a split. */
  resized?: boolean
  /** MT4, lots: the most that was listed at once of this opening, where that is more than this one; and what has been closed of it. */
  most?: number
  gone?: number
}

/** By position id (MT5) or ticket (MT4). */
export type ListedPositions = Record<string, ListedPosition>

/** A position is remembered this long after it was listed last: its record may come late. */
const listedForMs = 7 * DAY_MS
const listedAtMost = 2 * listedPositions
/** Volumes have at most five decimals. */
export const volumeSlack = 1e-6
/** A price move as a share of the price, and a result in smallest units, that show the value of a lot within some per cent. */
const tellingMove = 0.0002
const tellingUnits = 20

export const positionOf = (listed: Readonly<ListedPositions>, id: string): ListedPosition | undefined =>
  Object.hasOwn(listed, id) ? listed[id] : undefined

/** The listed positions after one more list. @param at milliseconds UTC */
export function afterList(
  listed: Readonly<ListedPositions>,
  { account, ea, snapshot }: SyncRequest,
  at: number,
): ListedPositions {
  const { positions = [] } = snapshot
  const now = new Set(positions.map(({ id }) => id))
  let next: ListedPositions = {}
  let remaining = 0
  for (const id of Object.keys(listed)) {
    const one = listed[id]
    if (one === undefined || (one.last <= at - listedForMs && !now.has(id))) continue
    next[id] = one
    remaining += 1
  }
  if (remaining > listedAtMost - now.size) next = Object.fromEntries(newest(Object.entries(next), now))
  const together = ea.platform === 'MT4' ? volumesTogether(positions) : null
  for (const position of positions) {
    const before = positionOf(next, position.id)
    const same = before?.volume === position.volume && before.price === position.open_price
    const value = valueOf(position, account.digits) ?? (before?.symbol === position.symbol ? before.value : undefined)
    const most = Math.max(together?.get(openingOf(position)) ?? 0, before?.most ?? 0)
    const one: ListedPosition = {
      symbol: position.symbol,
      side: position.side,
      volume: position.volume,
      price: position.open_price,
      open: position.open_time,
      from: same ? before.from : at,
      last: at,
      mark: position.price,
      swap: position.swap,
    }
    if (before?.mark === position.price) {
      one.still = before.still ?? before.last
      one.looks = (before.looks ?? 1) + 1
    }
    if (value !== undefined) one.value = value
    if (before?.resized || isSplit(before, position)) one.resized = true
    if (most > position.volume + volumeSlack) one.most = most
    if (before?.gone !== undefined) one.gone = before.gone
    next[position.id] = one
  }
  return next
}

/** The listed positions after a list whose records have not all come: known positions stay, the others are new. */
export function afterEarlyList(listed: Readonly<ListedPositions>, request: SyncRequest, at: number): ListedPositions {
  const known = (request.snapshot.positions ?? []).flatMap(({ id }): [string, ListedPosition][] => {
    const before = positionOf(listed, id)
    return before === undefined ? [] : [[id, { ...before, last: at }]]
  })
  return { ...afterList(listed, request, at), ...Object.fromEntries(known) }
}

/** All that are open, and of the others the newest. */
function newest(remaining: [string, ListedPosition][], now: ReadonlySet<string>): [string, ListedPosition][] {
  const gone = remaining.filter(([id]) => !now.has(id)).sort(([, a], [, b]) => b.last - a.last)
  return [...remaining.filter(([id]) => now.has(id)), ...gone.slice(0, listedAtMost - now.size)]
}

function isSplit(before: ListedPosition | undefined, { symbol, volume, open_price }: OpenPosition): boolean {
  if (before === undefined || before.volume === volume || pairOf(symbol) !== null) return false
  return Math.abs(volume * open_price - before.volume * before.price) <= 0.001 * Math.abs(before.volume * before.price)
}

function valueOf({ side, volume, open_price, price, profit }: OpenPosition, digits: number): number | undefined {
  const move = side === 'buy' ? price - open_price : open_price - price
  if (Math.abs(move) < tellingMove * Math.abs(open_price) || Math.abs(profit) < tellingUnits * 10 ** -digits) return
  // As the growth engine works it out, digit for digit: `stored-positions.ts`.
  const value = profit / move / volume
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** MT4: what a partial close leaves has another ticket, and the same opening. */
const openingOf = (one: Pick<OpenPosition, 'symbol' | 'side' | 'open_time' | 'open_price'>): string =>
  `${one.symbol} ${one.side} ${one.open_time} ${one.open_price}`

function volumesTogether(positions: readonly OpenPosition[]): Map<string, number> {
  const volumes = new Map<string, number>()
  for (const position of positions) {
    const opening = openingOf(position)
    volumes.set(opening, (volumes.get(opening) ?? 0) + position.volume)
  }
  return volumes
}

const isSameOpening = (one: Pick<ListedPosition, 'symbol' | 'side' | 'open' | 'price'>, order: Mt4Order): boolean =>
  one.symbol === order.symbol &&
  one.side === order.type &&
  one.open === order.open_time &&
  Math.abs(one.price - order.open_price) <= 1e-6 * Math.abs(one.price)

/**
 * MT4: takes closed orders out of what was listed of their opening.
 * @param open what this sync lists. @returns what is remembered then, and the tickets that could be a rest of something listed:
 *   what was closed of an opening with what is still open is no more than was once listed of it
 */
export function closedParts(
  listed: Readonly<ListedPositions>,
  orders: readonly Mt4Order[],
  open: readonly OpenPosition[],
): { listed: ListedPositions; parts: Set<string> } {
  const next = { ...listed }
  const parts = new Set<string>()
  const tickets = new Set(orders.map(({ ticket }) => ticket))
  for (const order of orders) {
    const direct = positionOf(next, order.ticket)
    const alike = Object.entries(next).filter(([, one]) => isSameOpening(one, order))
    const [id, holder] = direct === undefined ? (alike[0] ?? []) : [order.ticket, direct]
    if (id === undefined || holder === undefined) continue
    if (direct === undefined) {
      const most = Math.max(...alike.map(([, one]) => Math.max(one.most ?? 0, one.volume)))
      const gone = sumOf(alike.map(([, one]) => one.gone ?? 0))
      const rest = open.filter((one) => !tickets.has(one.id) && isSameOpening(asListed(one), order))
      if (gone + order.lots + sumOf(rest.map(({ volume }) => volume)) > most + volumeSlack) continue
      parts.add(order.ticket)
    }
    next[id] = { ...holder, gone: (holder.gone ?? 0) + order.lots }
  }
  return { listed: next, parts }
}

const asListed = ({ symbol, side, open_time, open_price }: OpenPosition) => ({
  symbol,
  side,
  open: open_time,
  price: open_price,
})
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

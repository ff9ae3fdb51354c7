import { isDeal, type LedgerRecord } from '#features/ea/rules/records.ts'
import { toBroker } from '#features/ea/rules/reception/clock.ts'
import type { Mt4Order, Mt5Deal } from '#features/ea/sync-contract.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { attachStatement } from '../owner-answers.ts'
import { found, namedAtMost, share } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'
import { positionOf, volumeSlack, type ListedPosition } from './listed-positions.ts'

/** One contradiction: what of which position, as it was listed and as the record says. */
interface Contradiction {
  ticket: string
  what: 'side' | 'volume' | 'open_price'
  /** As it is stored. */
  seen: string | number
  recorded: string | number
}

type Opened = Pick<ListedPosition, 'side' | 'volume' | 'price'>

/** A list and a history are not read at the same moment: what two syncs this far apart listed alike is believed. */
const steadyMs = 2 * MINUTE_MS
/** A split leaves what a position is worth; the market may have moved by this share since. */
const splitShare = 0.25

/** A record contradicts the position that was listed while it was open. */
export const contradictedPositions = syncRule({
  thresholds: { position_price_share: share(0.0001) },
  findings: {
    position_contradicted: {
      rule: 'R54',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'A record differs from the position as it was listed: another side, more volume, or an opening price more than `position_price_share` off.',
      name: 'Posizione contraddetta',
      public: 'Un’operazione chiusa non corrisponde alla posizione che avevamo visto aperta.',
      owner: {
        observed: 'Un’operazione chiusa non corrisponde alla posizione vista aperta: il conto è in verifica.',
        answer: `Rispondi dicendo che cosa è successo a quella posizione. ${attachStatement}`,
      },
      admin: 'Prezzo, verso o volume della chiusura contraddicono la posizione vista aperta.',
    },
  },
  terms: { recorded: 'Registrato', seen: 'Visto', what: 'Che cosa' },
  section: 'positions',
  memory: {},
  detect(memory, facts, { position_price_share }) {
    const { outcome } = facts
    if (outcome.snapshot === null || outcome.records.length === 0) return { memory, findings: [], checked: [] }
    const contradictions = contradictionsOf(facts, position_price_share)
    const evidence = { records: contradictions.slice(0, namedAtMost), price_share: position_price_share }
    const { length } = contradictions
    return { memory, findings: length === 0 ? [] : [found('position_contradicted', evidence, length)], checked: [] }
  },
})

function contradictionsOf({ account, request, received, outcome, listed }: SyncFacts, share: number): Contradiction[] {
  // An exchange's clearing gives open positions a new price every day.
  const entryShare = request.account.margin_mode === 'exchange' ? Infinity : share
  const records = outcome.records.map(({ record }) => record)
  const orders = records.filter((record): record is Mt4Order => !isDeal(record))
  const deals = records.filter((record): record is Mt5Deal => isDeal(record) && isDealing(record))
  const open = new Map((request.snapshot.positions ?? []).map((position) => [position.id, position]))
  const openedAfter = openingOf({ account, received })
  // A position that was not listed for a day may have been split or moved by the broker meanwhile.
  const recent = (id: string) => {
    const one = positionOf(listed, id)
    return one !== undefined && received.receipt - one.last <= DAY_MS ? one : undefined
  }
  const contradictions = orders.flatMap((order) => againstOrder(recent(order.ticket), order, share))
  for (const [id, those] of Map.groupBy(deals, ({ position }) => position)) {
    if (those.some(({ entry }) => entry === 'inout')) continue
    const before = recent(id)
    const isKnown = [account.intake.stretches, account.intake.late_stretches].some((one) => Object.hasOwn(one, id))
    contradictions.push(...againstExits(before, those, isKnown))
    if (isKnown) continue
    const now = open.get(id)
    if (before !== undefined && before.open > openedAfter) {
      contradictions.push(...againstEntries(before, those, entryShare, isSteady(before)))
    } else if (positionOf(listed, id) === undefined && now !== undefined && now.open_time > openedAfter) {
      contradictions.push(...againstEntries({ ...now, price: now.open_price }, those, entryShare, false))
    }
  }
  return contradictions
}

/** Broker seconds of t_0: entries before it may be older than the history. Before t_0 nothing is after it. */
function openingOf({ account, received }: Pick<SyncFacts, 'account' | 'received'>): number {
  if (account.first_snapshot === null) return Infinity
  return account.intake.opening_tick ?? toBroker(received.clock, account.first_snapshot)
}

const isDealing = ({ type }: LedgerRecord): boolean => type === 'buy' || type === 'sell'
const isSteady = ({ from, last }: ListedPosition): boolean => last - from >= steadyMs

/** MT4: side, price and volume of an open order never change, but that a partial close makes it smaller, and a split another. */
function againstOrder(one: ListedPosition | undefined, order: Mt4Order, share: number): Contradiction[] {
  if (one === undefined || !isDealing(order)) return []
  const { ticket } = order
  if (order.type !== one.side) return [{ ticket, what: 'side', seen: one.side, recorded: order.type }]
  if (mayBeSplit(one, order.lots, order.close_price)) return []
  if (order.lots > one.volume + volumeSlack) return [{ ticket, what: 'volume', seen: one.volume, recorded: order.lots }]
  return priceOff(one.price, order.open_price, share)
    ? [{ ticket, what: 'open_price', seen: one.price, recorded: order.open_price }]
    : []
}

/**
 * MT5: what left the position is of the other side and no more than what was in it, with what was added since; where its entries
 * come only now, they are what was in it.
 */
function againstExits(one: ListedPosition | undefined, deals: readonly Mt5Deal[], isKnown: boolean): Contradiction[] {
  if (one === undefined || !isSteady(one)) return []
  const exits = deals.filter(({ entry }) => entry === 'out' || entry === 'out_by')
  const wrong = exits.find(({ type }) => type === one.side)
  if (wrong !== undefined) return [{ ticket: wrong.ticket, what: 'side', seen: one.side, recorded: other(wrong.type) }]
  const added = volumeOf(deals.filter(({ entry }) => entry === 'in'))
  const most = isKnown ? one.volume + added : Math.max(one.volume, added)
  const left = volumeOf(exits)
  const last = exits.at(-1)
  if (last === undefined || left <= most + volumeSlack || mayBeSplit(one, left, last.price)) return []
  return [{ ticket: last.ticket, what: 'volume', seen: most, recorded: left }]
}

/**
 * MT5: a position all of whose deals come now was, after one of them, what the list said: the same side and volume at the same
 * average price. A volume that it never had contradicts only where it was listed steadily.
 */
function againstEntries(one: Opened, deals: readonly Mt5Deal[], share: number, steady: boolean): Contradiction[] {
  let [volume, average] = [0, 0]
  let wrong: Contradiction | null = null
  let newest: Mt5Deal | undefined
  for (const deal of deals) {
    if (deal.volume === 0) continue
    if (deal.entry === 'in') {
      average = (average * volume + deal.price * deal.volume) / (volume + deal.volume)
      volume += deal.volume
      newest = deal
    } else volume -= deal.volume
    if (newest === undefined || Math.abs(volume - one.volume) > volumeSlack) continue
    const { ticket, type } = newest
    if (type !== one.side) wrong = { ticket, what: 'side', seen: one.side, recorded: type }
    else if (!priceOff(one.price, average, share)) return []
    else wrong = { ticket, what: 'open_price', seen: one.price, recorded: average }
  }
  if (newest === undefined) return []
  if (wrong !== null) return [wrong]
  return steady ? [{ ticket: newest.ticket, what: 'volume', seen: one.volume, recorded: newest.volume }] : []
}

/** Another volume at a price that leaves what it is worth. @param price at which the volume was closed */
const mayBeSplit = (one: ListedPosition, volume: number, price: number): boolean =>
  Math.abs(volume - one.volume) > volumeSlack &&
  Math.abs(volume * price - one.volume * one.mark) <= splitShare * Math.abs(one.volume * one.mark) &&
  Math.abs(price - one.mark) > splitShare * Math.abs(one.mark)

const other = (side: string): string => (side === 'buy' ? 'sell' : 'buy')
const volumeOf = (deals: readonly Mt5Deal[]): number => deals.reduce((sum, { volume }) => sum + volume, 0)
const priceOff = (listed: number, recorded: number, share: number): boolean =>
  Math.abs(listed - recorded) > share * Math.abs(listed)

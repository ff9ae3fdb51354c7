import { utcDay } from '#shared/dates.ts'
import { atTime, hasPlan, type DatedTrader, type ListedTrader, type PlacedTrader } from '../listed.ts'
import { packSlots, unpackSlots, type Block, type Stores } from './block.ts'
import { createByteStore } from './byte-store.ts'
import { createColumn } from './column.ts'
import { createColumns, type Columns } from './columns.ts'
import { createEarlierPlaces, type EarlierPlaces } from './earlier-places.ts'
import { createFilterColumns, type Filter, type LimitFigure } from './filter-columns.ts'
import { packFigures, unpackFigures, type KnownFigures } from './packed-figures.ts'
import { packTrader, unpackTrader } from './packed-trader.ts'
import { createSearchTexts, searchText, type SearchTexts } from './search-texts.ts'
import { createTotals, type Totals } from './totals.ts'
import { createTraderIds } from './trader-ids.ts'
import { createUsernames } from './usernames.ts'

/**
 * The listed traders in memory, packed, with all orders of the list. There is one, and it is changed in place: the work of a change does
 * not depend on how many traders there are. Changes and reads of one turn of the event loop see the same table.
 */
export interface TraderTable {
  /** Slot 0 is free for comparisons: no trader has it. */
  readonly columns: Columns
  readonly texts: SearchTexts
  /** One more than the highest slot in use. */
  readonly slots: number
  /** Traders may come and go while it is read: those who stay are in it. */
  ids: () => IteratorObject<string>
  has: (traderId: string) => boolean
  slotOf: (traderId: string) => number | undefined
  /** The trader of a slot as of the last change or effect of the clock. */
  trader: (slot: number) => PlacedTrader
  /** A trader as evaluated for a UTC day, with the figures of the closed days; null where they are not known. */
  known: (traderId: string, day: number) => { trader: ListedTrader; figures: KnownFigures } | null
  username: (slot: number) => string
  /** In any case. */
  slotOfUsername: (username: string) => number | undefined
  asOf: (slot: number) => number
  /** The newest `asOf` of all, milliseconds UTC; 0 without traders. */
  newest: () => number
  /** Sums over all traders. They follow each change, and are whole numbers, so that every instance has the same. */
  readonly totals: Readonly<Totals>
  readonly earlier: EarlierPlaces
  /** A number for each text of the filters; undefined for one that no trader has. */
  codeOf: (text: string) => number | undefined
  /** By slot; 0 for a trader without one. */
  codes: (filter: Filter) => Uint16Array
  /** By slot; -1 for a trader without the figure. */
  limits: (figure: LimitFigure) => Float64Array
  /** Sets a trader with a plan, and takes one without out. False where nothing changed. */
  put: (traderId: string, dated: DatedTrader, now: number) => boolean
  remove: (traderId: string) => boolean
  /** The next change of the trader must be read whole. */
  clearFigures: (traderId: string) => void
  /** Goes over to the next day with what is known of it. False where the trader must be read. */
  turn: (traderId: string, now: number) => boolean
  /** Starts a round: every trader counts as unread. */
  startRound: () => void
  /** Whether the trader was read whole since the round began. */
  isRead: (traderId: string) => boolean
  /** The traders of whom the clock alone has changed something by `now`, in parts: each looks at so many slots as take about a millisecond. */
  due: (now: number) => Iterable<string[]>
  /** Applies the effects of the clock on a trader. */
  age: (traderId: string, now: number) => void
  /** All traders, so many at once; those of one block are of one moment. */
  blocks: (size: number) => Iterable<Block>
  /** Fills an empty table with the blocks of another one, as of `at`. The table is empty again where they cannot be read. */
  fill: (blocks: AsyncIterable<Block>, at: number) => Promise<void>
}

const nothing = Buffer.alloc(0)
const slotsAtOnce = 200_000

export function createTraderTable(): TraderTable {
  const ids = createTraderIds()
  const columns = createColumns(ids)
  const texts = createSearchTexts()
  const usernames = createUsernames()
  const days = createColumn(Uint32Array)
  /** The trader, packed, for its day and for the next one; empty where the next day's figures must be read. */
  const today = createByteStore()
  const tomorrow = createByteStore()
  /** Not stored: a program that computes anything else reads each trader whole once. */
  const figures = createByteStore()
  const earlier = createEarlierPlaces(ids)
  /** One more than the highest slot that was ever in use. */
  let slots = 1
  const free: number[] = []
  const filters = createFilterColumns()
  const asOf = createColumn(Float64Array)
  const nextChange = createColumn(Float64Array)
  const connected = createColumn(Uint8Array)
  let read = createColumn(Uint8Array)
  const { totals, count } = createTotals(columns, connected)
  /** Null where it must be looked for: the trader with it has gone. */
  let newest: number | null = 0
  let time = 0
  /** The parts of a trader that a stored table has. */
  const stores: Stores = {
    numbers: [
      ...columns.stored,
      ...Object.values(filters.codes),
      ...Object.values(filters.limits),
      days,
      asOf,
      nextChange,
      connected,
    ],
    values: [today, tomorrow, texts],
  }

  function setAsOf(slot: number, value: number): void {
    const before = asOf.values[slot] ?? 0
    asOf.set(slot, value)
    if (newest === null) return
    if (value >= newest) newest = value
    else if (before === newest) newest = null
  }

  function write(slot: number, trader: ListedTrader): void {
    const { entry } = trader
    if (usernames.of(slot) !== '') count(slot, -1)
    usernames.set(slot, entry.username)
    setAsOf(slot, trader.asOf)
    nextChange.set(slot, trader.nextChange)
    connected.set(slot, Number(entry.status === 'connected'))
    filters.write(slot, trader)
    columns.write(slot, trader, trader.sortValues)
    columns.place(slot)
    count(slot, 1)
    texts.set(slot, searchText(trader))
  }

  function remove(traderId: string): boolean {
    const slot = ids.slotOf(traderId)
    if (slot === 0) return false
    columns.remove(slot)
    ids.delete(slot)
    earlier.leave(traderId, slot)
    release(slot)
    return true
  }

  /** Empties a slot that stands in no order. */
  function release(slot: number): void {
    count(slot, -1)
    for (const store of [today, tomorrow, texts, figures]) store.set(slot, nothing)
    usernames.set(slot, '')
    setAsOf(slot, 0)
    nextChange.set(slot, Infinity)
    read.set(slot, 0)
    free.push(slot)
  }

  /** Gives a trader a slot. */
  function enter(traderId: string, slot = free.pop() ?? slots): number {
    slots = Math.max(slots, slot + 1)
    ids.set(slot, traderId)
    earlier.arrive(traderId, slot)
    return slot
  }

  /** @param packed of the trader */
  function place(traderId: string, day: number, packed: Buffer, undated: ListedTrader, now: number): boolean {
    const trader = atTime(undated, now)
    if (!hasPlan(trader.timed, now)) return remove(traderId)
    const slot = ids.slotOf(traderId) || enter(traderId)
    days.set(slot, day)
    today.set(slot, packed)
    write(slot, trader)
    return true
  }

  function put(traderId: string, dated: DatedTrader, now: number): boolean {
    time = now
    const packed = packTrader(dated.today)
    const known = ids.slotOf(traderId)
    const isSame = known > 0 && days.values[known] === dated.day && packed.equals(today.get(known))
    const changed = !isSame && place(traderId, dated.day, packed, dated.today, now)
    const slot = ids.slotOf(traderId)
    if (slot === 0) return changed
    tomorrow.set(slot, dated.tomorrow === null ? nothing : packTrader(dated.tomorrow))
    if (dated.figures !== undefined) {
      figures.set(slot, dated.figures === null ? nothing : packFigures(dated.figures))
      read.set(slot, 1)
    }
    return changed
  }

  function blockOf(from: number, to: number): Block {
    const used: number[] = []
    for (let slot = from; slot < to; slot += 1) if (ids.isUsed(slot)) used.push(slot)
    const named = { ids: used.map(ids.of), usernames: used.map(usernames.of), codes: filters.texts() }
    return { ...named, ...packSlots(used, stores) }
  }

  /** Adds traders that stand in no order yet. */
  function add(block: Block): void {
    // The numbers of the codes are those of the table that wrote them.
    filters.add(block.codes)
    const first = slots
    slots += block.ids.length
    unpackSlots(block, stores, first)
    for (const [index, id] of block.ids.entries()) {
      const slot = first + index
      count(slot, 1)
      // A trader may have left the table and come back while it was written.
      if (ids.slotOf(id) > 0) release(slot)
      else {
        enter(id, slot)
        usernames.set(slot, block.usernames[index] ?? '')
      }
    }
  }

  return {
    columns,
    texts,
    get slots() {
      return slots
    },
    ids: () => ids.slots().map(ids.of),
    has: (traderId) => ids.slotOf(traderId) > 0,
    slotOf: (traderId) => ids.slotOf(traderId) || undefined,
    trader: (slot) => atTime(unpackTrader(columns.id(slot), today.get(slot)), time),
    known(traderId, day) {
      const slot = ids.slotOf(traderId)
      if (slot === 0 || days.values[slot] !== day) return null
      const known = unpackFigures(figures.get(slot))
      return known && { trader: unpackTrader(traderId, today.get(slot)), figures: known }
    },
    username: usernames.of,
    slotOfUsername: (username) => usernames.slotOf(username) || undefined,
    asOf: (slot) => asOf.values[slot] ?? 0,
    newest() {
      if (newest === null) {
        newest = 0
        for (let slot = 1; slot < slots; slot += 1) newest = Math.max(newest, asOf.values[slot] ?? 0)
      }
      return newest
    },
    totals,
    earlier,
    codeOf: filters.codeOf,
    codes: (filter) => filters.codes[filter].values,
    limits: (figure) => filters.limits[figure].values,
    put,
    remove,
    clearFigures(traderId) {
      const slot = ids.slotOf(traderId)
      if (slot > 0) figures.set(slot, nothing)
    },
    turn(traderId, now) {
      const slot = ids.slotOf(traderId)
      const day = days.values[slot]
      if (slot === 0 || day === utcDay(now)) return true
      // A copy: the store writes over what it gives.
      const packed = Buffer.from(tomorrow.get(slot))
      if (packed.length === 0 || day !== utcDay(now) - 1) return false
      time = now
      tomorrow.set(slot, nothing)
      figures.set(slot, nothing)
      place(traderId, day + 1, packed, unpackTrader(traderId, packed), now)
      return true
    },
    startRound() {
      read = createColumn(Uint8Array)
    },
    isRead: (traderId) => read.values[ids.slotOf(traderId)] === 1,
    *due(now) {
      time = now
      for (let from = 1; from < slots; from += slotsAtOnce) {
        const due: string[] = []
        for (let slot = from; slot < Math.min(from + slotsAtOnce, slots); slot += 1)
          if ((nextChange.values[slot] ?? 0) <= now) due.push(columns.id(slot))
        yield due
      }
    },
    age(traderId, now) {
      const slot = ids.slotOf(traderId)
      if (slot === 0) return
      const trader = atTime(unpackTrader(traderId, today.get(slot)), now)
      if (hasPlan(trader.timed, now)) write(slot, trader)
      else remove(traderId)
    },
    *blocks(size) {
      for (let from = 1; from < slots; from += size) yield blockOf(from, Math.min(from + size, slots))
    },
    async fill(blocks, at) {
      time = at
      try {
        for await (const block of blocks) add(block)
      } catch (error) {
        for (const slot of ids.slots()) remove(ids.of(slot))
        throw error
      }
      await columns.fill(Uint32Array.from(ids.slots()))
      newest = null
    },
  }
}

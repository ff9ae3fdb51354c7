import { utcDay } from '#shared/dates.ts'
import { levels } from '#shared/levels.ts'
import { atTime, hasPlan, type DatedTrader, type ListedTrader, type PlacedTrader } from '../listed.ts'
import { packSlots, unpackSlots, type Block, type Stores } from './block.ts'
import { createByteStore } from './byte-store.ts'
import { createColumn, type Column } from './column.ts'
import { createColumns, type Columns } from './columns.ts'
import { createEarlierPlaces, type EarlierPlaces } from './earlier-places.ts'
import { packFigures, unpackFigures, type KnownFigures } from './packed-figures.ts'
import { packTrader, unpackTrader } from './packed-trader.ts'
import { createSearchTexts, searchText, type SearchTexts } from './search-texts.ts'
import { createTotals, type Totals } from './totals.ts'
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
  /** The traders of whom the clock alone has changed something by `now`. */
  due: (now: number) => string[]
  /** Applies the effects of the clock on a trader. */
  age: (traderId: string, now: number) => void
  /** All traders, so many at once; those of one block are of one moment. */
  blocks: (size: number) => Iterable<Block>
  /** Fills an empty table with the blocks of another one, as of `at`. The table is empty again where they cannot be read. */
  fill: (blocks: AsyncIterable<Block>, at: number) => Promise<void>
}

export type Filter = 'platform' | 'trading_style' | 'risk_level' | 'country' | 'currency' | 'diamond'
/** Figures that a filter limits and no list is sorted by: the level's number, and the largest loss of a month in percent. */
export type LimitFigure = 'level' | 'month_loss'

const nothing = Buffer.alloc(0)

export function createTraderTable(): TraderTable {
  const columns = createColumns()
  const texts = createSearchTexts()
  const usernames = createUsernames()
  const days = createColumn(Uint32Array)
  /** The trader, packed, for its day and for the next one; empty where the next day's figures must be read. */
  const today = createByteStore()
  const tomorrow = createByteStore()
  /** Not stored: a program that computes anything else reads each trader whole once. */
  const figures = createByteStore()
  const slotById = new Map<string, number>()
  const earlier = createEarlierPlaces(slotById)
  const free: number[] = []
  const codeOfText = new Map<string, number>()
  const codes: Readonly<Record<Filter, Column<Uint16Array>>> = {
    platform: createColumn(Uint16Array),
    trading_style: createColumn(Uint16Array),
    risk_level: createColumn(Uint16Array),
    country: createColumn(Uint16Array),
    currency: createColumn(Uint16Array),
    diamond: createColumn(Uint16Array),
  }
  const limits = { level: createColumn(Float64Array), month_loss: createColumn(Float64Array) }
  const asOf = createColumn(Float64Array)
  const nextChange = createColumn(Float64Array)
  const connected = createColumn(Uint8Array)
  const { totals, count } = createTotals(columns, connected)
  /** Null where it must be looked for: the trader with it has gone. */
  let newest: number | null = 0
  let time = 0
  /** The parts of a trader that a stored table has. */
  const stores: Stores = {
    numbers: [...columns.stored, ...Object.values(codes), ...Object.values(limits), days, asOf, nextChange, connected],
    values: [today, tomorrow, texts],
  }

  function setAsOf(slot: number, value: number): void {
    const before = asOf.values[slot] ?? 0
    asOf.set(slot, value)
    if (newest === null) return
    if (value >= newest) newest = value
    else if (before === newest) newest = null
  }

  function codeFor(text: string | null): number {
    if (text === null) return 0
    const known = codeOfText.get(text) ?? codeOfText.size + 1
    codeOfText.set(text, known)
    return known
  }

  function write(slot: number, trader: ListedTrader): void {
    const { entry } = trader
    if (usernames.of(slot) !== undefined) count(slot, -1)
    usernames.set(slot, entry.username)
    setAsOf(slot, trader.asOf)
    nextChange.set(slot, trader.nextChange)
    connected.set(slot, Number(entry.status === 'connected'))
    codes.platform.set(slot, codeFor(entry.platform_type))
    codes.trading_style.set(slot, codeFor(entry.trading_style))
    codes.risk_level.set(slot, codeFor(entry.risk_level))
    codes.country.set(slot, codeFor(entry.country))
    codes.currency.set(slot, codeFor(entry.account_currency))
    codes.diamond.set(slot, codeFor(entry.is_diamond ? '1' : null))
    limits.level.set(slot, levels.indexOf(entry.verification_level))
    limits.month_loss.set(slot, trader.sought.worstMonth ?? -1)
    columns.write(slot, trader, trader.sortValues)
    columns.place(slot)
    count(slot, 1)
    texts.set(slot, searchText(trader))
  }

  function remove(traderId: string): boolean {
    const slot = slotById.get(traderId)
    if (slot === undefined) return false
    columns.remove(slot)
    slotById.delete(traderId)
    release(slot)
    return true
  }

  /** Empties a slot that stands in no order. */
  function release(slot: number): void {
    count(slot, -1)
    for (const store of [today, tomorrow, texts, figures]) store.set(slot, nothing)
    usernames.set(slot, undefined)
    setAsOf(slot, 0)
    nextChange.set(slot, Infinity)
    free.push(slot)
  }

  /** @param packed of the trader */
  function place(traderId: string, day: number, packed: Buffer, undated: ListedTrader, now: number): boolean {
    const trader = atTime(undated, now)
    if (!hasPlan(trader.timed, now)) return remove(traderId)
    const slot = slotById.get(traderId) ?? free.pop() ?? usernames.length
    slotById.set(traderId, slot)
    earlier.place(traderId, slot)
    days.set(slot, day)
    today.set(slot, packed)
    write(slot, trader)
    return true
  }

  function put(traderId: string, dated: DatedTrader, now: number): boolean {
    time = now
    const packed = packTrader(dated.today)
    const known = slotById.get(traderId)
    const isSame = known !== undefined && days.values[known] === dated.day && packed.equals(today.get(known))
    const changed = !isSame && place(traderId, dated.day, packed, dated.today, now)
    const slot = slotById.get(traderId)
    if (slot === undefined) return changed
    tomorrow.set(slot, dated.tomorrow === null ? nothing : packTrader(dated.tomorrow))
    if (dated.figures !== undefined) figures.set(slot, dated.figures === null ? nothing : packFigures(dated.figures))
    return changed
  }

  function blockOf(from: number, to: number): Block {
    const slots: number[] = []
    for (let slot = from; slot < to; slot += 1) if (usernames.of(slot) !== undefined) slots.push(slot)
    const names = slots.map((slot) => usernames.of(slot) ?? '')
    return { ids: slots.map(columns.id), usernames: names, codes: [...codeOfText.keys()], ...packSlots(slots, stores) }
  }

  /** Adds traders that stand in no order yet. */
  function add(block: Block): void {
    // The numbers of the codes are those of the table that wrote them.
    for (const text of block.codes) codeFor(text)
    const first = usernames.length
    unpackSlots(block, stores, first)
    for (const [index, id] of block.ids.entries()) {
      const slot = first + index
      columns.setId(slot, id)
      count(slot, 1)
      // A trader may have left the table and come back while it was written.
      const isThere = slotById.has(id)
      usernames.set(slot, isThere ? undefined : block.usernames[index])
      if (isThere) release(slot)
      else slotById.set(id, slot)
      earlier.place(id, slot)
    }
  }

  return {
    columns,
    texts,
    get slots() {
      return usernames.length
    },
    ids: () => slotById.keys(),
    has: (traderId) => slotById.has(traderId),
    slotOf: (traderId) => slotById.get(traderId),
    trader: (slot) => atTime(unpackTrader(columns.id(slot), today.get(slot)), time),
    known(traderId, day) {
      const slot = slotById.get(traderId)
      if (slot === undefined || days.values[slot] !== day) return null
      const known = unpackFigures(figures.get(slot))
      return known && { trader: unpackTrader(traderId, today.get(slot)), figures: known }
    },
    username: (slot) => usernames.of(slot) ?? '',
    slotOfUsername: usernames.slotOf,
    asOf: (slot) => asOf.values[slot] ?? 0,
    newest() {
      if (newest === null) {
        newest = 0
        for (let slot = 1; slot < usernames.length; slot += 1) newest = Math.max(newest, asOf.values[slot] ?? 0)
      }
      return newest
    },
    totals,
    earlier,
    codeOf: (text) => codeOfText.get(text),
    codes: (filter) => codes[filter].values,
    limits: (figure) => limits[figure].values,
    put,
    remove,
    clearFigures(traderId) {
      const slot = slotById.get(traderId)
      if (slot !== undefined) figures.set(slot, nothing)
    },
    turn(traderId, now) {
      const slot = slotById.get(traderId)
      const day = slot === undefined ? undefined : days.values[slot]
      if (slot === undefined || day === utcDay(now)) return true
      // A copy: the store writes over what it gives.
      const packed = Buffer.from(tomorrow.get(slot))
      if (packed.length === 0 || day !== utcDay(now) - 1) return false
      time = now
      tomorrow.set(slot, nothing)
      figures.set(slot, nothing)
      place(traderId, day + 1, packed, unpackTrader(traderId, packed), now)
      return true
    },
    due(now) {
      time = now
      const due: string[] = []
      for (let slot = 1; slot < usernames.length; slot += 1)
        if ((nextChange.values[slot] ?? 0) <= now) due.push(columns.id(slot))
      return due
    },
    age(traderId, now) {
      const slot = slotById.get(traderId)
      if (slot === undefined) return
      const trader = atTime(unpackTrader(traderId, today.get(slot)), now)
      if (hasPlan(trader.timed, now)) write(slot, trader)
      else remove(traderId)
    },
    *blocks(size) {
      for (let from = 1; from < usernames.length; from += size)
        yield blockOf(from, Math.min(from + size, usernames.length))
    },
    async fill(blocks, at) {
      time = at
      try {
        for await (const block of blocks) add(block)
      } catch (error) {
        for (const id of slotById.keys()) remove(id)
        throw error
      }
      await columns.fill(Uint32Array.from(slotById.values()))
      newest = null
    },
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { publicCodes } from '#features/integrity/rules/catalogue.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, HOUR_MS, utcDay } from '#shared/dates.ts'
import type { Queryable } from '#server/database/database.ts'
import { inSlices, nextItems } from '#server/in-slices.ts'
import { haveSameRates } from '../../rules/closed-days.ts'
import { boundAccounts, readAccount, type StoredAccount } from '../account-queries.ts'
import { listedTraderIds, readTraderRow, tradersById, type StoredTrader } from '../queries.ts'
import { readRecentDays } from '../recent-days.ts'
import { evaluateAccount, evaluateRow } from './evaluated.ts'
import type { DatedTrader } from './listed.ts'
import { createIdMap, type IdMap } from './table/id-map.ts'
import type { TraderTable } from './table/trader-table.ts'

const syncCodes: ReadonlySet<string> = new Set(publicCodes('sync'))

/** Traders of one statement, and of one slice of work: less than ten milliseconds between two turns of the event loop. */
export const sliceSize = 64
/** Ids of one slice, of which nothing but a set is made. */
export const idsInSlice = 1_000
/** Accounts of one statement: a kilobyte each. */
const accountsAtOnce = 512

/** Before midnight (UTC) a trader is evaluated for the next day, too. Milliseconds. */
const aheadMs = HOUR_MS
/** The UTC day for which a trader who is read at `now` is evaluated last. */
export const lastDay = (now: number) => utcDay(now + aheadMs)

/**
 * Keeps the table of listed traders. One writer at a time. A trader whose stored state cannot be evaluated keeps the last
 * figures, or stays out of the list without any. The others go on: one bad row never stops them.
 */
export interface TraderIndex {
  /** Every trader who is listed, or belongs in the list at `now`. */
  everybody: (now: number) => Promise<IdMap<true>>
  /**
   * Those of `everybody` who were not read whole since the round began, as they are reached: nothing is collected. It ends with the first
   * failure.
   */
  unread: (now: number) => AsyncGenerator<string>
  /** Reads the named traders again: changed, new or gone. False when nothing of the list changed. */
  reload: (ids: readonly string[], now: number) => Promise<boolean>
  /**
   * Reads the accounts of traders of whom nothing else changed since they were read. @param tx of the moment up to which that holds
   * @returns the traders that must be read whole
   */
  follow: (tx: Queryable, ids: readonly string[], now: number) => Promise<{ touched: boolean; left: string[] }>
  /** Reads everybody. A failure leaves the rest unread. @param onRead after each slice of traders */
  reloadAll: (now: number, onRead?: (progress: Progress) => void) => Promise<void>
  /** Goes over to the day of `now` from memory. @returns the traders that must be read for it */
  turn: (ids: readonly string[], now: number) => Promise<string[]>
  /** Applies the effects of the clock; true when anything changed. */
  age: (now: number) => Promise<boolean>
}

/** The step of a load: it reads the stored ranking, who is listed, or the traders, with how many are read so far and how many there are to read. */
export type Progress = { step: 'stored' } | { step: 'list' } | { step: 'traders'; read: number; of: number }

/** @param closing ends a read between two of its statements, which then throws */
export function createTraderIndex(
  { sql, log }: Pick<Kernel, 'sql' | 'log'>,
  table: TraderTable,
  closing: AbortSignal,
): TraderIndex {
  /** Traders who could not be evaluated at the last read: logged once, not at every sync. */
  const faulty = new Set<string>()
  /** The rates of the closed days' figures, by a number that changes with them. */
  let known: { rates: Rates; day: number; number: number } | null = null
  const currencies = new Set<string>()

  /** The trader's figures; `'kept'` for the last ones, null for none. */
  function evaluate(stored: StoredTrader, rates: Rates, now: number): DatedTrader | 'kept' | null {
    const { trader_id } = stored
    try {
      const row = readTraderRow(stored)
      const rows = readRecentDays(row.recent_days)
      const { tomorrow } = row
      const day = utcDay(now)
      const { trader, closed } = evaluateRow(row, rates, now, rows)
      // An imported history counts by the day of its match: it is read again.
      const next =
        tomorrow === null || row.imported !== null
          ? null
          : evaluateRow({ ...row, ...tomorrow }, rates, (day + 1) * DAY_MS, rows).trader
      faulty.delete(trader_id)
      currencies.add(row.currency)
      // A finding of one sync goes with the next one.
      const isLasting = row.flags.every((code) => !syncCodes.has(code))
      const figures =
        closed === null || !isLasting ? null : { account_id: row.account_id, rates: numberOf(rates, day), closed }
      return { day, today: trader, tomorrow: next, figures }
    } catch (error) {
      if (!faulty.has(trader_id)) log.error({ err: error, trader_id }, 'trader not evaluated, the last figures stay')
      faulty.add(trader_id)
      const slot = table.slotOf(trader_id)
      // Amounts that the owner just hid are not shown a moment longer.
      const shows = slot !== undefined && table.trader(slot).entry.account_balance !== null
      return stored.hide_amounts && shows ? null : 'kept'
    }
  }

  /** The number of these rates: the same as long as the last 30 days have the same ones. */
  function numberOf(rates: Rates, day: number): number {
    if (known?.rates === rates && known.day === day) return known.number
    const isSame = known !== null && haveSameRates(known.rates, rates, currencies, day)
    known = { rates, day, number: (known?.number ?? 0) + Number(!isSame) }
    return known.number
  }

  /** The trader as the changed account makes it; null where more must be read. */
  function followed(stored: StoredAccount, rates: Rates, now: number): DatedTrader | null {
    const day = utcDay(now)
    const former = table.known(stored.trader_id, day)
    if (former === null || lastDay(now) !== day) return null
    const { figures } = former
    if (figures.account_id !== stored.account_id || figures.rates !== numberOf(rates, day)) return null
    try {
      const today = evaluateAccount(former.trader, readAccount(stored), figures.closed, rates, now)
      return today && { day, today, tomorrow: null }
    } catch {
      // The read of all says what is wrong.
      return null
    }
  }

  async function follow(
    tx: Queryable,
    ids: readonly string[],
    now: number,
  ): Promise<{ touched: boolean; left: string[] }> {
    const rates = await loadRates(sql)
    const left = new Set(ids)
    let touched = false
    for (let start = 0; start < ids.length; start += accountsAtOnce) {
      closing.throwIfAborted()
      const accounts = await boundAccounts(tx, ids.slice(start, start + accountsAtOnce))
      const followOne = (account: StoredAccount) => {
        const dated = followed(account, rates, now)
        if (dated === null) return
        left.delete(account.trader_id)
        touched = table.put(account.trader_id, dated, now) || touched
      }
      await inSlices(accounts, sliceSize, followOne, closing)
    }
    return { touched, left: [...left] }
  }

  async function reload(ids: Iterable<string>, now: number, onRead?: (read: number) => void): Promise<boolean> {
    let touched = false
    const rates = await loadRates(sql)
    const rest = Iterator.from(ids)
    let done = 0
    const readNext = () => {
      const slice = nextItems(rest, sliceSize)
      if (slice.length === 0) return null
      const rows = tradersById(sql, slice, utcDay(now), lastDay(now) > utcDay(now))
      // The error arrives where the rows are awaited, if they still are.
      rows.catch(() => undefined)
      return { slice, rows }
    }
    let coming = readNext()
    while (coming !== null) {
      closing.throwIfAborted()
      const { slice } = coming
      const rows = await coming.rows
      // PostgreSQL reads the next ones while these are evaluated.
      coming = readNext()
      const found = new Map(rows.map((row) => [row.trader_id, row]))
      for (const id of slice) {
        const row = found.get(id)
        // A trader who closed the account has a page, and no place in the list; one whose e-mail is unproven has neither.
        const dated = row?.closed_at === null && !row.email_awaited ? evaluate(row, rates, now) : null
        if (dated === 'kept') {
          table.clearFigures(id)
          continue
        }
        touched = (dated === null ? table.remove(id) : table.put(id, dated, now)) || touched
      }
      done += slice.length
      onRead?.(done)
    }
    return touched
  }

  async function everybody(now: number): Promise<IdMap<true>> {
    const ids = createIdMap<true>()
    const add = (id: string) => ids.set(id, true)
    await inSlices(table.ids(), idsInSlice, add, closing)
    for await (const listed of listedTraderIds(sql, now)) await inSlices(listed, idsInSlice, add, closing)
    closing.throwIfAborted()
    return ids
  }

  async function* unread(now: number): AsyncGenerator<string> {
    let passed = 0
    for (const id of table.ids()) {
      if (!table.isRead(id)) yield id
      passed += 1
      if (passed % idsInSlice === 0) await nextTurn()
    }
    for await (const listed of listedTraderIds(sql, now)) for (const id of listed) if (!table.has(id)) yield id
  }

  return {
    everybody,
    unread,
    reload: (ids, now) => reload(ids, now),
    follow,
    async reloadAll(now, onRead) {
      const ids = await everybody(now)
      await reload(ids.keys(), now, (read) => onRead?.({ step: 'traders', read, of: ids.size }))
    },
    async turn(ids, now) {
      const unknown: string[] = []
      await inSlices(ids, sliceSize, (id) => table.turn(id, now) || unknown.push(id), closing)
      return unknown
    },
    async age(now) {
      let hasAged = false
      for (const due of table.due(now)) {
        await inSlices(due, sliceSize, (id) => table.age(id, now), closing)
        hasAged ||= due.length > 0
        await nextTurn()
      }
      return hasAged
    },
  }
}

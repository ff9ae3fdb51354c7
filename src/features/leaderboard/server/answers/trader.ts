import type { Rates } from '#features/performance/rules/currency.ts'
import type { ImportedHistory } from '#features/performance/rules/imported.ts'
import { loadRates } from '#features/performance/server/service.ts'
import { isDatabaseAway, oneMoment, type Queryable, type Sql } from '#server/database/database.ts'
import { readPublic } from '#server/database/replica.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { moneyOf } from '#shared/rounding.ts'
import type { Evaluation } from '../../rules.ts'
import { evaluateRow, type EvaluatedRow } from '../ranking/evaluated.ts'
import { hasPlan, type ListedTrader, type PlacedTrader } from '../ranking/listed.ts'
import { knownTrader, readTraderRow, tradersById, type KnownTrader, type TraderRow } from '../queries.ts'
import type { Snapshot } from '../ranking/snapshot.ts'

/**
 * How long an answer is sent without another look-up, in milliseconds, unless a person or a job changed anything meanwhile: a sync shows
 * within this time.
 */
const confirmedMs = 1_000
/** Traders whose answers stay cached. The least recently requested are dropped. */
const maximumTraders = 500

interface Neighbour {
  username: string
  score: number
}

/** A place in the ranking and its neighbours. */
export interface Placement {
  rank: number | null
  /** How the rank changed, in words: empty without one. */
  climb: string
  /** How many traders have a rank. */
  ranked: number
  above: Neighbour | null
  below: Neighbour | null
}

/** One trader as the database has it now, evaluated, with the place from the last snapshot. */
export interface EvaluatedTrader {
  row: TraderRow
  trader: ListedTrader
  evaluation: Evaluation
  /** Part of the figures while a match with an external source lasts; null when nothing from before the first snapshot counts. */
  imported: ImportedHistory | null
  placement: Placement
  has_active_plan: boolean
  rates: Rates
  /** Time of the evaluation, milliseconds UTC. */
  now: number
}

/** Rounds an amount for the wire, or hides it. */
export type ShowMoney = (amount: number | null) => number | null

/** Amounts as visitors see them: null when the owner hides them and for accounts that are not verified yet. */
export function moneyShown(evaluated: EvaluatedTrader): ShowMoney {
  return evaluated.row.hide_amounts ? () => null : moneyOwned(evaluated)
}

/** Amounts as the owner sees them. */
export function moneyOwned({ row }: EvaluatedTrader): ShowMoney {
  return (amount) => (row.first_snapshot_at === null ? null : moneyOf(amount, row.digits))
}

/** Makes an answer from an evaluated trader, and reads more with the given connection. */
export type MakeAnswer<T> = (evaluated: EvaluatedTrader, sql: Queryable) => Promise<T>

/** A place for which an answer is made. */
export interface Placed {
  placement: Placement
  /** Whether a look-up of this moment would find the same answer. */
  isCurrent: () => boolean
}

/**
 * Reads what an answer needs of an evaluated trader. The result makes the answer for a place without the database: places change each
 * second by what others do.
 */
export type ReadAnswer<T> = (evaluated: EvaluatedTrader, sql: Queryable) => Promise<(placed: Placed) => T>

interface CachedAnswer<T> {
  /** The version of trader, account and plan. */
  version: string
  /** The parts that were read of this version. */
  read: Promise<Made<(placed: Placed) => T>>
  /** The moment at which the clock alone changes what was read, milliseconds UTC; Infinity until it is read. */
  until: number
  place: string
  answer: Promise<T>
  /** Until when it is current if no change arrives, milliseconds UTC, and how many had arrived before the look-up. */
  confirmed: { until: number; changes: number }
}

/**
 * Reads one trader (username in any case) for the owner and everything that `make` reads, all of one moment.
 * @throws Failure TRADER_NOT_FOUND as the profile answers it; UNAVAILABLE before the first ranking is loaded
 */
export async function readTrader<T>(
  kernel: Kernel,
  snapshot: () => Snapshot,
  username: string,
  make: MakeAnswer<T>,
): Promise<T> {
  const known = await knownTrader(kernel.sql, username.toLowerCase(), 'owner')
  if (known === null) fail('TRADER_NOT_FOUND')
  return (await makeAnswer(kernel, kernel.sql, placementOf(snapshot(), known.trader_id), known, make)).answer
}

/**
 * Like `readTrader`, cached for each state of the trader: account, plan, profile, place, neighbours, and the effects of the clock. Another
 * place alone reads nothing again.
 * A request costs one look-up, so that the last committed sync shows at once, and from a replica as soon as it has it; an answer whose bytes
 * are ready costs one each second. While the database is away the last answer is served.
 */
export function createTraderCache<T>(
  kernel: Kernel,
  snapshot: () => Snapshot,
  read: ReadAnswer<T>,
): (username: string) => Promise<T> {
  const cache = new Map<string, CachedAnswer<T>>()

  return async (username) => {
    const name = username.toLowerCase()
    try {
      return await readPublic(kernel, (sql) => currentAnswer(sql, name))
    } catch (error) {
      const last = cache.get(name)
      if (last === undefined || !isDatabaseAway(error)) throw error
      return last.answer
    }
  }

  /** Version and answer come from one database: an older one never answers under a newer version. */
  async function currentAnswer(sql: Sql, name: string): Promise<T> {
    const changes = kernel.changes.count()
    const known = await knownTrader(sql, name)
    if (known === null) {
      cache.delete(name)
      fail('TRADER_NOT_FOUND')
    }
    const placement = placementOf(snapshot(), known.trader_id)
    const place = JSON.stringify(placement)
    const now = kernel.clock.now()
    // Read after the database answered, so that concurrent requests wait for one answer.
    const cached = cache.get(name)
    const same = cached?.version === known.version && now < cached.until ? cached : undefined
    if (same?.place === place) {
      const answer = await same.answer
      same.confirmed = { until: Math.min(same.until, kernel.clock.now() + confirmedMs), changes }
      return answer
    }
    const reading = same?.read ?? makeAnswer(kernel, sql, placement, known, read)
    const entry: CachedAnswer<T> = {
      version: known.version,
      read: reading,
      until: same?.until ?? Infinity,
      place,
      answer: reading.then(({ answer: make, until, eligible }) => {
        entry.until = until
        return make({ placement: shownPlacement(placement, eligible), isCurrent })
      }),
      confirmed: { until: 0, changes },
    }
    store(name, entry)
    entry.answer.catch(() => {
      // A failed answer is not cached: the last good one returns to its place.
      if (cache.get(name) !== entry) return
      cache.delete(name)
      if (cached !== undefined) cache.set(name, cached)
    })
    const answer = await entry.answer
    entry.confirmed.until = Math.min(entry.until, kernel.clock.now() + confirmedMs)
    return answer

    function isCurrent(): boolean {
      const { until: end, changes: counted } = entry.confirmed
      return cache.get(name) === entry && kernel.clock.now() < end && kernel.changes.count() === counted
    }
  }

  function store(name: string, answer: CachedAnswer<T>): void {
    cache.delete(name)
    cache.set(name, answer)
    const [oldest] = cache.keys()
    if (cache.size > maximumTraders && oldest !== undefined) cache.delete(oldest)
  }
}

/** One trader as the connection reads it, with or without a plan; null when no account ever synced. @param now milliseconds UTC */
export async function evaluateById(
  sql: Queryable,
  traderId: string,
  rates: Rates,
  now: number,
): Promise<(EvaluatedRow & { row: TraderRow }) | null> {
  const [stored] = await tradersById(sql, [traderId], utcDay(now))
  if (stored === undefined) return null
  const row = readTraderRow(stored)
  return { row, ...evaluateRow(row, rates, now) }
}

/** An answer, and the moment at which the clock alone changes it, milliseconds UTC. */
interface Made<T> {
  answer: T
  until: number
  eligible: boolean
}

async function makeAnswer<T>(
  { clock }: Pick<Kernel, 'clock'>,
  sql: Sql,
  placement: Placement,
  known: KnownTrader,
  make: MakeAnswer<T>,
): Promise<Made<T>> {
  const rates = await loadRates(sql)
  const now = clock.now()
  const today = utcDay(now)
  // One snapshot of the database: figures and series always come from the same sync.
  return sql.begin(oneMoment, async (transaction) => {
    const current = await evaluateById(transaction, known.trader_id, rates, now)
    if (current === null) fail('TRADER_NOT_FOUND')
    const { row, trader, evaluation, imported } = current
    const has_active_plan = hasPlan(trader.timed, now)
    const evaluated: EvaluatedTrader = {
      row,
      trader,
      evaluation,
      imported,
      placement: shownPlacement(placement, trader.eligible),
      has_active_plan,
      rates,
      now,
    }
    const answer = await make(evaluated, transaction)
    return { answer, until: Math.min(trader.nextChange, (today + 1) * DAY_MS), eligible: trader.eligible }
  }) as Promise<Made<T>>
}

/** The snapshot may be a moment behind: a trader who just lost eligibility has no place any more. */
const shownPlacement = (placement: Placement, eligible: boolean): Placement =>
  eligible ? placement : { ...placement, rank: null, climb: '', above: null, below: null }

function placementOf(snapshot: Snapshot, traderId: string): Placement {
  const rank = snapshot.rankOf(traderId)
  return {
    rank,
    climb: snapshot.climbOf(traderId),
    ranked: snapshot.ranked,
    above: rank === null ? null : neighbour(snapshot.at(rank - 1)),
    below: rank === null || rank >= snapshot.ranked ? null : neighbour(snapshot.at(rank + 1)),
  }
}

function neighbour(trader: PlacedTrader | undefined): Neighbour | null {
  if (trader === undefined || trader.score === null) return null
  return { username: trader.entry.username, score: trader.score }
}

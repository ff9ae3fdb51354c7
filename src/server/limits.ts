import type { FastifyInstance } from 'fastify'
import { DAY_MS, HOUR_MS, MINUTE_MS, instantText } from '#shared/dates.ts'
import * as format from '#shared/format/format.ts'
import type { Queryable, Transaction } from './database/database.ts'
import { fail } from './http/failure.ts'
import type { Kernel } from './kernel.ts'
import { createMemoryCounts, type MemoryCounts } from './memory-counts.ts'

/** How often something may happen. A limit is declared beside the action that it limits. */
export interface Limit {
  /** Each name has counts of its own. */
  name: string
  times: number
  windowMs: number
  /** The sentence before the one with the time to wait. */
  message?: string
}

/** Cheap reads from one address, counted in each instance's memory: a flood costs no query. */
const requestLimit: Limit = { name: 'requests', times: 1_200, windowMs: MINUTE_MS }

/** The longest window of any counter. */
export const countMemoryMs = DAY_MS
/** How long uses in a row are remembered after the last one. */
export const lockMemoryMs = 90 * DAY_MS

/** A limit for each hour. */
export function perHour(name: string, times: number, message?: string): Limit {
  return { name, times, windowMs: HOUR_MS, ...(message !== undefined && { message }) }
}

/** The subject that a limit counts: a network address, or an account (its id, e-mail or username). */
export type Subject = { address: string } | { account: string }

/** The database's row of one counter. Moments are milliseconds UTC. */
export interface Count {
  attempts: number
  first: number
  last: number
  /** Failures since the last success. They do not expire with the window. */
  in_row: number
}

/** One counter as `countUses` treats it. */
export interface Counter {
  key: string
  /** The moment from which the next use is allowed, milliseconds UTC. */
  opensAt: (count: Count) => number
  /** The moment at which the count begins anew, milliseconds UTC. */
  expiresAt: (count: Count) => number
  /** Uses in a row, without one that was returned, after which the counter stays locked; absent where it never locks. */
  locksAfter?: number
}

/** A counter's key. Accounts are hashed with the secret key: the table names nobody. */
export function counterKey({ secrets }: Pick<Kernel, 'secrets'>, name: string, subject: Subject): string {
  if ('address' in subject) return `${name}:${addressBucket(subject.address)}`
  return `${name}:${secrets.keyedHash(subject.account).toString('base64url')}`
}

/** The counter of a limit: a fixed window from the first use. */
export function windowCounter(kernel: Pick<Kernel, 'secrets'>, limit: Limit, subject: Subject): Counter {
  return {
    key: counterKey(kernel, limit.name, subject),
    opensAt: ({ attempts, first }) => (attempts < limit.times ? 0 : first + limit.windowMs),
    expiresAt: ({ first }) => first + limit.windowMs,
  }
}

/**
 * Counts one use against a limit, over all instances.
 * @throws Failure TOO_MANY_REQUESTS with the seconds to wait
 */
export async function countUse(kernel: Kernel, limit: Limit, subject: Subject): Promise<void> {
  const wait = await countUses(kernel, [windowCounter(kernel, limit, subject)])
  if (wait !== 0) refuseFor(wait === 'locked' ? limit.windowMs : wait, limit.message)
}

/** Counts one use against a limit, over all instances. False where the limit is reached. */
export async function mayUse(kernel: Kernel, limit: Limit, subject: Subject): Promise<boolean> {
  return (await countUses(kernel, [windowCounter(kernel, limit, subject)])) === 0
}

/**
 * Refuses with the time to wait.
 * @throws Failure TOO_MANY_REQUESTS
 */
export function refuseFor(waitMs: number, message = 'Troppi tentativi.'): never {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return fail('TOO_MANY_REQUESTS', { retryAfter: seconds, detail: `${message} Riprova tra ${waitText(seconds)}.` })
}

/** `30 secondi`, `8 minuti`: rounded up. */
export function waitText(seconds: number): string {
  if (seconds < 60) return format.counted(seconds, 'secondo', 'secondi')
  if (seconds < 3600) return format.counted(Math.ceil(seconds / 60), 'minuto', 'minuti')
  return format.counted(Math.ceil(seconds / 3600), 'ora', 'ore')
}

/**
 * Counts one use in every counter, where each of them allows it.
 * @returns 0 where it was counted; else the milliseconds to wait or `locked`, and nothing was counted
 */
export async function countUses(
  { sql, clock, config }: Kernel,
  counters: readonly Counter[],
): Promise<number | 'locked'> {
  if (config.RATE_LIMITS === 'off') return 0
  const now = Math.floor(clock.now())
  return sql.begin(async (tx) => {
    // Every request takes the locks in one order: two requests never wait for each other.
    const ordered = counters.toSorted((a, b) => (a.key < b.key ? -1 : 1))
    const counted: { counter: Counter; count: Count; isNew: boolean }[] = []
    for (const counter of ordered) {
      const count = await lockCount(tx, counter.key, now)
      counted.push({ counter, count, isNew: count.attempts === 0 || counter.expiresAt(count) <= now })
    }
    if (counted.some(({ counter, count }) => count.in_row >= (counter.locksAfter ?? Infinity))) return 'locked'
    const opensAt = Math.max(...counted.map(({ counter, count, isNew }) => (isNew ? 0 : counter.opensAt(count))))
    if (opensAt > now) return opensAt - now
    for (const { counter, count, isNew } of counted) {
      await tx`
        update login_attempt
           set attempts = ${isNew ? 1 : count.attempts + 1}, last_at = ${instantText(now)},
               first_at = ${instantText(isNew ? now : count.first)},
               in_row = ${counter.locksAfter === undefined ? 0 : count.in_row + 1}
         where subject = ${counter.key}`
    }
    return 0
  })
}

async function lockCount(tx: Transaction, key: string, now: number): Promise<Count> {
  const at = instantText(now)
  await tx`
    insert into login_attempt (subject, attempts, first_at, last_at) values (${key}, 0, ${at}, ${at})
    on conflict (subject) do nothing`
  const [row] = await tx<{ attempts: number; first_at: string; last_at: string; in_row: number }[]>`
    select attempts, first_at, last_at, in_row from login_attempt where subject = ${key} for update`
  // Pruning removed the row in between: its count had expired.
  if (row === undefined) return { attempts: 0, first: now, last: now, in_row: 0 }
  // A request that waited for the lock read the clock before the one that held it: later moments count as now.
  const moment = (text: string) => Math.min(Date.parse(text), now)
  return { attempts: row.attempts, first: moment(row.first_at), last: moment(row.last_at), in_row: row.in_row }
}

/**
 * The wait for a limit whose uses are rows that the caller stores anyway. The caller reads them within its own lock.
 * @param uses their instants within the window, ISO-8601, newest first; the first `limit.times` suffice
 * @param now milliseconds UTC
 * @returns milliseconds until the next use is allowed; 0: now
 */
export function waitAfterUses(limit: Limit, uses: readonly string[], now: number): number {
  const oldest = uses[limit.times - 1]
  return oldest === undefined ? 0 : Math.max(1, Date.parse(oldest) + limit.windowMs - now)
}

/** Returns one use, when its outcome shows that it does not count. */
export async function returnUse({ sql }: Pick<Kernel, 'sql'>, key: string): Promise<void> {
  await sql`
    update login_attempt set attempts = greatest(attempts - 1, 0), in_row = greatest(in_row - 1, 0) where subject = ${key}`
}

/** Drops counters that no longer limit anything. @returns how many */
export async function pruneCounts({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  const now = Math.floor(clock.now())
  const { count } = await sql`
    delete from login_attempt
     where last_at < case when in_row > 0 then ${instantText(now - lockMemoryMs)}::timestamptz
                          else ${instantText(now - countMemoryMs)}::timestamptz end`
  return count
}

/** Clears counters. */
export async function clearCounts(sql: Queryable, keys: readonly string[]): Promise<void> {
  await sql`delete from login_attempt where subject in ${sql(keys)}`
}

/** The bucket of an address: an IPv4 address, or the /64 that one IPv6 household is given. */
export function addressBucket(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** Counts the requests of each address of this instance. */
export function createRequestCounts(kernel: Pick<Kernel, 'config' | 'clock'>): MemoryCounts {
  return createMemoryCounts(kernel, requestLimit)
}

/**
 * Limits the requests of each address before anything expensive happens: the hooks of a route read the session from the database. A route
 * with `unlimited` is left out.
 */
export function limitRequests(app: FastifyInstance, counts: MemoryCounts): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.unlimited === true) return done()
    const wait = counts.use(addressBucket(request.ip))
    if (wait > 0) fail('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(wait / 1000) })
    done()
  })
}

import { createHash } from 'node:crypto'
import type { Transaction } from '#server/database.ts'
import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { addressBucket, addressBudget, guessDelayMs, guessMemoryMs, registrationBudget } from '../rules.ts'

interface Attempts {
  attempts: number
  first_at: string
  last_at: string
}

interface Limit {
  subject: string
  /** When the next attempt is looked at, given what was counted; milliseconds. */
  opensAt: (counted: { attempts: number; first: number; last: number }) => number
  /** When the count begins anew; milliseconds. */
  forgetsAt: (counted: { first: number; last: number }) => number
}

const window = (subject: string, budget: { attempts: number; windowMs: number }): Limit => ({
  subject,
  opensAt: ({ attempts, first }) => (attempts < budget.attempts ? 0 : first + budget.windowMs),
  forgetsAt: ({ first }) => first + budget.windowMs,
})

const accountLimit = (account: string): Limit => ({
  subject: `account:${createHash('sha256').update(account.toLowerCase()).digest('base64url')}`,
  opensAt: ({ attempts, last }) => last + guessDelayMs(attempts),
  forgetsAt: ({ last }) => last + guessMemoryMs,
})

/**
 * Counts a guess before it is looked at, so that guesses sent at once are counted too.
 * @param account what was typed, known or not: the count says nothing about who is registered
 * @throws Failure TOO_MANY_REQUESTS with the seconds to wait
 */
export async function countGuess(kernel: Kernel, account: string, address: string): Promise<void> {
  await countAttempt(kernel, [accountLimit(account), window(`address:${addressBucket(address)}`, addressBudget)])
}

/** A right password takes its own guess back and clears the account. */
export async function forgiveGuess({ sql, config }: Kernel, account: string, address: string): Promise<void> {
  if (config.RATE_LIMITS === 'off') return
  await sql`delete from login_attempt where subject = ${accountLimit(account).subject}`
  await sql`
    update login_attempt set attempts = greatest(attempts - 1, 0)
     where subject = ${`address:${addressBucket(address)}`}`
}

export async function countRegistration(kernel: Kernel, address: string): Promise<void> {
  await countAttempt(kernel, [window(`register:${addressBucket(address)}`, registrationBudget)])
}

async function countAttempt({ sql, clock, config }: Kernel, limits: readonly Limit[]): Promise<void> {
  if (config.RATE_LIMITS === 'off') return
  const now = Math.floor(clock.now())
  const opensAt = await sql.begin(async (tx) => {
    // In one order for everybody, so that two requests never wait for each other.
    const ordered = limits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    const counted: { limit: Limit; row: Attempts }[] = []
    for (const limit of ordered) counted.push({ limit, row: await lockAttempts(tx, limit.subject, instantText(now)) })
    const waits = counted.map(({ limit, row }) => {
      const known = { attempts: row.attempts, first: Date.parse(row.first_at), last: Date.parse(row.last_at) }
      return limit.forgetsAt(known) <= now ? 0 : limit.opensAt(known)
    })
    const latest = Math.max(...waits)
    if (latest > now) return latest
    for (const { limit, row } of counted) {
      const known = { first: Date.parse(row.first_at), last: Date.parse(row.last_at) }
      const anew = row.attempts === 0 || limit.forgetsAt(known) <= now
      await tx`
        update login_attempt
           set attempts = ${anew ? 1 : row.attempts + 1}, last_at = ${instantText(now)},
               first_at = ${anew ? instantText(now) : row.first_at}
         where subject = ${limit.subject}`
    }
    return 0
  })
  if (opensAt > 0) fail('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil((opensAt - now) / 1000)) })
}

async function lockAttempts(tx: Transaction, subject: string, now: string): Promise<Attempts> {
  await tx`
    insert into login_attempt (subject, attempts, first_at, last_at) values (${subject}, 0, ${now}, ${now})
    on conflict (subject) do nothing`
  const rows = await tx<Attempts[]>`
    select attempts, first_at, last_at from login_attempt where subject = ${subject} for update`
  const row = rows[0]
  // The clean-up removed it in between: nothing was counted that still matters.
  return row ?? { attempts: 0, first_at: now, last_at: now }
}

/** Drops counts that no longer limit anybody. */
export async function forgetAttempts({ sql, clock }: Kernel): Promise<number> {
  const before = instantText(Math.floor(clock.now()) - guessMemoryMs)
  const { count } = await sql`delete from login_attempt where last_at < ${before}`
  return count
}

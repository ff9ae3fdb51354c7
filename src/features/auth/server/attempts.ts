import type { Queryable, Transaction } from '#server/database.ts'
import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import * as format from '#shared/format.ts'
import {
  addressBucket,
  addressBudget,
  foldedName,
  guessDelayMs,
  guessesInRow,
  guessMemoryMs,
  lockMemoryMs,
  passwordBudget,
  registrationBudget,
} from '../rules.ts'

interface Counted {
  attempts: number
  first: number
  last: number
  in_row: number
}

interface Limit {
  subject: string
  /** When the next attempt is looked at, given what was counted; milliseconds. */
  opensAt: (counted: Counted) => number
  /** When the count begins anew; milliseconds. */
  forgetsAt: (counted: Counted) => number
  /** Counts wrong guesses in a row too, which time alone does not take away. */
  guards: boolean
}

/** Attempts from one address (or what stands for one) in a window of time. */
export interface Budget {
  attempts: number
  windowMs: number
}

const window = (subject: string, budget: Budget): Limit => ({
  subject,
  opensAt: ({ attempts, first }) => (attempts < budget.attempts ? 0 : first + budget.windowMs),
  forgetsAt: ({ first }) => first + budget.windowMs,
  guards: false,
})

/** Keyed: who reads the table cannot try addresses out. */
const subjectOf = ({ secrets }: Kernel, kind: string, of: string) =>
  `${kind}:${secrets.keyedHash(foldedName(of)).toString('base64url')}`

/**
 * What is guessed at: the password of an `account` by a name that anybody types, the password that a signed-in trader is asked for
 * to `confirm`, a `code` of the second factor. Apart, or whoever knows a public id could keep its owner from confirming.
 */
const guarded = (kernel: Kernel, kind: 'account' | 'confirm' | 'code', of: string): Limit => ({
  subject: subjectOf(kernel, kind, of),
  opensAt: ({ attempts, last }) => last + guessDelayMs(attempts),
  forgetsAt: ({ last }) => last + guessMemoryMs,
  guards: true,
})
const ofAddress = (kind: string, address: string) => `${kind}:${addressBucket(address)}`

/**
 * Counts a guess before it is looked at, so that guesses sent at once are counted too.
 * @param account what was typed, known or not: the count says nothing about who is registered
 * @throws Failure TOO_MANY_REQUESTS with the seconds to wait; SIGN_IN_LOCKED after `guessesInRow` wrong ones, where mail brings a way out
 */
export async function countGuess(kernel: Kernel, account: string, address: string): Promise<void> {
  await countAttempt(kernel, [
    guarded(kernel, 'account', account),
    window(ofAddress('address', address), addressBudget),
  ])
}

/** Counts a guess of a signed-in trader's own password, as `countGuess` does. */
export async function countConfirmation(kernel: Kernel, traderId: string, address: string): Promise<void> {
  await countAttempt(kernel, [
    guarded(kernel, 'confirm', traderId),
    window(ofAddress('address', address), addressBudget),
  ])
}

/** Counts a guess of a second factor's code, as `countGuess` does: whoever makes it knows the password. */
export async function countCodeGuess(kernel: Kernel, traderId: string): Promise<void> {
  await countAttempt(kernel, [guarded(kernel, 'code', traderId)])
}

/** Takes a guess back that was right as far as it went: the account keeps what others guessed. */
export async function returnGuess(kernel: Kernel, account: string, address: string | null): Promise<void> {
  const { subject } = guarded(kernel, 'account', account)
  await kernel.sql`
    update login_attempt set attempts = greatest(attempts - 1, 0), in_row = greatest(in_row - 1, 0) where subject = ${subject}`
  if (address !== null) await returnToAddress(kernel, address)
}

/** A right password takes its own guess back and clears the account. */
export async function forgiveGuess(kernel: Kernel, account: string, address: string): Promise<void> {
  await kernel.sql`delete from login_attempt where subject = ${guarded(kernel, 'account', account).subject}`
  await returnToAddress(kernel, address)
}

export async function forgiveConfirmations(kernel: Kernel, traderId: string, address: string): Promise<void> {
  await kernel.sql`delete from login_attempt where subject = ${guarded(kernel, 'confirm', traderId).subject}`
  await returnToAddress(kernel, address)
}

export async function forgiveCodeGuesses(kernel: Kernel, traderId: string): Promise<void> {
  await kernel.sql`delete from login_attempt where subject = ${guarded(kernel, 'code', traderId).subject}`
}

async function returnToAddress({ sql }: Kernel, address: string): Promise<void> {
  await sql`
    update login_attempt set attempts = greatest(attempts - 1, 0) where subject = ${ofAddress('address', address)}`
}

export interface Guessed {
  trader_id: string
  email: string
  username: string
}

/** Forgets every guess at an account: whoever opened the owner's mail is the owner. */
export async function forgetGuessesOf(tx: Queryable, kernel: Kernel, owner: Guessed): Promise<void> {
  const subjects = [
    guarded(kernel, 'account', owner.email),
    guarded(kernel, 'account', owner.username),
    guarded(kernel, 'confirm', owner.trader_id),
    guarded(kernel, 'code', owner.trader_id),
  ].map(({ subject }) => subject)
  await tx`delete from login_attempt where subject in ${tx(subjects)}`
}

export async function countRegistration(kernel: Kernel, address: string): Promise<void> {
  await countFromAddress(kernel, 'register', address, registrationBudget)
}

/**
 * Counts one use of what an address may do a few times only.
 * @param name what it is: each has a count of its own
 * @throws Failure TOO_MANY_REQUESTS with the seconds to wait
 */
export async function countFromAddress(kernel: Kernel, name: string, address: string, budget: Budget): Promise<void> {
  await countAttempt(kernel, [window(ofAddress(name, address), budget)])
}

/** The same for what may happen to one account a few times only. False where that was used up. */
export async function mayHappenTo(kernel: Kernel, name: string, account: string, budget: Budget): Promise<boolean> {
  return (await waitFor(kernel, [window(subjectOf(kernel, name, account), budget)])) === 0
}

/**
 * Counts one use of what a trader may do a few times only, over all instances.
 * @param name what it is: each has a count of its own
 * @param said what happened too often, before the sentence that says how long to wait
 * @throws Failure TOO_MANY_REQUESTS with the seconds to wait
 */
export async function countFromTrader(
  kernel: Kernel,
  { name, traderId, budget, said }: { name: string; traderId: string; budget: Budget; said: string },
): Promise<void> {
  await countAttempt(kernel, [window(subjectOf(kernel, name, traderId), budget)], said)
}

/**
 * Counts one new password of an account.
 * @throws Failure TOO_MANY_REQUESTS with the seconds to wait
 */
export async function countNewPassword(kernel: Kernel, traderId: string): Promise<void> {
  const said = 'Hai già cambiato la password molte volte oggi.'
  await countFromTrader(kernel, { name: 'password', traderId, budget: passwordBudget, said })
}

async function countAttempt(kernel: Kernel, limits: readonly Limit[], said = 'Troppi tentativi.'): Promise<void> {
  const wait = await waitFor(kernel, limits)
  if (wait === 0) return
  if (wait === 'locked') return fail('SIGN_IN_LOCKED', { retryAfter: Math.floor(lockMemoryMs / 1000) })
  const seconds = Math.max(1, Math.ceil(wait / 1000))
  fail('TOO_MANY_REQUESTS', { retryAfter: seconds, detail: `${said} Riprova tra ${waitWords(seconds)}.` })
}

/** `30 secondi`, `8 minuti`: never less than it takes. */
export function waitWords(seconds: number): string {
  if (seconds < 60) return format.counted(seconds, 'secondo', 'secondi')
  if (seconds < 3600) return format.counted(Math.ceil(seconds / 60), 'minuto', 'minuti')
  return format.counted(Math.ceil(seconds / 3600), 'ora', 'ore')
}

/** Counts an attempt where every limit lets it pass: 0. Else how long to wait in milliseconds, and nothing is counted. */
async function waitFor({ sql, clock, config }: Kernel, limits: readonly Limit[]): Promise<number | 'locked'> {
  if (config.RATE_LIMITS === 'off') return 0
  const now = Math.floor(clock.now())
  return sql.begin(async (tx) => {
    // In one order for everybody, so that two requests never wait for each other.
    const ordered = limits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    const counted: { limit: Limit; known: Counted; anew: boolean }[] = []
    for (const limit of ordered) {
      const known = await lockCount(tx, limit.subject, now)
      counted.push({ limit, known, anew: known.attempts === 0 || limit.forgetsAt(known) <= now })
    }
    // Without mail there is no way to a new password: the growing wait is all that guards the account.
    const locks = config.SMTP_URL !== undefined
    if (locks && counted.some(({ limit, known }) => limit.guards && known.in_row >= guessesInRow)) return 'locked'
    const opensAt = Math.max(...counted.map(({ limit, known, anew }) => (anew ? 0 : limit.opensAt(known))))
    if (opensAt > now) return opensAt - now
    for (const { limit, known, anew } of counted) {
      await tx`
        update login_attempt
           set attempts = ${anew ? 1 : known.attempts + 1}, last_at = ${instantText(now)},
               first_at = ${instantText(anew ? now : known.first)}, in_row = ${limit.guards ? known.in_row + 1 : 0}
         where subject = ${limit.subject}`
    }
    return 0
  })
}

async function lockCount(tx: Transaction, subject: string, now: number): Promise<Counted> {
  const at = instantText(now)
  await tx`
    insert into login_attempt (subject, attempts, first_at, last_at) values (${subject}, 0, ${at}, ${at})
    on conflict (subject) do nothing`
  const [row] = await tx<{ attempts: number; first_at: string; last_at: string; in_row: number }[]>`
    select attempts, first_at, last_at, in_row from login_attempt where subject = ${subject} for update`
  // The clean-up removed it in between: nothing was counted that still matters.
  if (row === undefined) return { attempts: 0, first: now, last: now, in_row: 0 }
  // Who waited for the lock took its time before the other: nobody waits longer than the window.
  const moment = (text: string) => Math.min(Date.parse(text), now)
  return { attempts: row.attempts, first: moment(row.first_at), last: moment(row.last_at), in_row: row.in_row }
}

/** Drops counts that no longer limit anybody. */
export async function forgetAttempts({ sql, clock }: Kernel): Promise<number> {
  const now = Math.floor(clock.now())
  const { count } = await sql`
    delete from login_attempt
     where last_at < case when in_row > 0 then ${instantText(now - lockMemoryMs)}::timestamptz
                          else ${instantText(now - guessMemoryMs)}::timestamptz end`
  return count
}

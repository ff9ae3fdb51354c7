import type { Queryable } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import {
  clearCounts,
  countMemoryMs,
  counterKey,
  countUses,
  lockMemoryMs,
  refuseFor,
  returnUse,
  windowCounter,
  type Counter,
} from '#server/limits.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { foldedName, guessDelayMs, guessesInRow } from '../rules.ts'
import type { Owner } from './owner-mails.ts'

/** Wrong guesses from one address at any account. */
const addressLimit = { name: 'address', times: 50, windowMs: 15 * MINUTE_MS }

/**
 * The secret that is guessed: the password of an `account` at the sign-in, the password that a signed-in trader types again to
 * `confirm`, a `code` of the second factor. Each has a counter of its own: strangers who know a username cannot stop its owner from
 * confirming.
 */
type Guessed = 'account' | 'confirm' | 'code'

const keyOf = (kernel: Kernel, guessed: Guessed, account: string) =>
  counterKey(kernel, guessed, { account: foldedName(account) })

/** The delay grows with each wrong guess, and `guessesInRow` of them lock the name. */
const guessCounter = (kernel: Kernel, guessed: Guessed, account: string): Counter => ({
  key: keyOf(kernel, guessed, account),
  opensAt: ({ attempts, last }) => last + guessDelayMs(attempts),
  expiresAt: ({ last }) => last + countMemoryMs,
  // Without mail no way leads to a new password: only the growing delay guards the account.
  locksAfter: kernel.config.SMTP_URL === undefined ? Infinity : guessesInRow,
})
const addressCounter = (kernel: Kernel, address: string) => windowCounter(kernel, addressLimit, { address })

/**
 * Counts a guess before it is checked, so that guesses sent at once are counted too.
 * @param account the name as typed, known or not: the count does not show who is registered
 * @throws Failure TOO_MANY_REQUESTS with the seconds to wait; SIGN_IN_LOCKED after `guessesInRow` wrong ones, where mail is set up
 */
export async function countGuess(kernel: Kernel, account: string, address: string): Promise<void> {
  await count(kernel, [guessCounter(kernel, 'account', account), addressCounter(kernel, address)])
}

/** Counts a guess of a signed-in trader's own password, as `countGuess` does. */
export async function countConfirmation(kernel: Kernel, traderId: string, address: string): Promise<void> {
  await count(kernel, [guessCounter(kernel, 'confirm', traderId), addressCounter(kernel, address)])
}

/** Counts a guess of a second factor's code, as `countGuess` does. */
export async function countCodeGuess(kernel: Kernel, traderId: string): Promise<void> {
  await count(kernel, [guessCounter(kernel, 'code', traderId)])
}

async function count(kernel: Kernel, counters: readonly Counter[]): Promise<void> {
  const wait = await countUses(kernel, counters)
  if (wait === 'locked') fail('SIGN_IN_LOCKED', { retryAfter: Math.floor(lockMemoryMs / 1000) })
  if (wait > 0) refuseFor(wait)
}

/** Uncounts one guess, after a right password without its code. Guesses of others stay counted. */
export async function uncountGuess(kernel: Kernel, account: string, address: string | null): Promise<void> {
  await returnUse(kernel, keyOf(kernel, 'account', account))
  if (address !== null) await returnUse(kernel, addressCounter(kernel, address).key)
}

/** Clears the account's counter after a right password, and uncounts its guess of the address. */
export async function clearGuesses(kernel: Kernel, account: string, address: string): Promise<void> {
  await clearCounts(kernel.sql, [keyOf(kernel, 'account', account)])
  await returnUse(kernel, addressCounter(kernel, address).key)
}

export async function clearConfirmations(kernel: Kernel, traderId: string, address: string): Promise<void> {
  await clearCounts(kernel.sql, [keyOf(kernel, 'confirm', traderId)])
  await returnUse(kernel, addressCounter(kernel, address).key)
}

export async function clearCodeGuesses(kernel: Kernel, traderId: string): Promise<void> {
  await clearCounts(kernel.sql, [keyOf(kernel, 'code', traderId)])
}

/** Clears every counter of guesses at an account. */
export async function clearAllGuesses(tx: Queryable, kernel: Kernel, owner: Owner): Promise<void> {
  await clearCounts(tx, [
    keyOf(kernel, 'account', owner.email),
    keyOf(kernel, 'account', owner.username),
    keyOf(kernel, 'confirm', owner.trader_id),
    keyOf(kernel, 'code', owner.trader_id),
  ])
}

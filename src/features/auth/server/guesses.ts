import type { Queryable } from '#server/database.ts'
import { fail } from '#server/failure.ts'
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
import { foldedName, guessDelayMs, guessesInRow } from '../rules.ts'

/** Wrong guesses from one address, whatever the accounts. */
const addressLimit = { name: 'address', times: 50, windowMs: 15 * 60_000 }

/**
 * What is guessed at: the password of an `account` by a name that anybody types, the password that a signed-in trader is asked for
 * to `confirm`, a `code` of the second factor. Each has a counter of its own: who knows a public id cannot keep its owner from confirming.
 */
type Guessed = 'account' | 'confirm' | 'code'

const keyOf = (kernel: Kernel, guessed: Guessed, account: string) =>
  counterKey(kernel, guessed, { account: foldedName(account) })

/** Waits that grow with each wrong guess, and a lock after `guessesInRow` of them. */
const guessCounter = (kernel: Kernel, guessed: Guessed, account: string): Counter => ({
  key: keyOf(kernel, guessed, account),
  opensAt: ({ attempts, last }) => last + guessDelayMs(attempts),
  expiresAt: ({ last }) => last + countMemoryMs,
  // Without mail no way leads to a new password: the growing wait is all that guards the account.
  locksAfter: kernel.config.SMTP_URL === undefined ? Infinity : guessesInRow,
})
const addressCounter = (kernel: Kernel, address: string) => windowCounter(kernel, addressLimit, { address })

/**
 * Counts a guess before it is checked, so that guesses sent at once are counted too.
 * @param account what was typed, known or not: the count says nothing about who is registered
 * @throws Failure TOO_MANY_REQUESTS with the seconds to wait; SIGN_IN_LOCKED after `guessesInRow` wrong ones, where mail brings a way out
 */
export async function countGuess(kernel: Kernel, account: string, address: string): Promise<void> {
  await count(kernel, [guessCounter(kernel, 'account', account), addressCounter(kernel, address)])
}

/** Counts a guess of a signed-in trader's own password, as `countGuess` does. */
export async function countConfirmation(kernel: Kernel, traderId: string, address: string): Promise<void> {
  await count(kernel, [guessCounter(kernel, 'confirm', traderId), addressCounter(kernel, address)])
}

/** Counts a guess of a second factor's code, as `countGuess` does: who makes it knows the password. */
export async function countCodeGuess(kernel: Kernel, traderId: string): Promise<void> {
  await count(kernel, [guessCounter(kernel, 'code', traderId)])
}

async function count(kernel: Kernel, counters: readonly Counter[]): Promise<void> {
  const wait = await countUses(kernel, counters)
  if (wait === 'locked') fail('SIGN_IN_LOCKED', { retryAfter: Math.floor(lockMemoryMs / 1000) })
  if (wait > 0) refuseFor(wait)
}

/** Takes back a guess that was right as far as it went: the account keeps what others guessed. */
export async function returnGuess(kernel: Kernel, account: string, address: string | null): Promise<void> {
  await returnUse(kernel, keyOf(kernel, 'account', account))
  if (address !== null) await returnUse(kernel, addressCounter(kernel, address).key)
}

/** A right password takes its own guess back and clears the account's counter. */
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

export interface Owner {
  trader_id: string
  email: string
  username: string
}

/** Clears every counter of guesses at an account: who opened the owner's mail is the owner. */
export async function clearAllGuesses(tx: Queryable, kernel: Kernel, owner: Owner): Promise<void> {
  await clearCounts(tx, [
    keyOf(kernel, 'account', owner.email),
    keyOf(kernel, 'account', owner.username),
    keyOf(kernel, 'confirm', owner.trader_id),
    keyOf(kernel, 'code', owner.trader_id),
  ])
}

import type { SyncRequest } from '#features/ea/sync-contract.ts'

/** How the proof of an account's ownership stands. Times in milliseconds UTC. `docs/integrity.md`, levels. */
export interface Proof {
  /** `TT-` and eight letters or digits: the comment of the order. */
  code: string
  expires_at: number
  /** First sync that showed the order. */
  seen_at: number | null
  proven_at: number | null
}

/** Hours within which a sync must show the order. */
export const codeHours = 24

/** Without letters and digits that look like one another. */
export const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const codeLength = 8

/** The code that random bytes make; bytes that would make some letters likelier than others are passed over. Null where too few are left. */
export function codeOf(bytes: Uint8Array): string | null {
  const fair = 256 - (256 % codeLetters.length)
  const letters = [...bytes].filter((byte) => byte < fair).slice(0, codeLength)
  if (letters.length < codeLength) return null
  return `TT-${letters.map((byte) => codeLetters[byte % codeLetters.length]).join('')}`
}

/** True while the order can still be shown, or was shown and not yet deleted. @param now milliseconds UTC */
export function isInForce({ expires_at, seen_at, proven_at }: Proof, now: number): boolean {
  return proven_at === null && (seen_at !== null || expires_at > now)
}

/** A proof after one more sync. The order is shown in time, and a later sync no longer shows it: only who may trade can do both. */
export function proofAfter(
  proof: Proof,
  { account, time, orders = [] }: Pick<SyncRequest, 'account' | 'time' | 'orders'>,
  at: number,
): Proof {
  // With the investor password nothing can be ordered, and a terminal without its broker shows no orders at all. Both advisors say so.
  if (!isInForce(proof, at) || account.trade_allowed !== true || !time.connected) return proof
  const shown = orders.some(({ comment }) => bears(comment, proof.code))
  if (proof.seen_at === null) return shown ? { ...proof, seen_at: at } : proof
  return shown || at <= proof.seen_at ? proof : { ...proof, proven_at: at }
}

/** True where a terminal that may trade, and has its broker, shows an order with the code. */
export function showsCode(
  { account, time, orders = [] }: Pick<SyncRequest, 'account' | 'time' | 'orders'>,
  code: string,
): boolean {
  return account.trade_allowed === true && time.connected && orders.some(({ comment }) => bears(comment, code))
}

/** Brokers add to comments, and people type small letters; a longer word is another code. */
function bears(comment: string, code: string): boolean {
  const text = comment.trim().toUpperCase()
  return text.startsWith(code) && !/^[A-Z\d]/.test(text.slice(code.length))
}

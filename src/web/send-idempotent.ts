/** Acts whose answer nobody has seen yet, by what they do, with the keys that they were sent under. */
const unanswered = new Map<string, string>()

/**
 * Sends an act under a key of its own, so that it acts once: sent again after a lost answer it keeps the key, also from a form that
 * was closed and opened anew, until a success is seen.
 * @param act what is done, to whom, and from which state on: the same text is the same act
 */
export async function once<T>(act: string, work: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const key = unanswered.get(act) ?? newKey()
  unanswered.set(act, key)
  const answer = await work({ 'idempotency-key': key })
  unanswered.delete(act)
  return answer
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

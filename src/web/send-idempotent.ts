/** Idempotency keys of actions that no answer has confirmed, by the action's name. */
const unanswered = new Map<string, string>()

/**
 * Sends an action under an idempotency key, so that the server performs it once. After a lost answer the next attempt carries the
 * same key, also from a form that was closed and opened again, until one succeeds.
 * @param action what is done, to whom, and from which state on: the same text is the same action
 */
export async function sendIdempotent<T>(
  action: string,
  work: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const key = unanswered.get(action) ?? newKey()
  unanswered.set(action, key)
  const answer = await work({ 'idempotency-key': key })
  unanswered.delete(action)
  return answer
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

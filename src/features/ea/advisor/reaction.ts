import type { SyncAnswer } from '#features/ea/sync-contract.ts'

/** A request's reply; null where none came (no connection, time-out). */
export interface Reply {
  status: number
  /** `X-EA-Code` header; empty where absent. */
  code: string
  /** Seconds of the Retry-After header; null where absent. */
  retryAfter: number | null
  /** Parsed JSON; undefined where the body is none. */
  body: unknown
}

export type Reaction =
  | { do: 'proceed'; answer: SyncAnswer }
  | { do: 'wait'; seconds: number; message: string }
  | { do: 'halve'; seconds: number; message: string }
  | { do: 'stop'; message: string }

/**
 * The advisor's reaction to an answer: the error table of `docs/ea-protocol.md`.
 * `failures` counts those before this one without a success between; `jitter` is in [0, 1).
 */
export function reactionTo(reply: Reply | null, failures: number, jitter: number): Reaction {
  const backOff = Math.min(900, 30 * 2 ** failures) + jitter * 15
  if (reply === null) return { do: 'wait', seconds: backOff, message: 'Il server non risponde.' }
  const { status, retryAfter } = reply
  if (status === 200) {
    const answer = readAnswer(reply.body)
    if (answer !== null) return { do: 'proceed', answer }
    return { do: 'wait', seconds: backOff, message: 'La risposta non viene da TopTrader (proxy o pagina di accesso?).' }
  }
  const message = sentenceOf(reply)
  const requested = retryAfter === null ? backOff : retryAfter
  if (status === 413) return { do: 'halve', seconds: 5, message }
  if (status === 429) return { do: 'wait', seconds: retryAfter === null ? backOff : Math.max(1, requested), message }
  if (status === 503) return { do: 'wait', seconds: Math.max(1, requested), message }
  if (status >= 500) return { do: 'wait', seconds: backOff, message }
  return { do: 'stop', message }
}

function readAnswer(body: unknown): SyncAnswer | null {
  const answer = body as Partial<SyncAnswer> | null | undefined
  if (typeof answer !== 'object' || answer?.ok !== true) return null
  return typeof answer.history_from === 'number' && typeof answer.batch === 'number' ? (answer as SyncAnswer) : null
}

function sentenceOf({ status, code, body }: Reply): string {
  const said = body as { code?: unknown; message?: unknown; errors?: unknown } | null | undefined
  const name = code || (typeof said?.code === 'string' ? said.code : '')
  const message = typeof said?.message === 'string' ? said.message : ''
  const errors = Array.isArray(said?.errors) ? said.errors.slice(0, 5).map(String).join(' ') : ''
  return [`${status}${name && ` ${name}`}:`, message || 'nessuna spiegazione.', errors].filter(Boolean).join(' ')
}

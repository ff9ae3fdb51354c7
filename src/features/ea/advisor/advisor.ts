import type { SyncAnswer, SyncRequest } from '#features/ea/sync-contract.ts'
import { reactionTo, type Reply } from './reaction.ts'
import type { RecordBook } from './record-book.ts'

/** The terminal's own state, read anew for every request. Times are broker wall-clock seconds. */
export interface Terminal {
  ea: SyncRequest['ea']
  account: SyncRequest['account']
  book: RecordBook
  time: () => SyncRequest['time']
  snapshot: () => SyncRequest['snapshot']
  /** Pending orders whose comment starts with `TT-`. */
  orders?: () => NonNullable<SyncRequest['orders']>
}

export interface AdvisorParts {
  terminal: Terminal
  /** Sends one request; null where no answer came. */
  send: (request: SyncRequest) => Promise<Reply | null>
  wait: (seconds: number) => Promise<void>
  /** Sets this start apart from others of the same account: 1 to 32 letters or digits. */
  boot: string
  /** In [0, 1): spreads the waits of many advisors. */
  jitter: () => number
  /** Failures in a row after which a round gives up; without it the round never does, like a real advisor. */
  patience?: number
  /** Called with every answer: how many records the server still requests, or why the advisor waits. */
  onProgress?: (progress: Progress) => void
}

export type Progress = { pending: number; sent: number } | { waiting: number; message: string }

export type Round =
  | { done: true; answer: SyncAnswer; /** Records that the server would still take next time. */ pending: number }
  | { done: false; message: string }

export interface Advisor {
  /** One turn of the timer: sends requests until the server requests nothing more. */
  sync(reason: string): Promise<Round>
  /** Records that the server requests and has not received. */
  pending(): number
}

const smallestBatch = 10

/** The sending half of an expert advisor (`docs/ea-protocol.md`): it stores nothing but the server's last cursor. */
export function createAdvisor(parts: AdvisorParts): Advisor {
  const { terminal, send, wait, boot, jitter } = parts
  const patience = parts.patience ?? Number.POSITIVE_INFINITY
  let seq = 0
  let failures = 0
  let batchLimit = Number.POSITIVE_INFINITY
  let cursor: SyncAnswer | null = null

  const pending = () =>
    cursor === null ? 0 : terminal.book.after(cursor.history_from, cursor.history_after, 0).pending

  function nextRequest(reason: string): SyncRequest {
    const { kind } = terminal.book
    const limit = Math.max(1, Math.min(cursor?.batch ?? 0, batchLimit))
    const page =
      cursor === null
        ? { items: [], pending: 1 }
        : terminal.book.after(cursor.history_from, cursor.history_after, limit)
    const more = page.pending > page.items.length
    const time = terminal.time()
    seq += 1
    return {
      v: 1,
      ea: terminal.ea,
      sync: { boot, seq, reason, sent_gmt: time.gmt },
      account: terminal.account,
      time,
      snapshot: terminal.snapshot(),
      points: [],
      ledger: terminal.book.ledger(),
      history: { kind, more, items: page.items } as SyncRequest['history'],
      ...(terminal.orders !== undefined && { orders: terminal.orders() }),
    }
  }

  /** Sends until accepted, refused for good, or out of patience. */
  async function deliver(reason: string): Promise<{ answer: SyncAnswer; request: SyncRequest } | { message: string }> {
    let request = nextRequest(reason)
    for (;;) {
      const reply = await send(request)
      const reaction = reactionTo(reply, failures, jitter())
      if (reaction.do === 'proceed') {
        failures = 0
        return { answer: reaction.answer, request }
      }
      failures += 1
      if (reaction.do === 'stop') return { message: reaction.message }
      if (reaction.do === 'halve') {
        const size = request.history.items.length
        if (size <= smallestBatch) return { message: reaction.message }
        batchLimit = Math.max(smallestBatch, Math.floor(size / 2))
      }
      if (failures >= patience) return { message: `${reaction.message} Rinuncio dopo ${failures} tentativi.` }
      parts.onProgress?.({ waiting: reaction.seconds, message: reaction.message })
      await wait(reaction.seconds)
      // Without an answer the request may have arrived: the same number is sent again and answered from memory.
      if (reply !== null) request = nextRequest(reason)
    }
  }

  return {
    pending,
    async sync(reason) {
      for (;;) {
        const outcome = await deliver(cursor === null ? 'init' : reason)
        if ('message' in outcome) return { done: false, message: outcome.message }
        const { answer, request } = outcome
        cursor = answer
        const left = pending()
        parts.onProgress?.({ pending: left, sent: request.history.items.length })
        if (!request.history.more) return { done: true, answer, pending: left }
        await wait(2)
      }
    },
  }
}

import { isDatabaseAway } from '#server/database/database.ts'
import { apart } from '#server/log/log-context.ts'
import type { SentSync, SyncResult } from './sent-sync.ts'

/**
 * Group commit: waiting requests are handled together in one transaction, and each is answered after its commit. Under load they share the
 * disk's flush and the cost of its statements; without load a request never waits for others.
 */
export interface SyncIntake {
  /** Resolves once the request is committed, or refused. */
  submit(sent: SentSync): Promise<SyncResult>
}

interface Waiting {
  sent: SentSync
  resolve: (result: SyncResult) => void
}

export interface IntakeOptions {
  flush: (sent: readonly SentSync[]) => Promise<SyncResult[]>
  /** A shorter way, tried first: null for each request that `flush` must handle. */
  quick?: (sent: readonly SentSync[]) => Promise<(SyncResult | null)[]>
  onError: (error: unknown, requests: number) => void
  /** Requests that wait at most; more are refused at once. */
  longest?: number
  /** Requests in one transaction at most. */
  largest?: number
  /** Transactions at the same time. */
  flights?: number
  /** Least milliseconds between two starts of a transaction: requests that come sooner are handled together. */
  pauseMs?: number
}

/** The request lost a race that another try may win, or answer: unique binding, a trader erased meanwhile, deadlock, serialisation. */
const raceCodes = new Set(['23505', '23503', '40P01', '40001'])
const triesAlone = 3

export function createIntake({
  flush,
  quick,
  onError,
  longest = 2_000,
  largest = 1_000,
  flights = 2,
  pauseMs = 5,
}: IntakeOptions): SyncIntake {
  let queue: Waiting[] = []
  /** Tokens in progress: requests of one advisor are handled in the order in which they came. */
  const busy = new Set<string>()
  let flying = 0
  let scheduled = false
  let startedAt = -Infinity

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    const run = () => {
      scheduled = false
      let isTaken = true
      while (flying < flights && (isTaken = take()) && queue.length >= largest);
      if (isTaken && flying < flights && queue.length > 0) schedule()
    }
    const rest = queue.length >= largest ? 0 : startedAt + pauseMs - performance.now()
    // All requests that the event loop has read by then are handled together.
    apart(() => void (rest > 0 ? setTimeout(run, rest) : setImmediate(run)))
  }

  function take(): boolean {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    for (const waiting of queue) {
      const { tokenHash } = waiting.sent
      if (batch.length >= largest || busy.has(tokenHash)) left.push(waiting)
      else {
        busy.add(tokenHash)
        batch.push(waiting)
      }
    }
    if (batch.length === 0) return false
    queue = left
    flying += 1
    startedAt = performance.now()
    void handleAll(batch).finally(() => {
      flying -= 1
      for (const { sent } of batch) busy.delete(sent.tokenHash)
      if (queue.length > 0) schedule()
    })
    return true
  }

  async function handleAll(batch: readonly Waiting[]): Promise<void> {
    const rest = quick === undefined ? batch : await leftBy(quick, batch)
    if (rest.length > 0) await handle(rest)
  }

  /** Answers what the shorter way handled. @returns the others */
  async function leftBy(
    store: NonNullable<IntakeOptions['quick']>,
    batch: readonly Waiting[],
  ): Promise<readonly Waiting[]> {
    let results: (SyncResult | null)[] = []
    try {
      results = await store(batch.map(({ sent }) => sent))
    } catch (error) {
      if (!raceCodes.has(codeOf(error))) onError(error, batch.length)
      if (connectionLost(error)) results = batch.map(() => refused('UNAVAILABLE'))
    }
    return batch.filter(({ resolve }, index) => {
      const result = results[index] ?? null
      if (result !== null) resolve(result)
      return result === null
    })
  }

  /** A failed batch is halved until the bad request is alone. */
  async function handle(batch: readonly Waiting[], attempt = 1): Promise<void> {
    try {
      const results = await flush(batch.map(({ sent }) => sent))
      batch.forEach(({ resolve }, index) => resolve(results[index] ?? refused('INTERNAL')))
    } catch (error) {
      if (connectionLost(error)) {
        onError(error, batch.length)
        for (const { resolve } of batch) resolve(refused('UNAVAILABLE'))
      } else if (batch.length > 1) {
        const middle = Math.ceil(batch.length / 2)
        await handle(batch.slice(0, middle))
        await handle(batch.slice(middle))
      } else if (raceCodes.has(codeOf(error)) && attempt < triesAlone) {
        await handle(batch, attempt + 1)
      } else {
        onError(error, batch.length)
        for (const { resolve } of batch) resolve(refused(isDatabaseAway(error) ? 'UNAVAILABLE' : 'INTERNAL'))
      }
    }
  }

  return {
    submit: (sent) =>
      new Promise((resolve) => {
        if (queue.length >= longest) return resolve(refused('UNAVAILABLE'))
        queue.push({ sent, resolve })
        schedule()
      }),
  }
}

function refused(code: 'INTERNAL' | 'UNAVAILABLE'): SyncResult {
  return { refusal: { code } }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** No request would be answered. A statement that took too long (57014) may be one request's error. */
function connectionLost(error: unknown): boolean {
  return isDatabaseAway(error) && codeOf(error) !== '57014'
}

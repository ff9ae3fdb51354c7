import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/database/database.ts'

/** The pause between two attempts to get the lock, and the longest wait for it. Milliseconds. */
const lockPauseMs = 100
const lockWaitMs = 30_000
/** Longer than any run. A run that hangs gives the lock back after this. Milliseconds. */
const lockHeldMs = 300_000

/**
 * Runs `work` while this instance alone holds the lock. Waits while another instance holds it, and ends where that one did
 * the work.
 * @param isDone false where something is left that the other instance may have missed
 */
export async function withAdvisoryLock(
  sql: Sql,
  name: string,
  signal: AbortSignal,
  isDone: () => Promise<boolean>,
  work: () => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now()
  let working: Promise<unknown> | null = null
  try {
    // The transaction holds the lock and does nothing else, so the lock ends with a server that dies. The work commits by itself.
    await sql.begin(async (tx) => {
      await tx`select set_config('idle_in_transaction_session_timeout', ${`${lockHeldMs}`}, true)`
      for (;;) {
        const [row] = await tx<{ locked: boolean }[]>`
          select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`
        if (row?.locked === true) break
        if (signal.aborted || performance.now() - startedAt > lockWaitMs || (await isDone())) return
        await sleep(lockPauseMs)
      }
      working = work()
      await working
    })
  } finally {
    // The lock's connection may break before the work ends.
    await (working as Promise<unknown> | null)?.catch(() => undefined)
  }
}

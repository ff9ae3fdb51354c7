import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type DatabaseAddress, type Queryable } from '#server/database/database.ts'

/** Advisory locks: each kind of work runs once at a time, over all instances. */
export const backupLocks = { make: 74_112_011, verify: 74_112_012 }

/** The lock of a connection that was lost falls a moment later. Milliseconds. */
const lockWaitMs = 600

/**
 * Runs work on one connection of its own, under a lock that ends with the connection, however this process ends.
 * @returns null where another connection holds the lock
 */
export async function withLock<T>(
  address: DatabaseAddress,
  lock: number,
  work: (session: Queryable) => Promise<T>,
): Promise<T | null> {
  const { sql } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader backup' })
  let isComplete = false
  try {
    // A reserved connection that is lost ends the work. An unreserved one would be replaced, without its snapshot and its lock.
    const session = await sql.reserve()
    try {
      const isAcquired = await acquireLock(session, lock)
      const result = isAcquired ? await work(session) : null
      // The end of the connection frees the lock too, some time later.
      if (isAcquired) await session`select pg_advisory_unlock(${lock})`
      isComplete = true
      return result
    } finally {
      // The pool's end waits for reserved connections.
      session.release()
    }
  } finally {
    // A statement that was broken off may still be sending.
    await sql.end({ timeout: isComplete ? 2 : 0 })
  }
}

async function acquireLock(session: Queryable, lock: number): Promise<boolean> {
  const deadline = performance.now() + lockWaitMs
  for (;;) {
    const [row] = await session<{ acquired: boolean }[]>`select pg_try_advisory_lock(${lock}) as acquired`
    if (row?.acquired === true) return true
    if (performance.now() > deadline) return false
    await sleep(50)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type DatabaseAddress, type Queryable } from '#server/database.ts'

/** Which work goes on once at a time, on however many instances. */
export const backupLocks = { make: 74_112_011, verify: 74_112_012 }

/** Milliseconds. */
const lockMs = 600

/**
 * Runs work on one connection of its own, under a lock that falls with it, however this process ends.
 * @returns null where somebody else holds the lock
 */
export async function underLock<T>(
  address: DatabaseAddress,
  lock: number,
  work: (session: Queryable) => Promise<T>,
): Promise<T | null> {
  const { sql } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader backup' })
  let isWhole = false
  try {
    // Reserved: a connection that is lost ends the work, in place of going on in another one, outside of its snapshot and lock.
    const session = await sql.reserve()
    try {
      const result = (await takeLock(session, lock)) ? await work(session) : null
      isWhole = true
      return result
    } finally {
      // Else the pool's end would wait for it.
      session.release()
    }
  } finally {
    // What was broken off may still be sending.
    await sql.end({ timeout: isWhole ? 2 : 0 })
  }
}

/** That of a connection that has just ended falls a moment later. */
async function takeLock(session: Queryable, lock: number): Promise<boolean> {
  const deadline = performance.now() + lockMs
  for (;;) {
    const [row] = await session<{ taken: boolean }[]>`select pg_try_advisory_lock(${lock}) as taken`
    if (row?.taken === true) return true
    if (performance.now() > deadline) return false
    await sleep(50)
  }
}

import { connectDatabase, type DatabaseAddress, type Queryable } from '#server/database.ts'

/** Which work goes on once at a time, on however many instances. */
export const backupLocks = { make: 74_112_011, verify: 74_112_012 }

/**
 * Runs work on one connection of its own, under a lock that falls with it, however this process ends.
 * @returns null where somebody else holds the lock
 */
export async function underLock<T>(
  address: DatabaseAddress,
  lock: number,
  work: (session: Queryable) => Promise<T>,
): Promise<T | null> {
  const { sql, close } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader backup' })
  try {
    // Reserved: a connection that is lost ends the work, in place of going on in another one, outside of its snapshot and lock.
    const session = await sql.reserve()
    try {
      const [row] = await session<{ taken: boolean }[]>`select pg_try_advisory_lock(${lock}) as taken`
      return row?.taken === true ? await work(session) : null
    } finally {
      // Else the pool's end would wait for it.
      session.release()
    }
  } finally {
    await close()
  }
}

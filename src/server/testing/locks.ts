import { vi } from 'vitest'
import type { Sql } from '../database/database.ts'

/** Resolves once a statement of this database waits for a lock that another session holds. */
export async function lockAwaited(sql: Sql): Promise<void> {
  await vi.waitFor(
    async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      if (waiting.length === 0) throw new Error('no statement waits for a lock')
    },
    { timeout: 5_000, interval: 10 },
  )
}

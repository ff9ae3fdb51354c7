import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Logger } from 'pino'
import { onlyRow, type Sql } from './database.ts'
import { isDatabaseAway } from './errors.ts'

/** The oldest state that a replica may serve. Milliseconds. */
const longestLagMs = 3_000
/** A replica that is far behind is compared with the newest positions alone. */
const maximumNoted = 100
/** Pause between two comparisons of the positions. Milliseconds. */
const compareEveryMs = 500

export interface Replica {
  /** `readPublic` for a kernel that has a replica. */
  read: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  /** Milliseconds by which the replica may be behind: its state is at least as new. Infinity before the first comparison. */
  lag: () => number
  close: () => Promise<void>
}

/**
 * Runs reads of public data on a replica that is current, else on the primary. Never plans, money, sessions or writes. All statements of
 * the work use the one database that it is given. The work may run twice: where the replica breaks it off, the primary repeats it.
 */
export function readPublic<T>(
  { sql, replica }: { sql: Sql; replica?: Pick<Replica, 'read'> },
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  return replica === undefined ? work(sql) : replica.read(work)
}

/**
 * Follows how far a streaming replica is behind its primary: the primary's position in the log is noted with its moment, and the replica
 * says what it has replayed. It compares positions and no clocks. A replica without a connection to its primary falls behind by itself.
 */
export function followReplica(primary: Sql, replica: Sql, log: Pick<Logger, 'warn' | 'info'>): Replica {
  const closing = new AbortController()
  /** Positions of the primary that the replica has not been observed to have, with their moments. */
  let noted: { position: string; at: number }[] = []
  /** The replica has everything of this moment. */
  let currentAt = Number.NEGATIVE_INFINITY
  let isUsed = false

  const lag = () => performance.now() - currentAt
  const isCurrent = () => lag() <= longestLagMs

  async function compare(): Promise<void> {
    const at = performance.now()
    const { position } = onlyRow(await primary<{ position: string }[]>`select pg_current_wal_lsn()::text as position`)
    if (noted.at(-1)?.position === position) noted.pop()
    noted.push({ position, at })
    const positions = noted.map((each) => each.position)
    const { replayed } = onlyRow(
      await replica<{ replayed: number }[]>`
        select count(*)::int as replayed from unnest(${positions}::text[]) as position
         where position::pg_lsn <= pg_last_wal_replay_lsn()`,
    )
    currentAt = noted[replayed - 1]?.at ?? currentAt
    noted = noted.slice(replayed).slice(-maximumNoted)
  }

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      await compare().catch((error: unknown) => {
        if (!isDatabaseAway(error)) log.warn({ err: error }, 'replica not compared')
      })
      if (isCurrent() !== isUsed) {
        isUsed = isCurrent()
        if (isUsed) log.info('public reads go to the replica')
        else log.warn('the replica is away or behind: public reads go to the primary')
      }
      await sleep(compareEveryMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }
  const following = follow()

  return {
    async read(work) {
      if (!isCurrent()) return work(primary)
      try {
        return await work(replica)
      } catch (error) {
        if (!isDatabaseAway(error) && !isConflict(error)) throw error
        // The next comparison says whether it is back.
        if (isDatabaseAway(error)) currentAt = Number.NEGATIVE_INFINITY
        return work(primary)
      }
    },
    lag,
    async close() {
      closing.abort()
      await following
    },
  }
}

/** The replica had to remove rows that a query still read. */
const isConflict = (error: unknown): boolean => error instanceof DatabaseError && error.code === '40001'

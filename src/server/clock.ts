import type { Logger } from 'pino'
import type { Sql } from './database.ts'

/** Time is passed in: the product follows the database's clock, tests and the demonstration inject one. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number
}

const measureEveryMs = 30_000
/** Offsets below this are the measurement's own noise. */
const noticeableMs = 1_000

/**
 * The database's clock, so that all instances agree on the time: its offset to this process's monotonic clock, measured at
 * the start and every 30 seconds with half a round trip taken off. Between two measures a change of the machine's clock moves
 * nothing; a measure that would move time back holds it still instead.
 */
export async function databaseClock(sql: Sql, log: Logger): Promise<Clock & { close: () => void }> {
  let offset = await measure(sql)
  let last = 0
  const machine = offset + performance.now() - Date.now()
  if (Math.abs(machine) > noticeableMs) {
    log.warn({ ms: Math.round(machine) }, 'the clocks of this machine and of the database differ; the database counts')
  }
  const timer = setInterval(() => {
    measure(sql).then(
      (measured) => (offset = measured),
      (error: unknown) => log.warn({ err: error }, 'database clock not measured, going on with the last offset'),
    )
  }, measureEveryMs)
  timer.unref()
  return {
    now() {
      last = Math.max(last, Math.round(offset + performance.now()))
      return last
    },
    close: () => clearInterval(timer),
  }
}

/** What to add to `performance.now()`, in milliseconds. The shortest of three round trips is the least wrong. */
async function measure(sql: Sql): Promise<number> {
  let best = { trip: Number.POSITIVE_INFINITY, offset: 0 }
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = performance.now()
    const [row] = await sql<{ ms: number }[]>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`
    const trip = performance.now() - before
    if (row && trip < best.trip) best = { trip, offset: row.ms - (before + trip / 2) }
  }
  return best.offset
}

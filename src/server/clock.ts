import type { Logger } from 'pino'
import type { Sql } from './database/database.ts'

/** Time is passed in: the product follows the database's clock, tests and the demonstration inject one. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. */
  now(): number
}

const measureEveryMs = 30_000
/** Offsets below this are the measurement's own noise. */
const noticeableMs = 1_000
/** A measure that differs by more than this needs confirmation. */
const stepMs = 5_000
/** Equal measures that confirm a step, and the shorter pause between them. */
const confirmations = 3
const confirmEveryMs = 5_000

/**
 * The database's clock, so that all instances agree on the time: its offset to this process's monotonic clock, measured at
 * the start and every 30 seconds with half a round trip taken off. Between two measures a change of the machine's clock moves
 * nothing.
 */
export async function databaseClock(sql: Sql, log: Logger): Promise<Clock & { close: () => void }> {
  const first = await measure(sql)
  const clock = steadyClock(first, log)
  const machine = first + performance.now() - Date.now()
  if (Math.abs(machine) > noticeableMs) {
    log.warn({ ms: Math.round(machine) }, 'the clocks of this machine and of the database differ; the database counts')
  }
  let timer: NodeJS.Timeout | undefined
  let closed = false
  function measureIn(wait: number): void {
    if (closed) return
    timer = setTimeout(() => {
      measure(sql).then(
        (measured) => measureIn(clock.take(measured) ? measureEveryMs : confirmEveryMs),
        (error: unknown) => {
          log.warn({ err: error }, 'database clock not measured, going on with the last offset')
          measureIn(measureEveryMs)
        },
      )
    }, wait)
    timer.unref()
  }
  measureIn(measureEveryMs)
  return {
    now: () => clock.now(),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** A clock that measures correct. */
interface SteadyClock extends Clock {
  /** Takes a new offset, in milliseconds; false where it is a step that is not confirmed yet. */
  take: (offset: number) => boolean
}

/**
 * Never goes back for a small correction: it stands still instead. It follows a step of more than five seconds, forward or back, only
 * after three measures in a row that agree. A database clock that is wrong for a moment has no effect. A clock that was set right is
 * followed back: repeated time is better than time that stands still for a day.
 * @param first offset to `monotonic`, milliseconds
 */
export function steadyClock(
  first: number,
  log: Pick<Logger, 'warn' | 'error'>,
  monotonic: () => number = () => performance.now(),
): SteadyClock {
  let offset = first
  let last = 0
  let step = { offset: 0, count: 0 }
  return {
    now() {
      last = Math.max(last, Math.round(offset + monotonic()))
      return last
    },
    take(measured) {
      const ms = Math.round(measured - offset)
      if (Math.abs(ms) <= stepMs) {
        offset = measured
        step = { offset: 0, count: 0 }
        return true
      }
      const agrees = step.count > 0 && Math.abs(measured - step.offset) <= noticeableMs
      step = { offset: measured, count: agrees ? step.count + 1 : 1 }
      if (step.count < confirmations) {
        log.warn({ ms }, 'the database clock stepped; not followed before it is confirmed')
        return false
      }
      log.error({ ms }, 'the database clock was set; followed from now on')
      offset = measured
      last = 0
      step = { offset: 0, count: 0 }
      return true
    },
  }
}

/** The offset to add to `performance.now()`, in milliseconds. The shortest of three round trips is the least wrong. */
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

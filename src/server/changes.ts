import type { Logger } from 'pino'
import type { Sql } from './database/database.ts'

/** The traders that changed; `all` after a lost connection, when notifications may be missing. */
export type Change = readonly string[] | 'all'

/** Changes by people and jobs. Figures, which every sync changes, travel by the log of the ranking (`docs/decisions/027-log-of-changes.md`). */
export interface Changes {
  /** Marks a trader as changed. Sent once per tick, after the caller's commit. */
  announce(traderId: string): void
  /** Sends what was announced and not sent yet. */
  flush(): Promise<void>
  /** How many changes were announced here or arrived from any instance: what was read before the last one may be old. */
  count(): number
  /** Calls back with every change of this and every other instance. */
  subscribe(listener: (change: Change) => void): void
  close(): Promise<void>
}

const channel = 'trader_changed'
/** A notification holds at most 8,000 bytes: 200 ids of 36 characters with separators fit. */
const idsPerNotification = 200

/**
 * Coalesced LISTEN/NOTIFY: announcements of one tick travel in one statement, so that no caller waits for a notification.
 * @param tickMs milliseconds between two notifications
 */
export async function createChanges(sql: Sql, log: Pick<Logger, 'warn'>, tickMs = 250): Promise<Changes> {
  const listeners: ((change: Change) => void)[] = []
  let announced = new Set<string>()
  let count = 0
  const notify = (change: Change) => {
    count += 1
    for (const listener of listeners) listener(change)
  }

  async function flush(): Promise<void> {
    if (announced.size === 0) return
    const ids = [...announced]
    announced = new Set()
    const payloads: string[] = []
    for (let start = 0; start < ids.length; start += idsPerNotification) {
      payloads.push(ids.slice(start, start + idsPerNotification).join(','))
    }
    try {
      await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`
    } catch (error) {
      for (const id of ids) announced.add(id)
      log.warn({ err: error }, 'changes not announced, kept for the next tick')
    }
  }

  let listened = false
  const listening = await sql.listen(
    channel,
    (payload) => notify(payload.split(',')),
    () => {
      if (listened) notify('all')
      listened = true
    },
  )
  const timer = setInterval(() => void flush(), tickMs)

  return {
    announce(traderId) {
      count += 1
      announced.add(traderId)
    },
    count: () => count,
    flush,
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      clearInterval(timer)
      await flush()
      await listening.unlisten()
    },
  }
}

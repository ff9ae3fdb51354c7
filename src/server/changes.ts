import type { Logger } from 'pino'
import type { Sql } from './database/database.ts'

/** The traders that changed; `all` after a lost connection, when notifications may be missing. */
export type Change = readonly string[] | 'all'

/** The kind of change: `figures` follow from an account's trading and come with every sync; `trader` is everything else. */
export type Changed = 'trader' | 'figures'

export interface Changes {
  /** Marks a trader as changed. Sent once per tick, after the caller's commit. */
  announce(traderId: string, what?: Changed): void
  /** Sends what was announced and not sent yet. */
  flush(): Promise<void>
  /** Calls back with every change of this and every other instance. */
  subscribe(listener: (change: Change, what: Changed) => void): void
  close(): Promise<void>
}

const kinds = ['trader', 'figures'] as const
const channelOf = (what: Changed) => `${what}_changed`
/** A notification holds at most 8,000 bytes: 200 ids of 36 characters with separators fit. */
const idsPerNotification = 200

/**
 * Coalesced LISTEN/NOTIFY: announcements of one tick travel in one statement, so that a sync never waits for a notification.
 * @param tickMs milliseconds between two notifications
 */
export async function createChanges(sql: Sql, log: Pick<Logger, 'warn'>, tickMs = 250): Promise<Changes> {
  const listeners: ((change: Change, what: Changed) => void)[] = []
  const announced = { trader: new Set<string>(), figures: new Set<string>() }
  const notify = (change: Change, what: Changed) => {
    for (const listener of listeners) listener(change, what)
  }

  async function flush(): Promise<void> {
    await Promise.all(kinds.map((what) => send(what)))
  }

  async function send(what: Changed): Promise<void> {
    if (announced[what].size === 0) return
    const ids = [...announced[what]]
    announced[what] = new Set()
    const payloads: string[] = []
    for (let start = 0; start < ids.length; start += idsPerNotification) {
      payloads.push(ids.slice(start, start + idsPerNotification).join(','))
    }
    try {
      await sql`select pg_notify(${channelOf(what)}, payload) from unnest(${payloads}::text[]) as payload`
    } catch (error) {
      for (const id of ids) announced[what].add(id)
      log.warn({ err: error }, 'changes not announced, kept for the next tick')
    }
  }

  const listening = await Promise.all(
    kinds.map((what) => {
      let listened = false
      return sql.listen(
        channelOf(what),
        (payload) => notify(payload.split(','), what),
        () => {
          if (listened) notify('all', what)
          listened = true
        },
      )
    }),
  )
  const timer = setInterval(() => void flush(), tickMs)

  return {
    announce: (traderId, what = 'trader') => void announced[what].add(traderId),
    flush,
    subscribe: (listener) => void listeners.push(listener),
    async close() {
      clearInterval(timer)
      await flush()
      await Promise.all(listening.map((channel) => channel.unlisten()))
    },
  }
}

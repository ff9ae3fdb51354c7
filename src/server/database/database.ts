import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { withCode } from './errors.ts'
import { Listener } from './listener.ts'
import { Session } from './session.ts'
import { connectionSettings, type ConnectionOptions, type DatabaseAddress } from './settings.ts'
import { createTag, type Runner, type Tag } from './sql.ts'
import { transact, type Transaction } from './transaction.ts'
import { typeParsers } from './types.ts'

export { DatabaseError } from 'pg'
export { isDatabaseAway } from './errors.ts'
export type { DatabaseAddress } from './settings.ts'
/** For queries that run in a pool, a reserved connection or a transaction. */
export type { Tag as Queryable } from './sql.ts'
export type { Transaction } from './transaction.ts'

/** Options of `sql.begin`: all queries of the transaction see the data of one moment, and none writes. */
export const oneMoment = 'isolation level repeatable read read only'

/** The pool: `sql`…`` sends a query on any connection, `sql.begin` opens a transaction. */
export interface Sql extends Tag {
  begin: {
    <T>(work: (tx: Transaction) => T | Promise<T>): Promise<T>
    <T>(options: string, work: (tx: Transaction) => T | Promise<T>): Promise<T>
  }
  /** A connection for one caller, until `release`. */
  reserve: () => Promise<Tag & { release: () => void }>
  listen: Listener['listen']
  /** How busy the pool is now. */
  state: () => PoolState
  /** Waits for running statements, then ends all connections. @param timeout seconds, none by default */
  end: (options?: { timeout?: number }) => Promise<void>
}

/** How busy a pool is now. */
export interface PoolState {
  idle: number
  /** Connections with a query or a transaction. */
  used: number
  connecting: number
  /** Queries for which no connection is free. */
  waiting: number
  /** The number of queries that waited since the start, and their total wait in seconds. */
  waits: number
  waited: number
}

export interface Database {
  sql: Sql
  /** Waits for running queries, at most two seconds. */
  close: () => Promise<void>
}

export interface PoolOptions extends ConnectionOptions {
  /** Connections at most. */
  max?: number
  /**
   * A pooler in transaction mode before the database. Statements go through it and are not prepared; notifications come from the database
   * itself. A reserved connection keeps nothing between two of its statements.
   */
  pooler?: DatabaseAddress | undefined
  onclose?: () => void
}

/**
 * Opens a pool; the first query connects. Rows carry timestamptz as `YYYY-MM-DDTHH:MM:SS.mmmZ`, date as `YYYY-MM-DD`,
 * bigint as number, numeric as text, jsonb parsed, bytea as Buffer.
 */
export function connectDatabase(address: DatabaseAddress, options: PoolOptions = {}): Database {
  const { max = 20, onclose, pooler } = options
  const direct = { ...connectionSettings(address, options), types: typeParsers }
  const settings =
    pooler === undefined ? direct : { ...connectionSettings(pooler, { ...options, pooled: true }), types: typeParsers }
  // Rebuilding the pool now and then would only lose advisory locks and prepared statements.
  const pool = new Pool({ ...settings, max, idleTimeoutMillis: 0 })
  const listener = new Listener(direct)
  const open = new Map<PoolClient, Promise<void>>()
  const waits = { waits: 0, waited: 0 }
  let used = 0
  let ending: Promise<void> | null = null

  // pg has taken the connection out of the pool already.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    open.set(client, promise)
    client.once('end', () => {
      open.delete(client)
      resolve()
      onclose?.()
    })
  })

  async function acquire(): Promise<Session> {
    const hasToWait = pool.totalCount >= max && pool.idleCount <= pool.waitingCount
    const startedAt = performance.now()
    try {
      return await new Promise((resolve, reject) => {
        // The listener is added at once: an event of the connection in between would have none.
        pool.connect((error, client) =>
          client ? resolve(new Session(client, pooler === undefined)) : reject(withCode(error)),
        )
      })
    } finally {
      if (hasToWait) {
        waits.waits += 1
        waits.waited += (performance.now() - startedAt) / 1000
      }
    }
  }

  async function using<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = await acquire()
    used += 1
    try {
      return await work(session)
    } finally {
      used -= 1
      session.release()
    }
  }

  const reserved = () => Promise.reject(new Error('COPY needs a transaction or a reserved connection'))
  const runner: Runner = {
    run: (statement) => using((session) => session.run(statement)),
    copyOut: reserved,
    copyIn: reserved,
  }

  async function end(timeout: number): Promise<void> {
    listener.close()
    const ended = pool.end().then(() => Promise.all(open.values()))
    // The open connections keep the process alive; the timer must not outlast them.
    await Promise.race([ended, sleep(timeout * 1000, undefined, { ref: false })])
    for (const client of open.keys()) client.connection.stream.destroy()
  }

  const sql: Sql = Object.assign(createTag(runner), {
    begin: <T>(...given: [Work<T>] | [string, Work<T>]) => {
      const [work, options = ''] = given.toReversed() as [Work<T>, string?]
      return using((session) => transact(session, options, work))
    },
    reserve: async () => {
      const session = await acquire()
      used += 1
      return Object.assign(createTag(session), {
        release: () => {
          used -= 1
          session.release()
        },
      })
    },
    listen: listener.listen.bind(listener),
    state: () => ({
      idle: pool.idleCount,
      used,
      connecting: pool.totalCount - pool.idleCount - used,
      waiting: Math.max(0, pool.waitingCount - pool.idleCount),
      ...waits,
    }),
    end: ({ timeout = 0 } = {}) => (ending ??= end(timeout)),
  })
  return { sql, close: () => sql.end({ timeout: 2 }) }
}

type Work<T> = (tx: Transaction) => T | Promise<T>

/** The row of a query that always has exactly one, as an aggregate has. @throws Error where there is none */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('a query that always has a row gave none')
  return row
}

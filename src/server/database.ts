import type { ISql, Sql as DriverSql, TransactionSql } from 'postgres'
import { watchedSocket } from './database-socket.ts'
import { postgres } from './postgres-driver.ts'

/** Where a database is: a URL (`database`: another one of the same server), or a server on a unix socket in the folder `host`. */
export type DatabaseAddress =
  | { url: string; database?: string }
  | { host: string; port: number; user: string; database: string }

/** What the parsers below make of PostgreSQL's types. */
interface DriverTypes extends Record<string, unknown> {
  timestamptz: string
  date: string
  int8: number
}
/** The pool: `sql`…`` sends a query, `sql.begin` opens a transaction. */
export type Sql = DriverSql<DriverTypes>
/** Inside `sql.begin`. */
export type Transaction = TransactionSql<DriverTypes>
/** For queries that run in either. */
export type Queryable = ISql<DriverTypes>

export interface Database {
  sql: Sql
  /** Waits for running queries, at most two seconds. */
  close: () => Promise<void>
}

/** The longest that one statement may run, in milliseconds. Longer work says so: `set local statement_timeout`, and stays below `silenceMs`. */
const statementMs = 4_500
/** After this the connection itself counts as lost: no request waits longer for the database. */
const silenceMs = 5_000
const connectSeconds = 3

export interface PoolOptions {
  /** Connections at most. */
  max?: number
  /** Maintenance (migrations, clones) may take its time. */
  patient?: boolean
  name?: string
  onclose?: () => void
}

/**
 * Opens a pool; the first query connects. Rows carry timestamptz as `YYYY-MM-DDTHH:MM:SS.mmmZ`, date as `YYYY-MM-DD`,
 * bigint as number, numeric as text, jsonb parsed, bytea as Buffer.
 */
export function connectDatabase(address: DatabaseAddress, options: PoolOptions = {}): Database {
  const { max = 20, patient = false, name = 'toptrader', onclose } = options
  const settings = {
    max,
    connect_timeout: connectSeconds,
    // A pool that is rebuilt every hour would drop advisory locks and prepared statements for nothing.
    max_lifetime: null,
    keep_alive: 10,
    // A database that comes back is used at once; the driver's own pause grows to 20 seconds.
    backoff: () => 0.2,
    onnotice: () => undefined,
    ...(onclose && { onclose }),
    ...(patient ? {} : { socket: watchedSocket(silenceMs) }),
    connection: {
      application_name: name,
      TimeZone: 'UTC',
      statement_timeout: patient ? 0 : statementMs,
      idle_in_transaction_session_timeout: patient ? 0 : 2 * silenceMs,
    },
    types: {
      timestamptz: { to: 1184, from: [1184], serialize: writeInstant, parse: readInstant },
      date: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (value: string) => value },
      int8: { to: 20, from: [20], serialize: String, parse: Number },
    },
  }
  if (!('url' in address)) return poolOf(postgres({ ...address, ...settings }))
  const { url, database } = address
  return poolOf(postgres(url, database === undefined ? settings : { ...settings, database }))
}

function poolOf(sql: Sql): Database {
  return { sql, close: () => sql.end({ timeout: 2 }) }
}

function writeInstant(value: string | Date): string {
  return value instanceof Date ? value.toISOString() : value
}

/** `2026-11-20 19:13:35.123456+00`: cut to milliseconds, so never use it as the key of a cursor. */
function readInstant(value: string): string {
  return new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

const awayCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // Shut down by an administrator, crashed, starting up; out of connections; over the time a statement may take.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
])

/** True where a query failed because no database answered in time: worth another try later, and 503 until then. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  // A unix socket that is not there is a refused connection; a missing file is not.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return awayCodes.has(error.code) || /^08\w{3}$/.test(error.code)
}

import type { ClientConfig } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

/** The address of a database: a URL (`database`: another one of the same server), or a server on a unix socket in the folder `host`. */
export type DatabaseAddress =
  | { url: string; database?: string }
  | { host: string; port: number; user: string; database: string }

/** The longest time for one statement, in milliseconds. Longer work sets `set local statement_timeout`, and stays below `noAnswerMs`. */
const statementMs = 4_500
/** The longest wait for a connection or an answer, in milliseconds. After it the connection counts as lost. */
const noAnswerMs = 5_000

const noLimits = ' -c statement_timeout=0 -c idle_in_transaction_session_timeout=0'

type Settings = { [K in keyof ClientConfig]?: NonNullable<ClientConfig[K]> }

export interface ConnectionOptions {
  /** The connection's name in the database. */
  name?: string
  /** For maintenance (migrations, backups, clones): no time limits, and COPY. */
  patient?: boolean
  /** The address is a pooler's: it sets the session up, since many clients share each of its connections. */
  pooled?: boolean
}

/** pg's settings for a connection. A URL has the meaning that libpq gives it, `sslmode=require` too. */
export function connectionSettings(
  address: DatabaseAddress,
  { name = 'toptrader', patient = false, pooled = false }: ConnectionOptions = {},
): Settings {
  return {
    ...placeOf(address),
    application_name: name,
    ...(!pooled && sessionSettings(patient)),
    connectionTimeoutMillis: noAnswerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!patient && {
      // `statement_timeout` depends on the database's machine: a frozen one does not keep it.
      query_timeout: noAnswerMs,
      // Statements that are sent together do not wait for each other's answer.
      pipeline: true,
    }),
  }
}

function sessionSettings(patient: boolean): Settings {
  return {
    // pg sends no limit of 0 by itself: those of the role and of the database would hold.
    options: `-c TimeZone=UTC -c client_encoding=UTF8${patient ? noLimits : ''}`,
    ...(!patient && { statement_timeout: statementMs, idle_in_transaction_session_timeout: 2 * noAnswerMs }),
  }
}

function placeOf(address: DatabaseAddress): Settings {
  if (!('url' in address)) return address
  const { url, database } = address
  const place = toClientConfig(parse(url, { useLibpqCompat: true })) as Settings
  return database === undefined ? place : { ...place, database }
}

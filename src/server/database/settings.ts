import type { ClientConfig } from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'

/** Where a database is: a URL (`database`: another one of the same server), or a server on a unix socket in the folder `host`. */
export type DatabaseAddress =
  | { url: string; database?: string }
  | { host: string; port: number; user: string; database: string }

/** The longest that one statement may run, in milliseconds. Longer work says so: `set local statement_timeout`, and stays below `silenceMs`. */
const statementMs = 4_500
/** The longest that anyone waits for a connection or for an answer, in milliseconds. After it the connection itself counts as lost. */
const noAnswerMs = 5_000

type Settings = { [K in keyof ClientConfig]?: NonNullable<ClientConfig[K]> }

export interface ConnectionOptions {
  /** How the database names the connection. */
  name?: string
  /** Maintenance (migrations, backups, clones) may take its time. Only its connections carry COPY. */
  patient?: boolean
}

/** pg's settings for a connection. A URL has the meaning that libpq gives it, `sslmode=require` too. */
export function connectionSettings(
  address: DatabaseAddress,
  { name = 'toptrader', patient = false }: ConnectionOptions = {},
): Settings {
  return {
    ...placeOf(address),
    application_name: name,
    options: '-c TimeZone=UTC -c client_encoding=UTF8',
    connectionTimeoutMillis: noAnswerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(!patient && {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: 2 * noAnswerMs,
      // `statement_timeout` is the database's own promise: a machine that freezes does not keep it.
      query_timeout: noAnswerMs,
      // Statements that are sent together do not wait for each other's answer.
      pipeline: true,
    }),
  }
}

function placeOf(address: DatabaseAddress): Settings {
  if (!('url' in address)) return address
  const { url, database } = address
  const place = toClientConfig(parse(url, { useLibpqCompat: true })) as Settings
  return database === undefined ? place : { ...place, database }
}

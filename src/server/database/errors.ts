import { DatabaseError } from 'pg'

/** Errors that pg raises without a code, by the beginning of their message. */
const codes: readonly [message: string, code: string][] = [
  ['Connection terminated due to connection timeout', 'CONNECT_TIMEOUT'],
  ['timeout exceeded when trying to connect', 'CONNECT_TIMEOUT'],
  ['timeout expired', 'CONNECT_TIMEOUT'],
  ['Query read timeout', 'QUERY_TIMEOUT'],
  ['Connection terminated', 'CONNECTION_CLOSED'],
  ['Client has encountered a connection error', 'CONNECTION_CLOSED'],
  ['Client was closed', 'CONNECTION_ENDED'],
  ['Cannot use a pool after calling end', 'CONNECTION_ENDED'],
]

/** The same error, with a code where pg gives none. */
export function withCode(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  if ('code' in error && error.code !== undefined) return error
  const code = codes.find(([message]) => error.message.startsWith(message))?.[1]
  return code === undefined ? error : Object.assign(error, { code })
}

const awayCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'QUERY_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // Shut down by an administrator, crashed, starting up; out of connections; over the time limit of a statement.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
])

/** True where a query failed because no database answered in time: worth another try later, and 503 until then. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  // A missing unix socket counts as a refused connection; a missing file does not.
  if (error.code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return awayCodes.has(error.code) || /^08\w{3}$/.test(error.code)
}

const hasCode = (error: unknown, code: string) => error instanceof DatabaseError && error.code === code

/** A statement in a transaction in which an earlier one failed. */
export const isAfterFailure = (error: unknown): boolean => hasCode(error, '25P02')

/** A prepared statement whose columns changed since, as after a migration. */
export const isOutdatedPlan = (error: unknown): boolean =>
  hasCode(error, '0A000') && (error as DatabaseError).routine === 'RevalidateCachedQuery'

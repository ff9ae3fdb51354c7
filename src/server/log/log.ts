import { destination, pino, stdSerializers, type DestinationStream, type Logger } from 'pino'
import { logContext } from './log-context.ts'

/** Fields that never reach the log, at the top of a line and two levels down. */
const secretFields = new Set([
  'password',
  'investor_password',
  'new_password',
  'current_password',
  'token',
  'ea_token',
  'session_token',
  'authorization',
  'cookie',
  'secret',
  'sealed',
])
const depth = 3

export const isSecretField = (name: string) => secretFields.has(name)

/** The same value without its secrets; copied only where it holds one. The logger's own path list would cost 50 µs a line. */
function redact(value: Record<string, unknown>, levels = depth): Record<string, unknown> {
  let clean = value
  for (const [name, held] of Object.entries(value)) {
    const shown = secretFields.has(name) ? '[redacted]' : isPlain(held) && levels > 1 ? redact(held, levels - 1) : held
    if (shown === held) continue
    if (clean === value) clean = { ...value }
    clean[name] = shown
  }
  return clean
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** JSON lines on standard output. Secrets are removed wherever a line names them (`depth`). */
export function createLog(level: string, stream: DestinationStream = standardOutput()): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: contextFor(() => log),
    formatters: { level: (label: string) => ({ level: label }), log: redact },
    serializers: { err: serializeError, cause: serializeError },
  }
  const log: Logger = pino(options, stream)
  return log
}

/** Adds the context to a root logger's lines; a request's own logger names its request already. */
export function contextFor(root: () => Logger): (fields: object, level: number, logger: unknown) => object {
  return (_fields, _level, logger) => (logger === root() ? { ...logContext() } : {})
}

export function standardOutput(): DestinationStream {
  return destination(process.stdout.fd || 1)
}

/** Leaves out PostgreSQL's quotes of the offending row: e-mails, names, tokens' hashes. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _detail, where: _where, ...rest } = stdSerializers.err(error) as unknown as Record<string, unknown>
  return rest
}

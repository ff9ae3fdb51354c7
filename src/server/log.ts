import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

/** Fields that never reach the log, at the top of a line and one level down. */
const secretFields = [
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
]

/** JSON lines on standard output. Secrets are removed wherever a line names them. */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[redacted]' },
    serializers: { err: serializeError, cause: serializeError },
  }
  return stream ? pino(options, stream) : pino(options)
}

/** Without what PostgreSQL quotes of the row at fault: e-mails, names, tokens' hashes. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { detail: _detail, where: _where, ...rest } = stdSerializers.err(error) as unknown as Record<string, unknown>
  return rest
}

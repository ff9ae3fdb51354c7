import { errors, type ErrorCode } from '#shared/errors.ts'

/** Seconds after which a client may try again when the database is away, or nothing was loaded yet. */
export const retrySeconds = 5

/** What an error answer may add to its catalogue text. */
export interface FailureData {
  /** In place of the catalogue's sentence, where the sentence depends on the case. */
  detail?: string
  fields?: Record<string, string>
  errors?: string[]
  details?: Record<string, unknown>
  /** Seconds, sent as Retry-After. */
  retryAfter?: number
  /** Sent as `error_type`; the code itself where absent and the client needs it. */
  errorType?: string
}

/** A deliberate failure: the error handler answers it from the catalogue. Thrown by `fail` alone. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly data: FailureData
  constructor(code: ErrorCode, data: FailureData) {
    super(data.detail ?? errors[code][1])
    this.code = code
    this.status = errors[code][0]
    this.data = data
  }
}

/** The only deliberate throw: ends the call with the catalogue's status and text. */
export function fail(code: ErrorCode, data: FailureData = {}): never {
  throw new Failure(code, data)
}

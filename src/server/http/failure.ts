import { errors, type ErrorCode } from '#shared/errors.ts'

/** Seconds after which a client may try again when the database is away, or no ranking is loaded yet. */
export const retrySeconds = 5

/** Additions of an error answer to its catalogue text. */
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

/** Ends the call with VALIDATION where there are errors, a sentence at each field; a single one is the answer's own sentence. */
export function refuseFields(fields: Record<string, string>): void {
  const sentences = Object.values(fields)
  if (sentences.length === 0) return
  const [only] = sentences
  fail('VALIDATION', {
    fields,
    errors: sentences,
    ...(sentences.length === 1 && only !== undefined && { detail: only }),
  })
}

/** Ends the call with VALIDATION at one field. */
export function refuseField(field: string, sentence: string, data: Pick<FailureData, 'errorType'> = {}): never {
  fail('VALIDATION', { detail: sentence, fields: { [field]: sentence }, errors: [sentence], ...data })
}

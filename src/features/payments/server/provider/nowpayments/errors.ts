import { AnswerTooLong } from '#server/http/fetched-text.ts'
import { ProviderError } from '../../../provider.ts'

/** Codes of connections that were never opened: the call had no effect. */
const neverSent =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_.*|.*SELF_SIGNED.*|UNABLE_TO_.*)$/

/**
 * The error of a call without a whole answer. Its message holds what is known of the failure alone.
 * @param how `timedOut`: the attempt's own time is over; `givenUp`: the caller ended it; `hadTime`: the caller waited long enough to
 *   expect an answer
 */
export function networkError(
  call: string,
  error: unknown,
  { posts, timedOut, givenUp, hadTime }: { posts: boolean; timedOut: boolean; givenUp: boolean; hadTime: boolean },
): ProviderError {
  if (error instanceof AnswerTooLong) {
    return new ProviderError('bad_answer', `${call}: the answer is longer than 4 MB`, { outcomeUnknown: posts })
  }
  if (timedOut || givenUp) {
    const message = givenUp ? 'given up by the caller' : 'no answer in time'
    const sent = timedOut || hadTime
    return new ProviderError('timeout', `${call}: ${message}`, { retryable: !givenUp, outcomeUnknown: posts, sent })
  }
  const code = codeOf(error)
  const outcomeUnknown = posts && !neverSent.test(code)
  return new ProviderError('unreachable', `${call}: ${code}`, { retryable: true, outcomeUnknown })
}

/** The system's code of a broken connection; undici hides it in causes. */
function codeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException
    if (typeof code === 'string') return code
  }
  return 'connection failed'
}

/** Classifies a whole answer. @returns the parsed value, or the error that it stands for */
export function outcomeOf(
  call: string,
  response: Pick<Response, 'status'>,
  text: string,
  context: { posts: boolean; withLogin: boolean; secrets: readonly string[] },
): { value: unknown; error: ProviderError | null } {
  const { status } = response
  const { posts } = context
  const value = parsed(text)
  if (status >= 200 && status < 300) {
    if (value !== undefined) return { value, error: null }
    const error = new ProviderError('bad_answer', `${call}: ${status} without JSON`, {
      retryable: true,
      outcomeUnknown: posts,
    })
    return { value, error }
  }
  const reported = reportedBy(value, context.secrets)
  const message = `${call}: ${status}${reported.text === '' ? '' : ` ${reported.text}`}`
  return { value, error: refusalOf(status, reported, message, value !== undefined, context) }
}

function refusalOf(
  status: number,
  reported: Reported,
  message: string,
  isJson: boolean,
  { posts, withLogin }: { posts: boolean; withLogin: boolean },
): ProviderError {
  if (status >= 500) return new ProviderError('unreachable', message, { retryable: true, outcomeUnknown: posts })
  if (status === 429) return new ProviderError('rate_limited', message, { retryable: true })
  if (status === 408) return new ProviderError('timeout', message, { retryable: true, outcomeUnknown: posts })
  if (status < 400) return new ProviderError('redirected', `${message}, not followed`)
  // Something in front of the provider refused us: its own refusals are JSON.
  if (!isJson) return new ProviderError('bad_answer', message, { retryable: false })
  if (status === 404) return new NotFound(message)
  if (status === 401 || status === 403) {
    const isLogin = withLogin && reported.code !== 'INVALID_API_KEY'
    return isLogin ? new LoginRefused(message) : new ProviderError('misconfigured', message)
  }
  const below = reported.code === 'AMOUNT_MINIMAL_ERROR' || /less than minimal|too small/i.test(reported.text)
  return new ProviderError(below ? 'below_minimum' : 'refused', message)
}

/** The provider itself says that it has no such record. */
export class NotFound extends ProviderError {
  constructor(message: string) {
    super('refused', message)
  }
}

/** The JWT is expired or refused. This says nothing of the key. */
export class LoginRefused extends ProviderError {
  constructor(message: string) {
    super('refused', message)
  }
}

interface Reported {
  code: string
  text: string
}

/** The provider's own message, bounded, for logs and admins. */
function reportedBy(value: unknown, secrets: readonly string[]): Reported {
  const { code, message } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const word = typeof code === 'string' && /^\w{1,60}$/.test(code) ? code : ''
  const sentence = typeof message === 'string' ? message.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ') : ''
  const text = `${word} ${sentence}`.trim().replaceAll(/eyJ[\w.-]+/g, '***')
  const clean = secrets.filter((each) => each !== '').reduce((left, each) => left.replaceAll(each, '***'), text)
  return { code: word, text: clean.slice(0, 200) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

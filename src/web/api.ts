import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, KeyOf, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import type { ErrorBody } from '#shared/errors.ts'
import { readToken } from './storage/token.ts'

interface Input {
  params?: unknown
  query?: unknown
  body?: unknown
}

let reportRefusal: (closed?: string) => void = () => {}

/** The short sentence of the specification (section 8) where no answer came. */
export const noConnection = 'Errore di connessione'

/** Why a call failed, as a sentence for people. `status` 0: no answer came. */
export class ApiError extends Error {
  readonly status: number
  /** Sentence for each field that was refused. */
  readonly fields: Record<string, string>
  /** All sentences of a refusal that has several. */
  readonly errors: string[]
  /** Upper-case code, where the answer has one. */
  readonly type: string | undefined
  readonly body: ErrorBody | null

  constructor(status: number, body: ErrorBody | null) {
    super(status === 0 ? `${noConnection}. Riprova più tardi.` : textOf(body ?? {}))
    this.name = 'ApiError'
    this.status = status
    this.fields = body?.fields ?? {}
    this.errors = [body?.errors ?? []].flat()
    this.type = body?.error_type
    this.body = body
    // Whichever call meets the closed site: the frame covers the page.
    if (body?.maintenance) reportRefusal(this.message)
  }
}

/** A proxy on the way may answer in the server's place: its text stands in one of four fields. */
function textOf({ detail, message, error, errors }: Partial<ErrorBody> & { error?: string }): string {
  return [detail ?? message ?? error ?? errors ?? 'Errore'].flat().join(' ')
}

/** Any thrown value as an `ApiError`. */
export function readError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, null)
}

/**
 * A read, for `useQuery`. Its key is the endpoint and its input. The type comes from the contract, which is imported as a type only: `q<typeof getTrader>('GET /api/trader/:username', { params: { username } })`.
 */
export function q<E extends Endpoint>(key: KeyOf<E>, input: RequestOf<E>) {
  return queryOptions({
    queryKey: [key, input] as const,
    queryFn: ({ signal }): Promise<ResponseOf<E>> => request<E>(key, input, signal),
  })
}

/**
 * One call that no query caches: a write inside `useAction`, or a single read. Rejects with `ApiError`.
 * @param headers an `idempotency-key`, where the same write may be sent again
 */
export function send<E extends Endpoint>(
  key: KeyOf<E>,
  input: RequestOf<E>,
  headers?: Record<string, string>,
): Promise<ResponseOf<E>> {
  return request<E>(key, input, undefined, headers)
}

/** Reports calls that were refused because the session is over, and those of a closed site with its message. */
export function onRefusal(listener: (closed?: string) => void): void {
  reportRefusal = listener
}

async function request<E extends Endpoint>(
  key: KeyOf<E>,
  input: Input,
  signal?: AbortSignal,
  more?: Record<string, string>,
): Promise<ResponseOf<E>> {
  const [method = 'GET', path = ''] = key.split(' ')
  const token = readToken()
  const headers: Record<string, string> = { accept: 'application/json', ...more }
  if (token !== null) headers['authorization'] = `Bearer ${token}`
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(addressOf(path, input), {
    method,
    headers,
    // Sends the ETag of the browser's cache: an unchanged list costs a 304.
    cache: method === 'GET' ? 'no-cache' : 'no-store',
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => unanswered(error, signal))
  const text = await response.text().catch((error: unknown) => unanswered(error, signal))
  const answer = parseJson(text)
  if (response.status === 401 && token !== null && path !== '/api/dashboard') reportRefusal()
  if (!response.ok) throw new ApiError(response.status, answer instanceof Object ? (answer as ErrorBody) : null)
  // A write may answer nothing. Another answer that is no JSON comes from a portal or a proxy.
  if (answer === undefined && (text !== '' || method === 'GET')) throw new ApiError(0, null)
  return (answer ?? null) as ResponseOf<E>
}

function unanswered(error: unknown, signal: AbortSignal | undefined): never {
  throw signal?.aborted ? error : new ApiError(0, null)
}

/** Undefined where the text is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `/api/trader/:username` with its parameters and query filled in. */
export function addressOf(path: string, input: Input): string {
  const params = (input.params ?? {}) as Record<string, string>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, string | undefined>)) {
    if (value !== undefined && value !== '') query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? filled : `${filled}?${text}`
}

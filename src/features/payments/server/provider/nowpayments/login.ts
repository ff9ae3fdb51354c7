import { performance } from 'node:perf_hooks'
import { MINUTE_MS } from '#shared/dates.ts'
import { ProviderError } from '../../../provider.ts'
import { LoginRefused } from './errors.ts'
import type { CallOptions, Transport } from './transport.ts'

/** A JWT lives five minutes. It may expire while a page is on its way. */
const trustedMs = 4 * MINUTE_MS
/** A refused password is not tried again before this, so that the account is not locked. */
const refusedMs = 5 * MINUTE_MS

export interface Login {
  email: string
  password: string
}

/** Sends GETs that need the dashboard login. Signs in when needed, and once more where the JWT expires on the way. */
export function createLogin(
  api: Transport,
  login: Login | null,
): (path: string, options: CallOptions) => Promise<unknown> {
  let token: { value: string; until: number } | null = null
  let signingIn: { token: Promise<string>; waiting: number; end: AbortController } | null = null
  let refusedUntil = 0

  async function signIn(signal: AbortSignal): Promise<string> {
    if (login === null) throw new ProviderError('misconfigured', 'listing payments needs the dashboard login')
    if (performance.now() < refusedUntil) {
      throw new ProviderError('misconfigured', 'the dashboard login was refused a moment ago', { sent: false })
    }
    let answer: unknown
    try {
      answer = await api.post('/auth', login, { signal, line: 'lists', target: '/auth' })
    } catch (error) {
      // A wrong e-mail or password says nothing of the key: checkouts go on.
      if (!(error instanceof ProviderError) || !error.sent) throw error
      if (!['refused', 'misconfigured'].includes(error.kind)) throw error
      refusedUntil = performance.now() + refusedMs
      throw new ProviderError('misconfigured', `the dashboard login was refused (${error.message})`)
    }
    const value = (answer as { token?: unknown } | null)?.token
    if (typeof value !== 'string' || !/^[\w.~+/=-]{8,4096}$/.test(value)) {
      throw new ProviderError('bad_answer', 'POST /auth: no token')
    }
    token = { value, until: performance.now() + trustedMs }
    return value
  }

  /** Signs in once for all callers that wait. The sign-in ends with the last of them, not with the first. */
  async function bearer({ signal }: CallOptions): Promise<string> {
    if (token !== null && performance.now() < token.until) return token.value
    if (signingIn === null) {
      const end = new AbortController()
      signingIn = { token: signIn(end.signal), waiting: 0, end }
    }
    const running = signingIn
    running.waiting += 1
    try {
      return await unlessAborted(running.token, signal)
    } finally {
      running.waiting -= 1
      if (running.waiting === 0) {
        running.end.abort()
        signingIn = null
      }
    }
  }

  return async (path, options) => {
    const used = await bearer(options)
    try {
      return await api.get(path, { ...options, bearer: used, line: 'lists' })
    } catch (error) {
      if (!(error instanceof LoginRefused)) throw error
      if (token?.value === used) token = null
    }
    try {
      return await api.get(path, { ...options, bearer: await bearer(options), line: 'lists' })
    } catch (error) {
      if (!(error instanceof LoginRefused)) throw error
      throw new ProviderError('misconfigured', `the dashboard login may not list payments (${error.message})`)
    }
  }
}

/** @throws ProviderError with `sent: false` once `signal` is aborted */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(new ProviderError('timeout', 'not signed in in the time allowed', { sent: false }))
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

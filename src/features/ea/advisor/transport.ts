import type { SyncRequest } from '#features/ea/sync-contract.ts'
import type { Reply } from './reaction.ts'

/** Sends to the public sync call of a site over HTTP. @param headers beside those of an advisor @param timeoutMs an advisor's own by default */
export function httpSender(
  address: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
  timeoutMs = 10_000,
): (request: SyncRequest) => Promise<Reply | null> {
  const url = new URL('/api/ea/sync', address)
  return async (request) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(request),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return replyOf(response.status, (name) => response.headers.get(name), await response.text())
    } catch {
      return null
    }
  }
}

/** A reply from the values that any HTTP client has. */
export function replyOf(status: number, header: (name: string) => string | null | undefined, text: string): Reply {
  const after = Number(header('retry-after') ?? Number.NaN)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  return { status, code: header('x-ea-code') ?? '', retryAfter: Number.isFinite(after) ? after : null, body }
}

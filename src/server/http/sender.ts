import type { IncomingMessage } from 'node:http'
import type { Config } from '../settings/config.ts'

/** One address, without port or brackets. */
const address = /^[\da-f.:]+$/i

/**
 * The network address of a request's sender, as the router finds it. Null where that needs more than counting proxies: they are configured
 * by their addresses, or a header holds something else than addresses.
 */
export function senderOf({ socket, headers }: IncomingMessage, proxies: Config['TRUST_PROXY']): string | null {
  const direct = socket.remoteAddress
  if (direct === undefined || typeof proxies === 'string') return null
  const forwarded = headers['x-forwarded-for']
  if (proxies === false || forwarded === undefined) return direct
  const header = String(forwarded)
  if (!header.includes(',')) return address.test(header) ? header : null
  const parts = header.split(',').map((part) => part.trim())
  // The nearest proxy wrote the last one.
  return parts.every((part) => address.test(part)) ? (parts[Math.max(0, parts.length - proxies)] ?? null) : null
}

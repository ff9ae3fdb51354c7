import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Config } from '../settings/config.ts'

/** Whether the machine with this address is one of the proxies in front of this server. @param hop 0 is the nearest one */
export type IsProxy = (address: string, hop: number) => boolean

/** Networks that a setting may name by a word. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** @param proxies false: none; a number: so many; a text: their addresses and networks, separated by commas */
export function proxyTest(proxies: Config['TRUST_PROXY']): IsProxy {
  if (typeof proxies !== 'string') return (_address, hop) => hop < Number(proxies)
  const list = new BlockList()
  for (const part of proxies.split(',').map((text) => text.trim())) {
    for (const network of named[part] ?? [part]) {
      const [address = '', prefix] = network.split('/')
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
      list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
    }
  }
  return (address) => {
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** One address, without port or brackets. */
const address = /^[\da-f.:]+$/i

/** The network address of a request's sender, as the router finds it. Null where a header holds something else than addresses. */
export function senderOf({ socket, headers }: IncomingMessage, isProxy: IsProxy): string | null {
  const direct = socket.remoteAddress
  if (direct === undefined) return null
  const forwarded = headers['x-forwarded-for']
  if (forwarded === undefined || !isProxy(direct, 0)) return direct
  const header = String(forwarded)
  if (!header.includes(',')) return address.test(header) ? header : null
  const parts = header.split(',').map((part) => part.trim())
  if (!parts.every((part) => address.test(part))) return null
  // The nearest proxy wrote the last one. The first that is no proxy is the sender.
  let hop = 1
  while (hop < parts.length && isProxy(parts[parts.length - hop] ?? '', hop)) hop += 1
  return parts[parts.length - hop] ?? null
}

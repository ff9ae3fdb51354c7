import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import type { FastifyRequest } from 'fastify'
import { addressBucket } from '#server/limits.ts'

/** Letters of a browser's name that distinguish visitors. */
const agentLetters = 300

/** Browsers begin like this. Clients with another name, or none, are no visitors. */
const browser = /^Mozilla\/5\.0 \(/

/** Whether a person's browser shows the page: no robot, no prefetch. */
export function isPerson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  const purpose = [headers['sec-purpose'], headers['purpose']].flat().join(' ')
  return browser.test(agent) && !isbot(agent) && !/prefetch|prerender|preview/i.test(purpose)
}

/**
 * Whether our own page sent the request. Other pages can make their visitors' browsers request an address here, which these browsers
 * report (`Sec-Fetch-Site`). Old browsers and other clients report nothing.
 */
export function isOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
}

/** Addresses of one subscriber: an IPv4 address; for IPv6 the household's /64, and the /48 that may hold 65,536 households. */
export function originsOf(ip: string): string[] {
  const household = addressBucket(ip)
  return household.includes(':') ? [household, `${household.split(':').slice(0, 3).join(':')}::/48`] : [household]
}

/** Shares of a household that the origin at this place of `originsOf` has. */
export const shareOf = (place: number) => (place === 0 ? 1 : 10)

/**
 * Identifies a visitor until the visit is counted: a household's address and the browser's name. It is hashed under the day's key
 * before it is written.
 */
export function traitsOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): string {
  return `${addressBucket(ip)}\n${(headers['user-agent'] ?? '').slice(0, agentLetters)}`
}

/** The same visitor, or address, has another hash on another day. Without the key a hash identifies nobody. */
export function dayHash(key: Buffer, traits: string): string {
  return createHmac('sha256', key).update(traits).digest('hex').slice(0, 32)
}

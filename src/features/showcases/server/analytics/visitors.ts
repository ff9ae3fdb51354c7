import { createHmac } from 'node:crypto'
import { isbot } from 'isbot'
import type { FastifyRequest } from 'fastify'
import { addressBucket } from '#server/limits.ts'

/** Letters of a browser's name that tell visitors apart. */
const agentLetters = 300

/** Browsers begin like this; whatever names itself otherwise, or not at all, is no visitor. */
const browser = /^Mozilla\/5\.0 \(/

/** A person's browser that asks because somebody looks: no robot, no page fetched ahead of time. */
export function isPerson({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  const purpose = [headers['sec-purpose'], headers['purpose']].flat().join(' ')
  return browser.test(agent) && !isbot(agent) && !/prefetch|prerender|preview/i.test(purpose)
}

/**
 * Asked by our own page. Any page of the web can make its visitors' browsers ask for an address here, and those say so
 * (`Sec-Fetch-Site`); clients that are no browsers, and old ones, send nothing of it.
 */
export function isOwnPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'
}

/** What one subscriber of the network has: an IPv4 address; of IPv6 the household's /64, and the /48 that may hold 65,536 of them. */
export function originsOf(ip: string): string[] {
  const household = addressBucket(ip)
  return household.includes(':') ? [household, `${household.split(':').slice(0, 3).join(':')}::/48`] : [household]
}

/** How many households' share the origin at this place of `originsOf` may take. */
export const shareOf = (place: number) => (place === 0 ? 1 : 10)

/**
 * Who a visitor is for the moments until they are counted: a household's address and the browser's name. It is hashed under the day's
 * key before anything is written.
 */
export function traitsOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): string {
  return `${addressBucket(ip)}\n${(headers['user-agent'] ?? '').slice(0, agentLetters)}`
}

/** The same visitor, or address, has another hash on another day, and nobody can be found by it once the key is gone. */
export function dayHash(key: Buffer, traits: string): string {
  return createHmac('sha256', key).update(traits).digest('hex').slice(0, 32)
}

import { afterEach, describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { wholeApp } from './testing/whole-app.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
const app = await wholeApp(kernel)
const admin = await person(kernel, 'carla', { is_admin: true })
const toggle = (query: string) =>
  app.inject({ method: 'POST', url: `/api/admin/maintenance/toggle?${query}`, headers: admin.headers })

afterEach(async () => {
  await toggle('enabled=false')
})

let addresses = 0
/** Sends an address's requests for a minute, and 50 more; returns the count of each status. */
async function flood(url: string, headers: Record<string, string> = {}) {
  addresses += 1
  const from = { ...headers, 'x-forwarded-for': `203.0.113.${addresses}` }
  const counts: Record<number, number> = {}
  for (let sent = 0; sent < 1_250; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject({ url, headers: from })))
    for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  }
  return { counts, last: await app.inject({ url, headers: from }) }
}
const dead = { authorization: `Bearer ${'0'.repeat(43)}` }

describe('a client that sends too many requests is refused before anything else is looked at', () => {
  test.each([
    ['a token that is none', '/api/dashboard', dead, 401],
    ['no token', '/api/dashboard', {}, 401],
    ['what everybody may read', '/api/fresh/stats', {}, 200],
    ['an address that is nobody’s', '/api/no/such', {}, 404],
  ] as const)('%s', async (_name, url, headers, status) => {
    const { counts, last } = await flood(url, headers)
    expect(counts).toEqual({ [status]: 1_200, 429: 50 })
    expect(last.json()).toMatchObject({ error_type: 'TOO_MANY_REQUESTS' })
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each(['/api/leaderboard', '/api/no/such'])('%s of a closed site, with a token that is none', async (url) => {
    await toggle('enabled=true')
    expect((await flood(url, dead)).counts).toEqual({ 503: 1_200, 429: 50 })
  })
})

test('health checks have no limit', async () => {
  expect((await flood('/livez')).counts).toEqual({ 200: 1_250 })
})

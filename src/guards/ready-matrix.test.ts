import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { answeredBothWays, rawAnswer, statusOf } from './testing/raw-answer.ts'
import { approvedShowcase, diamondOwner } from './testing/diamond-owner.ts'
import { wholeApp } from './testing/whole-app.ts'

const kernel = await testKernel({ env: { TRUST_PROXY: '1', APP_URL: 'https://toptrader.example' } })
const trader_id = await diamondOwner(kernel, { username: 'ready_0', nets: [10, -4, 7] })
await account(kernel, { username: 'ready_1', country: 'FR', nets: [10, -4, 8] })
await account(kernel, { username: 'ready_2', nets: [10, -4, 9] })
const app = await wholeApp(kernel)
const id = await approvedShowcase(kernel, app, trader_id)
await until(async () => (await app.inject(`/vetrine/${id}`)).statusCode === 200, 5_000)

let port = 0
beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const addresses = [
  '/api/fresh/leaderboard',
  '/api/fresh/leaderboard?limit=50&t=1763632800000&r=0.123456',
  '/api/fresh/leaderboard?t=1&limit=2&page=2',
  '/api/fresh/leaderboard?country=it&sort_by=drawdown&q=ready_1',
  '/api/fresh/leaderboard?q=%C3%A8&limit=1',
  '/api/fresh/stats',
  '/api/fresh/stats?r=5',
  '/',
  '/?view=leaderboard',
  '/?country=IT&page=1',
  '/?utm_source=x',
  '/api/trader/ready_0',
  '/api/trader/READY_1',
  '/api/trader/ready_0/performance',
  '/trader/ready_0',
  '/trader/ready_0?utm_source=x',
  '/registro/ready_0',
  '/esci/ready_0/telegram',
  '/esci/ready_0/copy-trading',
  `/vetrine/${id}`,
  `/vetrine/${id}/esci/1`,
  '/?view=contacts',
  '/?view=auth&form=register&x=1',
  '/og/classifica.png',
  '/og/trader/ready_0.png',
  '/og/trader/READY_0.png?v=0000000000000000',
  `/og/vetrine/${id}.png`,
]

const encodings = [{}, { 'accept-encoding': 'gzip, deflate, br, zstd' }, { 'accept-encoding': 'br;q=0, *' }]

describe.each(addresses)('%s', (path) => {
  test.each(['GET', 'HEAD'])(
    '%s is the same from the router and before it, in every encoding and for every held tag',
    async (method) => {
      const first = await rawAnswer(port, path, { method }, false)
      expect(statusOf(first)).toBe(200)
      const tag = /^etag: "(.*)"\r$/m.exec(first)?.[1] ?? ''
      const held = [
        [undefined, 200],
        [`"${tag}"`, 304],
        [`"${tag}-br"`, 304],
        [`W/"${tag}"`, 304],
        [`"other", W/"${tag}-br" , "third"`, 304],
        ['*', 304],
        ['"other"', 200],
        [tag, 200],
      ] as const
      for (const encoding of encodings) {
        for (const [value, status] of held) {
          const headers = { ...encoding, ...(value !== undefined && { 'if-none-match': value }) }
          expect(statusOf(await answeredBothWays(app, path, { method, headers }))).toBe(status)
        }
      }
    },
  )
})

/** Values for the parameters of public addresses. */
const values: Record<string, readonly string[]> = {
  username: ['ready_0'],
  link: ['telegram'],
  showcase_id: [id],
  file: ['ready_0.png', `${id}.png`],
  platform: ['mt5'],
  kind: ['pages'],
  number: ['1'],
  invoice_id: ['none'],
  position: ['1'],
}

/** The addresses of a route with these values. */
function addressesOf(route: string): string[] {
  const [parameter, name = ''] = /:(\w+)/.exec(route) ?? []
  if (parameter === undefined) return [route]
  const given = values[name]
  if (given === undefined) throw new Error(`give this test a value for :${name} of ${route}`)
  return given.flatMap((value) => addressesOf(route.replace(parameter, value)))
}

/** Whether the second request for this address is answered before the router. */
async function isReady(path: string): Promise<boolean> {
  await rawAnswer(port, path, {}, false)
  const before = app.readyAnswers.count()
  await rawAnswer(port, path, {}, true)
  return app.readyAnswers.count() > before
}

test('every public route that makes answers ready has an address above', async () => {
  const { body } = await app.inject('/metrics')
  const series = body.matchAll(/^http_requests_total\{method="GET",route="([^"]+)",access="(?:public|site)"/gm)
  const ready: string[] = []
  for (const route of new Set(Array.from(series, ([, route = '']) => route))) {
    for (const path of addressesOf(route)) if (!ready.includes(route) && (await isReady(path))) ready.push(route)
  }
  expect(ready.length).toBeGreaterThan(10)
  const isOf = (route: string) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}(?:$|\\?)`)
  const missing = ready.filter((route) => !addresses.some((address) => isOf(route).test(address)))
  expect(missing, 'give them an address in the matrix').toEqual([])
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { account, sync } from '#features/leaderboard/server/testing/accounts.ts'
import { until } from '#server/testing/until.ts'
import { createShowcases } from '#features/showcases/server/service.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { PageRequest } from '#shared/page.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { createDocuments } from './documents.ts'

const kernel = await testKernel()
const leader = await account(kernel, { username: 'Leader', nets: [10, 20] })
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const traders = createTraderAnswers(leaderboard)
const showcases = createShowcases(kernel, leaderboard)
await showcases.start()
afterAll(showcases.close)

/** Records each request and prints it; fails once where the test says so. */
let requests: PageRequest[] = []
let broken = false
const render = async (request: PageRequest) => {
  requests.push(request)
  if (broken) throw new Error('not rendered')
  return {
    status: request.url === '/404' ? (404 as const) : (200 as const),
    html: JSON.stringify(request),
    unanswered: [],
  }
}
const assets = { theme: '', scripts: [], styles: [], icon: '/favicon.svg', preloads: [], lazy: {}, closed: [] }
const documents = createDocuments(kernel, { render, assets }, { leaderboard, traders, showcases }, false)
const list = (search: string) => documents.list(new URLSearchParams(search))

beforeEach(() => {
  requests = []
  broken = false
})

test('addresses that select the same rows share one document, until the next snapshot', async () => {
  const plain = await list('')
  for (const search of ['utm=1', 'view=leaderboard', 'sort_by=rank', 'page=1']) {
    expect(await list(search)).toBe(plain)
  }
  expect(requests.map(({ url }) => url)).toEqual(['/'])
  expect(await list('platform=MT9')).toBe(await list('risk_level=none'))
  expect(requests.pop()).toMatchObject({ url: '/?ignored=1' })
  const filtered = await list('utm=1&platform=MT5')
  expect(await list('platform=MT5&page=1')).toBe(filtered)
  expect(requests[1]).toMatchObject({ url: '/?platform=MT5', seeds: [{ input: { query: { platform: 'MT5' } } }, {}] })

  const before = leaderboard.snapshot()
  kernel.clock.advance(MINUTE_MS)
  await sync(kernel, leader, 5)
  await until(() => leaderboard.snapshot() !== before, 3_000)
  expect(await list('')).not.toBe(plain)
})

test('a failed rendering is tried again', async () => {
  broken = true
  await expect(list('country=IT')).rejects.toThrow('not rendered')
  await expect(documents.trader('leader')).rejects.toThrow('not rendered')
  kernel.clock.advance(MINUTE_MS)
  await expect(documents.notFound()).rejects.toThrow('not rendered')
  broken = false
  expect(await list('country=IT')).toMatchObject({ status: 200 })
  expect(await documents.trader('leader')).toMatchObject({ username: 'Leader' })
  expect(await documents.notFound()).toMatchObject({ status: 404 })
})

test('a trader’s page is made once for each state, from the calls’ own answers', async () => {
  const { bytes } = await documents.trader('leader')
  expect((await documents.trader('LEADER')).bytes).toBe(bytes)
  const { profile, performance } = await traders('leader')
  const { seeds, url } = JSON.parse(bytes.identity.toString()) as PageRequest
  expect(url).toBe('/trader/Leader')
  expect(seeds.map(({ data }) => JSON.stringify(data))).toEqual([
    profile().identity.toString(),
    performance().identity.toString(),
  ])
  kernel.clock.advance(MINUTE_MS)
  await sync(kernel, leader, 5)
  expect((await documents.trader('leader')).bytes).not.toBe(bytes)
})

test('one page serves all unknown addresses for a minute', async () => {
  kernel.clock.advance(MINUTE_MS)
  const page = await documents.notFound()
  expect(await documents.notFound()).toBe(page)
  expect(requests).toHaveLength(1)
  kernel.clock.advance(MINUTE_MS)
  expect(await documents.notFound()).not.toBe(page)
})

test('the renderer is the fast one of production, however the server is started', () => {
  const source = readFileSync('dist/ssr/document.js', 'utf8')
  expect(source.includes('react-dom-server-legacy.node.production')).toBe(true)
  expect(source.match(/NODE_ENV/g)).toBeNull()
})

import { expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { buildApp } from './app.ts'

const kernel = await testKernel()
await account(kernel, { username: 'Leader', nets: [10] })
const app = await buildApp(kernel, { demo: false, dev: false, draining: () => false })
await app.ready()

test.each(['/?view=profile&username=Leader', '/trader/leader'])(
  '%s leads to the one address of the trader, and is asked again',
  async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, '/trader/Leader', 'no-cache'])
  },
)

test('what somebody adds to an address makes no other document; unknown addresses share one', async () => {
  const tag = async (url: string) => (await app.inject(url)).headers.etag
  expect(await tag('/?utm_source=x')).toBe(await tag('/'))
  expect(await tag('/nowhere')).toBe(await tag('/nothing/at?all'))
  expect((await app.inject('/nowhere')).statusCode).toBe(404)
})

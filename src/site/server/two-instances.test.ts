import { expect, test } from 'vitest'
import { settableClock } from '#server/testing/clock.ts'
import { otherInstance, testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { approvedShowcase, diamondOwner } from '../../guards/testing/diamond-owner.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'

/** Two instances on one database, whose clocks differ more than those of two machines do. */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { clock } = kernel
const trader_id = await diamondOwner(kernel, { username: 'Marta', nets: [30, -5, 20] })
const one = await wholeApp(kernel)
const id = await approvedShowcase(kernel, one, trader_id)
const away = settableClock(clock.now() + MINUTE_MS + 1)
const two = await wholeApp({ ...(await otherInstance(kernel)), clock: away })
for (const app of [one, two])
  await until(async () => (await app.inject('/?view=vetrine')).body.includes('Anna Trading'), 5_000)

test.each([
  '/',
  '/?country=IT',
  '/trader/Marta',
  '/registro/Marta',
  '/esci/Marta/telegram',
  '/esci/Marta/copy-trading',
  '/confronta?t=Marta',
  `/vetrine/${id}`,
  `/vetrine/${id}/esci/1`,
  '/?view=vetrine',
  '/?view=contacts',
  '/?view=auth',
  '/?view=diamond-info',
  '/?view=basic-subscribe',
  '/?view=diamond-subscribe&plan=monthly',
])('%s is the same document from both: a client that changes the instance holds what it has', async (url) => {
  const first = await one.inject(url)
  const second = await two.inject({ url, headers: { 'if-none-match': String(first.headers['etag']) } })
  expect([first.statusCode, second.statusCode]).toEqual([200, 304])
  expect((await two.inject(url)).body).toBe(first.body)
})

test.each(['/nowhere', '/trader/nobody', '/registro/nobody', '/esci/nobody/telegram', `/vetrine/${trader_id}`])(
  '%s is found on neither, and the same document from both',
  async (url) => {
    const [first, second] = [await one.inject(url), await two.inject(url)]
    expect([first.statusCode, first.headers['etag']]).toEqual([404, second.headers['etag']])
  },
)

test('the document of the plans names the end of a plan that is bought now, without JavaScript', async () => {
  const { body } = await one.inject('/?view=basic-subscribe')
  expect(body).toContain('20/12/2026')
})

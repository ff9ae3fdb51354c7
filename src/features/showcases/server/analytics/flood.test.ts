import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { registerAnalyticsRoutes } from './routes.ts'
import { createAnalytics } from './service.ts'
import { countedShowcase } from './testing/counted.ts'
import { chrome, publishedShowcase } from './testing/published.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const { analytics, counts, showcase, visit } = await countedShowcase(kernel)
const app = await testApp(kernel, (server, of) => registerAnalyticsRoutes(server, of, analytics))

async function click(agent: string): Promise<number> {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/showcases/track-click',
    headers: { 'user-agent': agent },
    payload: { showcase_id: showcase, type: 'share' },
  })
  return statusCode
}

test('two instances count a visitor once, by one key', async () => {
  clock.set('2026-12-05T10:00:00.000Z')
  const [one, other] = [createAnalytics(kernel), createAnalytics(kernel)]
  for (let round = 0; round < 20; round++) {
    for (const instance of [one, other]) instance.countView(visit(`203.0.113.${round}`))
    await Promise.all([one.flush(), other.flush()])
  }
  expect(await counts()).toEqual({ views: 20, clicks: 0 })
})

test('one address has sixty clicks in a minute; the rest is accepted and ignored', async () => {
  clock.set('2026-12-08T10:00:00.000Z')
  const { noted, paced } = { ...analytics.figures() }
  for (let index = 0; index < 70; index++) {
    expect(await click(`${chrome} ${index}`)).toBe(202)
  }
  expect(analytics.figures()).toMatchObject({ noted: noted + 60, paced: paced + 10 })
  clock.advance(MINUTE_MS)
  await click(`${chrome} more`)
  expect(analytics.figures()).toMatchObject({ noted: noted + 61, paced: paced + 10 })
})

test('a database that is away costs no request; young visits are written when it is back', async () => {
  clock.set('2026-12-09T10:00:00.000Z')
  let isAway = true
  const failing = createAnalytics({
    ...kernel,
    sql: new Proxy(sql, {
      apply: (target, self, args) => {
        if (isAway) throw new Error('away')
        return Reflect.apply(target, self, args) as unknown
      },
    }),
  })
  failing.countView(visit('10.1.1.1'))
  await failing.flush()
  clock.advance(4 * MINUTE_MS)
  failing.countView(visit('10.1.1.2'))
  await failing.flush()
  clock.advance(2 * MINUTE_MS)
  await failing.flush()
  expect(failing.figures()).toMatchObject({ noted: 2, counted: 0, lost: 1 })
  isAway = false
  await failing.close()
  expect(await counts()).toEqual({ views: 1, clicks: 0 })
})

test('pending visits are written when the server closes', async () => {
  clock.set('2026-12-10T10:00:00.000Z')
  const own = createAnalytics(kernel)
  const closing = await testApp(kernel, (server, of) => {
    registerAnalyticsRoutes(server, of, own)
    server.addHook('onClose', own.close)
  })
  await closing.inject({
    method: 'POST',
    url: '/api/showcases/track-click',
    headers: { 'user-agent': chrome },
    payload: { showcase_id: showcase, type: 'share' },
  })
  await closing.close()
  expect(await counts()).toEqual({ views: 1, clicks: 1 })
})

test('a removed showcase loses its figures, and delays no others', async () => {
  clock.set('2026-12-11T10:00:00.000Z')
  const gone = await publishedShowcase(kernel, (await person(kernel, 'andata')).trader_id)
  analytics.countView({ ...visit('203.0.113.7'), showcaseId: gone })
  await analytics.flush()
  analytics.countView({ ...visit('203.0.113.8'), showcaseId: gone })
  await sql`delete from showcase where showcase_id = ${gone}`
  analytics.countView(visit('203.0.113.7'))
  expect(await counts()).toEqual({ views: 1, clicks: 0 })
  expect(await sql`select 1 from showcase_visit where showcase_id = ${gone}`).toEqual([])
})

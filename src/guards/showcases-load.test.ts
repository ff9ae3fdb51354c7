import { afterAll, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { createSandbox } from '#features/payments-sandbox/server/provider.ts'
import { createPayments } from '#features/payments/server/service.ts'
import { createShowcases } from '#features/showcases/server/service.ts'
import type { Sql } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { buildApp } from '../app.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const database = Promise.withResolvers<void>()

/** The database answers what is asked of showcases when `database` resolves. */
const sql: Sql = new Proxy(kernel.sql, {
  apply(target, self, args: [TemplateStringsArray]) {
    const query = Reflect.apply(target, self, args) as unknown
    return args[0].some((part) => /from showcase\b/.test(part)) ? database.promise.then(() => query) : query
  },
})

test('the server starts while the showcases load, and is ready when they are', async () => {
  const late = { ...kernel, sql }
  const leaderboard = createLeaderboard(late)
  const showcases = createShowcases(late, leaderboard)
  const payments = createPayments(late, createSandbox(late))
  const app = await buildApp(late, payments, {
    demo: false,
    dev: false,
    draining: () => false,
    leaderboard,
    showcases,
  })
  afterAll(async () => {
    await app.close()
    await payments.close()
  })
  await app.ready()
  await leaderboard.start()
  const loading = showcases.start()
  const [list, ready] = await Promise.all([app.inject('/api/showcases'), app.inject('/readyz')])
  expect(list).toMatchObject({ statusCode: 503, headers: { 'retry-after': expect.any(String) as string } })
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toMatchObject({ ranking: 'up', showcases: 'loading' })
  expect((await app.inject('/api/fresh/leaderboard')).statusCode).toBe(200)
  database.resolve()
  await loading
  expect((await app.inject('/api/showcases')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready', showcases: 'up' })
})

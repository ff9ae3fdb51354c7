import type { FastifyInstance } from 'fastify'
import { afterAll, onTestFinished } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { createShowcases } from '#features/showcases/server/service.ts'
import { createSandbox } from '#features/payments-sandbox/server/provider.ts'
import { createPayments, type Payments } from '#features/payments/server/service.ts'
import { connectDatabase } from '#server/database/database.ts'
import { behindProxy } from '#server/testing/behind-proxy.ts'
import { openGate } from '#server/testing/tcp.ts'
import { otherInstance, type TestKernel } from '#server/testing/kernel.ts'
import { topology } from '#server/testing/topology.ts'
import { buildApp, type AppOptions } from '../../app.ts'

/** All features over a test's database, with the sandbox as the payment provider. */

const usual = { demo: false, dev: false, draining: () => false }

type Options = Partial<AppOptions> & { payments?: Payments }

/** Ready for requests; the end of the test file closes it. @param payments others than the sandbox, which the caller closes */
export async function wholeApp(kernel: TestKernel, options: Options = {}): Promise<FastifyInstance> {
  const app = await appOf(kernel, options)
  return topology === 'instances' ? behindProxy(app, await appOf(await otherInstance(kernel), options)) : app
}

async function appOf(
  kernel: TestKernel,
  { payments, leaderboard = createLeaderboard(kernel), ...options }: Options,
): Promise<FastifyInstance> {
  const own = payments ?? createPayments(kernel, createSandbox(kernel))
  const showcases = createShowcases(kernel, leaderboard)
  const app = await buildApp(kernel, own, { ...usual, leaderboard, showcases, ...options })
  await Promise.all([app.ready(), leaderboard.start(), showcases.start()])
  afterAll(async () => {
    await app.close()
    if (payments === undefined) await own.close()
  })
  return app
}

/** The same after it lost its database; the end of the test closes it. */
export async function appWithoutDatabase(kernel: TestKernel): Promise<FastifyInstance> {
  const gate = await openGate(kernel.address)
  const { sql, close } = connectDatabase({ url: gate.url })
  const away = { ...kernel, sql }
  const payments = createPayments(kernel, createSandbox(kernel))
  const leaderboard = createLeaderboard(away)
  const showcases = createShowcases(away, leaderboard)
  const app = await buildApp(away, payments, { ...usual, leaderboard, showcases })
  await Promise.all([app.ready(), leaderboard.start(), showcases.start()])
  gate.cut()
  onTestFinished(async () => {
    await app.close().catch(() => undefined)
    await close().catch(() => undefined)
    await payments.close()
  })
  return app
}

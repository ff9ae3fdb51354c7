import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { createSandbox } from '#features/payments-sandbox/server/provider.ts'
import { createPayments } from '#features/payments/server/service.ts'
import { asOwner } from '#server/testing/database.ts'
import { jobMeter } from '#server/metrics/job-metrics.ts'
import { startJobs } from '#server/jobs.ts'
import { noteCheck } from '#server/metrics/self-checks.ts'
import { person } from '#server/testing/people.ts'
import { testKernel, type TestKernel } from '#server/testing/kernel.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { createShowcases } from '#features/showcases/server/service.ts'
import { createBackups } from '#features/system/server/backup/service.ts'
import { buildApp } from '../../app.ts'
import { registerJobs } from '../../jobs.ts'
import { calls, requestTo } from './declared-calls.ts'

export interface Series {
  name: string
  labels: Record<string, string>
  value: number
}

export interface ScrapedApp {
  app: FastifyInstance
  kernel: TestKernel
  /** `ms`: milliseconds until the answer; `readMs`: those to read its text. */
  scrape: () => Promise<{ text: string; series: Series[]; ms: number; readMs: number }>
  /** The series of the first scrape, before any request. */
  untouched: Series[]
}

/**
 * The whole product after every call was made by an anonymous caller, a trader and an admin, some pages were read, and two calls failed.
 */
export async function scrapedApp(): Promise<ScrapedApp> {
  const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
  const payments = createPayments(kernel, createSandbox(kernel))
  const leaderboard = createLeaderboard(kernel, quickRefresh)
  const backups = createBackups(kernel)
  const jobs = await startJobs(kernel.address, kernel.log, jobMeter(kernel))
  await registerJobs(kernel, jobs, payments, leaderboard, backups)
  const showcases = createShowcases(kernel, leaderboard)
  const usual = { demo: false, dev: false, draining: () => false }
  const app = await buildApp(kernel, payments, { ...usual, leaderboard, showcases, backups })
  await Promise.all([app.ready(), leaderboard.start(), showcases.start()])
  afterAll(async () => {
    await app.close()
    await payments.close()
    await backups.close()
    await jobs.close()
  })
  for (const check of ['audit_log', 'entitlement_ledger', 'sync_ledgers'] as const) await noteCheck(kernel, check, 0)
  const untouched = parsed((await app.inject('/metrics')).body)
  await visitEverything(app, kernel)
  await failOnce(app, kernel)
  return {
    app,
    kernel,
    untouched,
    async scrape() {
      const startedAt = performance.now()
      const { body } = await app.inject('/metrics')
      const answeredAt = performance.now()
      const series = parsed(body)
      return { text: body, series, ms: answeredAt - startedAt, readMs: performance.now() - answeredAt }
    },
  }
}

async function visitEverything(app: FastifyInstance, kernel: TestKernel): Promise<void> {
  const trader = await person(kernel, 'visita')
  const admin = await person(kernel, 'governa', { is_admin: true })
  for (const call of calls) {
    for (const headers of [{}, trader.headers, admin.headers]) {
      // A call that is refused here would be refused everywhere else.
      if (call.path.startsWith('/api/admin/maintenance') && 'authorization' in headers) continue
      await app.inject({ ...requestTo(call, trader.trader_id), headers })
    }
  }
  for (const url of [
    '/',
    '/?view=login',
    '/vetrine',
    '/@nessuno',
    '/nessuna',
    '/robots.txt',
    '/livez',
    '/readyz',
    '/metrics',
  ]) {
    await app.inject(url)
  }
}

/** An error of a public read and one of a sync: their tables are renamed for a moment. */
async function failOnce(app: FastifyInstance, kernel: TestKernel): Promise<void> {
  await asOwner(kernel, (own) => own`alter table showcase rename to showcase_elsewhere`)
  await asOwner(kernel, (own) => own`alter table ea_token rename to ea_token_elsewhere`)
  const authorization = `Bearer tt_ea_${'a'.repeat(43)}`
  await app.inject(`/api/showcases/${crypto.randomUUID()}`)
  await app.inject({ method: 'POST', url: '/api/ea/sync', headers: { authorization }, payload: {} })
  await asOwner(kernel, (own) => own`alter table showcase_elsewhere rename to showcase`)
  await asOwner(kernel, (own) => own`alter table ea_token_elsewhere rename to ea_token`)
}

const line = /^([a-z_A-Z0-9]+)(?:\{(.*)\})? (\S+)$/

function parsed(text: string): Series[] {
  return text.split('\n').flatMap((each) => {
    const [, name, labels = '', value] = line.exec(each) ?? []
    if (each.startsWith('#') || name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', held = '']) => [key, held])
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }]
  })
}

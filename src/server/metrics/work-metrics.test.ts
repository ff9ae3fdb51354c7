import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { jobMeter, observeJobs } from './job-metrics.ts'
import { startJobs } from '../jobs.ts'
import { registerMetrics } from './metrics-route.ts'
import { deliverOutbox } from '../outbox/outbox-delivery.ts'
import { observeOutbox } from '../outbox/outbox-metrics.ts'
import { postMessage } from '../outbox/outbox.ts'
import { noteCheck, observeChecks } from './self-checks.ts'
import { testApp } from '../testing/app.ts'
import { testKernel } from '../testing/kernel.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { mailTo, messageTo } from '../testing/mails.ts'

const kernel = await testKernel()
const { sql, clock } = kernel

/** The series of a server that has read nothing before. */
async function scraped(series: string): Promise<number> {
  const app = await testApp(kernel, (its, with_) => {
    const metrics = registerMetrics(its, with_)
    observeJobs(metrics, with_)
    observeOutbox(metrics, with_)
    observeChecks(metrics, with_)
  })
  const { body } = await app.inject('/metrics')
  await app.close()
  return Number(
    body
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')
      .at(-1),
  )
}

const successOf = (job: string) => scraped(`job_last_success_seconds{task="${job}"}`)

test('a job that fails at every run shows by its last good end, through restarts, against its schedule', async () => {
  let error: Error | null = null
  const started = async () => {
    const jobs = await startJobs(kernel.address, kernel.log, jobMeter(kernel), 0.5)
    await jobs.every('nightly', '40 2 * * *', () => (error === null ? Promise.resolve() : Promise.reject(error)))
    await jobs.every('hourly', '7 * * * *', () => Promise.resolve())
    await jobs.every('always', '* * * * *', () => Promise.resolve())
    return jobs
  }
  const ran = async () => {
    const ended = () =>
      kernel.lines.filter(({ msg, job }) => (msg === 'job done' || msg === 'job failed') && job === 'nightly')
    const before = ended().length
    // The queue notes that the run before has ended a moment after its line.
    const queued = async () =>
      (
        await sql`insert into boss.job (name, policy, retry_limit) values ('nightly', 'exclusive', 0) on conflict do nothing`
      ).count
    await expect.poll(queued, { timeout: 10_000 }).toBe(1)
    await expect.poll(() => ended().length, { timeout: 10_000 }).toBe(before + 1)
  }
  const seconds = () => clock.now() / 1000
  const known = seconds()
  const first = await started()
  expect(await successOf('nightly')).toBeCloseTo(known, 0)
  clock.advance(DAY_MS)
  const well = seconds()
  await ran()
  expect(await successOf('nightly')).toBeCloseTo(well, 0)
  error = new Error('no')
  clock.advance(DAY_MS)
  await ran()
  await first.close()
  const second = await started()
  clock.advance(DAY_MS)
  await ran()
  await second.close()
  expect(await successOf('nightly')).toBeCloseTo(well, 0)
  expect(await successOf('hourly')).toBeCloseTo(known, 0)
  const periods = await Promise.all(
    ['always', 'hourly', 'nightly'].map((job) => scraped(`job_period_seconds{task="${job}"}`)),
  )
  expect(periods).toEqual([60, 3_600, 86_400])
})

test('mail counts as stuck where the server takes none, not where one mailbox refuses it', async () => {
  const oldest = () => scraped('outbox_oldest_message_seconds')
  const server = await startMailServer()
  const transport = mailTo(server)
  server.unknown.add('dead@example.com')
  await postMessage(sql, messageTo(kernel)({ recipient: 'dead@example.com' }))
  const due = async () => {
    const [row] = await sql<{ next_attempt_at: string | null }[]>`select next_attempt_at from outbox`
    return row?.next_attempt_at ?? null
  }
  let ages: number[] = []
  for (let next = await due(); next !== null; next = await due()) {
    clock.set(next)
    await deliverOutbox(kernel, transport)
    clock.advance(4_000_000)
    ages.push(await oldest())
  }
  // The second try is ten minutes after the first one, and nobody made it: that is the server's, or ours.
  expect(ages).toEqual([4_000 - 600, 4_000 - 3_600, 0, 0, 0])
  await sql`truncate outbox`
  await postMessage(sql, messageTo(kernel)({ recipient: 'anna@example.com' }))
  server.mood = 'refuse'
  ages = []
  for (let tried = 0; tried < 8; tried += 1) {
    clock.advance(HOUR_MS)
    await deliverOutbox(kernel, transport)
    ages.push(await oldest())
  }
  expect(ages).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((hours) => hours * 3_600))
})

test('a check that never ran is due since the database began, another one since its last run', async () => {
  const [row] = await sql<{ began: string }[]>`select min(applied_at) as began from schema_migration`
  const began = Date.parse(row?.began ?? '') / 1000
  const checks = ['audit_log', 'entitlement_ledger', 'sync_ledgers'] as const
  const runs = () => Promise.all(checks.map((check) => scraped(`self_check_last_run_seconds{check="${check}"}`)))
  expect(await runs()).toEqual([began, began, began])
  expect(await scraped('self_check_faults{check="audit_log"}')).toBeNaN()
  await noteCheck(kernel, 'audit_log', 0)
  expect(await runs()).toEqual([expect.closeTo(clock.now() / 1000, 0), began, began])
  expect(await scraped('self_check_faults{check="audit_log"}')).toBe(0)
})

import { expect, test } from 'vitest'
import { startJobs, type Jobs } from './jobs.ts'
import { testKernel } from './testing/kernel.ts'

const { sql, log, lines, address } = await testKernel()

/** In place of the minute that cron waits for. */
const due = (name: string) =>
  sql`insert into boss.job (name, policy, retry_limit) values (${name}, 'exclusive', 0) on conflict do nothing`

test('each run happens once over all instances, failures are logged, stopping waits', async () => {
  const runners: Jobs[] = []
  let finished = 0
  const held = Promise.withResolvers<void>()
  const work = (jobs: Jobs) => async () => {
    runners.push(jobs)
    await held.promise
    finished++
  }
  const instances = await Promise.all([
    startJobs(address, log, undefined, 0.5),
    startJobs(address, log, undefined, 0.5),
  ])
  for (const jobs of instances) await jobs.every('count', '0 0 1 1 *', work(jobs))
  await instances[0]?.every('fails', '0 0 1 1 *', () => Promise.reject(new Error('no')))
  await Promise.all(instances.map((jobs) => jobs.pruneSchedules()))
  await Promise.all([due('count'), due('count'), due('count'), due('fails')])
  await expect
    .poll(() => [runners.length, lines.some(({ msg }) => msg === 'job failed')], { timeout: 5_000 })
    .toEqual([1, true])
  const [busy] = runners
  const closed = busy?.close().then(() => finished)
  for (const jobs of instances) if (jobs !== busy) await jobs.close()
  // Longer than a close takes that waits for no run.
  await (await startJobs(address, log)).close()
  held.resolve()
  expect(await closed).toBe(1)
  expect(runners).toHaveLength(1)
  expect(lines.find(({ msg }) => msg === 'job failed')).toMatchObject({ job: 'fails', err: { message: 'no' } })
})

test('a schedule that the version no longer has is removed', async () => {
  const jobs = await startJobs(address, log)
  await jobs.every('kept', '0 0 1 1 *', () => Promise.resolve())
  await jobs.pruneSchedules()
  await jobs.close()
  expect(await sql`select name from boss.schedule`).toEqual([{ name: 'kept' }])
})

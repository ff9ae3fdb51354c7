import { expect, test } from 'vitest'
import { startJobs } from './jobs.ts'
import { testKernel } from './testing/kernel.ts'

const { sql, log, lines, address } = await testKernel()

/** In place of the minute that cron waits for. */
const due = (name: string) =>
  sql`insert into boss.job (name, policy, retry_limit) values (${name}, 'exclusive', 0) on conflict do nothing`

test('each run happens once over all instances, failures are logged, stopping waits', async () => {
  let runs = 0
  let finished = 0
  const held = Promise.withResolvers<void>()
  const work = async () => {
    runs++
    await held.promise
    finished++
  }
  const instances = await Promise.all([
    startJobs(address, log, undefined, 0.5),
    startJobs(address, log, undefined, 0.5),
  ])
  for (const jobs of instances) await jobs.every('count', '0 0 1 1 *', work)
  await instances[0]?.every('fails', '0 0 1 1 *', () => Promise.reject(new Error('no')))
  await Promise.all(instances.map((jobs) => jobs.settle()))
  await Promise.all([due('count'), due('count'), due('count'), due('fails')])
  await expect.poll(() => [runs, lines.some(({ msg }) => msg === 'job failed')], { timeout: 5_000 }).toEqual([1, true])
  const closed = Promise.all(instances.map((jobs) => jobs.close().then(() => finished)))
  held.resolve()
  expect(Math.max(...(await closed))).toBe(1)
  expect(runs).toBe(1)
  expect(lines.find(({ msg }) => msg === 'job failed')).toMatchObject({ job: 'fails', err: { message: 'no' } })
})

test('a schedule that the version no longer has is removed', async () => {
  const jobs = await startJobs(address, log)
  await jobs.every('kept', '0 0 1 1 *', () => Promise.resolve())
  await jobs.settle()
  await jobs.close()
  expect(await sql`select name from boss.schedule`).toEqual([{ name: 'kept' }])
})

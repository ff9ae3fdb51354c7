import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startJobs } from './jobs.ts'
import { testKernel } from './testing/kernel.ts'

const { sql, log, lines, address } = await testKernel()

/** In place of the minute that cron waits for. */
const due = (name: string) =>
  sql`insert into boss.job (name, policy) values (${name}, 'exclusive') on conflict do nothing`

test('each run happens once over all instances, failures are logged, stopping waits', async () => {
  let runs = 0
  let finished = 0
  const work = async () => {
    runs++
    await sleep(300)
    finished++
  }
  const instances = await Promise.all([startJobs(address, log), startJobs(address, log)])
  for (const jobs of instances) await jobs.every('count', '0 0 1 1 *', work)
  await instances[0]?.every('fails', '0 0 1 1 *', () => Promise.reject(new Error('no')))
  await Promise.all(instances.map((jobs) => jobs.settle()))
  await Promise.all([due('count'), due('count'), due('count'), due('fails')])
  while (runs === 0 || !lines.some(({ msg }) => msg === 'job failed')) await sleep(20)
  await Promise.all(instances.map((jobs) => jobs.close()))
  expect(runs).toBe(1)
  expect(finished).toBe(1)
  expect(lines.find(({ msg }) => msg === 'job failed')).toMatchObject({ job: 'fails', err: { message: 'no' } })
})

test('a schedule that the version no longer has is removed', async () => {
  const jobs = await startJobs(address, log)
  await jobs.every('kept', '0 0 1 1 *', () => Promise.resolve())
  await jobs.settle()
  await jobs.close()
  expect(await sql`select name from boss.schedule`).toEqual([{ name: 'kept' }])
})

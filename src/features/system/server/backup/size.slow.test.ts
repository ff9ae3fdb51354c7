import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connectDatabase } from '#server/database/database.ts'
import { createStorage } from '#server/files/storage.ts'
import { testDatabase } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { restoreFile } from './restore.ts'
import { createBackups } from './service.ts'

const kernel = await testKernel()
const { address, config, secrets } = kernel
const target = await testDatabase({ empty: true })
const rows = 400_000

/** Milliseconds of CPU of this thread: other work on the machine does not lengthen them. */
function threadMillis(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The largest growth of the process's memory, and the longest turn of its event loop, during a run. */
async function watched<T>(work: () => Promise<T>): Promise<{ result: T; grownMb: number; stalledMs: number }> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const most = { rss: before, stalled: 0 }
  let isOn = true
  const watching = (async () => {
    while (isOn) {
      const at = threadMillis()
      await sleep(10)
      most.stalled = Math.max(most.stalled, threadMillis() - at)
      most.rss = Math.max(most.rss, process.memoryUsage().rss)
    }
  })()
  const result = await work()
  isOn = false
  await watching
  return { result, grownMb: (most.rss - before) / 1e6, stalledMs: most.stalled }
}

test('400,000 rows of half a kilobyte pass through without a load on memory and event loop', async () => {
  const filling = connectDatabase(address, { max: 1, patient: true })
  await filling.sql`
    insert into login_attempt (subject, attempts, first_at, last_at)
    select 'row:' || i || ':' || repeat(md5(i::text), 15), i, now(), now() from generate_series(1, ${rows}::int) as i`
  const [size] = await filling.sql<{ mb: number }[]>`select pg_table_size('login_attempt') / 1000000 as mb`
  await filling.close()
  expect(size?.mb).toBeGreaterThan(200)

  const backups = createBackups(kernel)
  const making = await watched(() => backups.make(null))
  expect(making.result.rows).toBeGreaterThanOrEqual(rows)
  // The whole table would take more than two hundred.
  expect(making.grownMb).toBeLessThan(140)
  expect(making.stalledMs).toBeLessThan(500)
  const proving = await watched(() => backups.idle())
  expect(proving.grownMb).toBeLessThan(140)
  expect(proving.stalledMs).toBeLessThan(500)
  const [listed] = await backups.list()
  expect(listed?.row?.verified_at).not.toBe(null)

  const path = join(config.DATA_DIR, 'backups', making.result.name)
  const restoring = await watched(() =>
    restoreFile(path, { address: target.address, storage: createStorage(config) }, { secrets }),
  )
  expect(restoring.result.rows).toBe(making.result.rows)
  expect(restoring.grownMb).toBeLessThan(140)
}, 120_000)

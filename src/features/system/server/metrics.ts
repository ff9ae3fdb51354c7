import { statfs } from 'node:fs/promises'
import { Gauge } from 'prom-client'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { createStorage } from '#server/files/storage.ts'
import { queueDepth } from './monitor/queries.ts'

/** Metrics of the job queue, by the database's clock, and of the store of files. */
export function observeSystem(
  { registry, readings }: Pick<Metrics, 'registry' | 'readings'>,
  { sql, config }: Pick<Kernel, 'sql' | 'config'>,
): void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const waiting = gauge('job_queue_waiting_jobs', 'Jobs whose time has come and that nobody runs yet')
  const running = gauge('job_queue_running_jobs', 'Jobs that some instance runs')
  const oldest = gauge('job_queue_oldest_seconds', 'How late the job is that has waited longest; 0 where none waits')
  const failed = gauge('job_queue_failed_jobs', 'Kinds of jobs of which a run failed in the last hour')
  readings.add('queue', async () => {
    const queue = await queueDepth(sql)
    waiting.set(queue.waiting)
    running.set(queue.running)
    oldest.set(queue.oldest_seconds)
    failed.set(queue.failed)
  })

  const up = gauge('storage_up', 'Whether the store of files answered the last question')
  readings.add('storage', async () => {
    try {
      // No such file exists. An answer that says so shows that the store is up.
      await createStorage(config).read('monitor/nothing')
      up.set(1)
    } catch (error) {
      up.set(0)
      throw error
    }
  })
  const free = gauge('storage_free_bytes', 'Free room of the disk that holds DATA_DIR')
  readings.add('disk', async () => {
    const disk = await statfs(config.DATA_DIR)
    free.set(disk.bavail * disk.bsize)
  })
}

import { Gauge } from 'prom-client'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { latestBackups } from './queries.ts'

/** Unix times; while the database is away they stay as they were. */
export function observeBackups(
  { registry, readings }: Pick<Metrics, 'registry' | 'readings'>,
  { sql }: Pick<Kernel, 'sql'>,
): void {
  const registers = [registry]
  const made = new Gauge({
    name: 'backup_last_success_seconds',
    help: 'Unix time of the last backup that was made; before the first one, of the beginning of this database',
    registers,
  })
  const verified = new Gauge({
    name: 'backup_last_verified_seconds',
    help: 'Unix time of the newest backup that was restored for proof; before the first one, of the beginning of this database',
    registers,
  })
  readings.add('backups', async () => {
    const last = await latestBackups(sql)
    const since = last.since ?? 0
    made.set((last.made ?? since) / 1000)
    verified.set((last.verified ?? since) / 1000)
  })
}

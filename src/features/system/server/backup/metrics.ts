import { Gauge, type Registry } from 'prom-client'
import type { Kernel } from '#server/kernel.ts'
import { lastOnes } from './queries.ts'

/** Unix times, asked of the database when scraped; while it is away they stay as they were. */
export function observeBackups(registry: Registry, { sql }: Pick<Kernel, 'sql'>): void {
  const gauge = (name: string, help: string, which: 'made' | 'verified') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const last = await lastOnes(sql).catch(() => null)
        const at = last?.[which] ?? null
        if (at !== null) this.set(at / 1000)
      },
    })
  gauge('backup_last_success_seconds', 'Unix time of the last backup that was made', 'made')
  gauge('backup_last_verified_seconds', 'Unix time of the newest backup that was restored for proof', 'verified')
}

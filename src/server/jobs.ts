import type { Logger } from 'pino'
import { PgBoss } from 'pg-boss'
import type { DatabaseAddress } from './database.ts'

export interface Jobs {
  /**
   * Runs `handler` at each minute that `cron` names (five fields, UTC), once over all instances and never twice at the same time.
   * A run that fails is logged; the next minute that cron names is its retry.
   */
  every: (name: string, cron: string, handler: () => Promise<void>) => Promise<void>
  /** Removes the schedules of jobs that this version no longer has. Call it after the last `every`. */
  settle: () => Promise<void>
  /** Takes no further job and waits for the running ones. */
  close: () => Promise<void>
}

/** Running jobs may take this long once the server stops; an aborted one runs again at its next time. */
const stopMs = 4_000
/** A job that its server took along into a crash counts as failed after this. */
const expireSeconds = 300

/** Periodic work on a pool of its own (`docs/architecture.md`). */
export async function startJobs(address: DatabaseAddress, log: Logger): Promise<Jobs> {
  const place = 'url' in address ? { connectionString: address.url } : address
  const boss = new PgBoss({ ...place, schema: 'boss', max: 2, application_name: 'toptrader jobs' })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  const names = new Set<string>()
  return {
    async every(name, cron, handler) {
      names.add(name)
      await boss.createQueue(name, { policy: 'exclusive', retryLimit: 0, expireInSeconds: expireSeconds })
      await boss.work(name, { pollingIntervalSeconds: 2 }, async () => {
        const startedAt = performance.now()
        try {
          await handler()
          log.debug({ job: name, ms: Math.round(performance.now() - startedAt) }, 'job done')
        } catch (error) {
          log.error({ job: name, err: error }, 'job failed')
          throw error
        }
      })
      await boss.schedule(name, cron, null, { tz: 'UTC' })
    },
    async settle() {
      for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
    },
    close: () => boss.stop({ graceful: true, timeout: stopMs }),
  }
}

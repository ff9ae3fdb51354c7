import { ConstantBackoff, handleAll, retry } from 'cockatiel'
import type { Logger } from 'pino'
import { PgBoss } from 'pg-boss'
import { connectionSettings, type DatabaseAddress } from './database/settings.ts'
import type { JobMeter } from './metrics/job-metrics.ts'
import { during } from './log/log-context.ts'
import { jobsSession, thisInstance } from './instance.ts'

export interface Jobs {
  /**
   * Runs `handler` at each minute that `cron` names (five fields, UTC). It runs once over all instances, never twice at the same time. A
   * failed run is logged; the next minute of the schedule is its retry.
   */
  every: (name: string, cron: string, handler: () => Promise<void>) => Promise<void>
  /** Removes the schedules of jobs that this version no longer has. Call it after the last `every`. */
  pruneSchedules: () => Promise<void>
  /** Takes no further job and waits for the running ones; a second call waits for the first. */
  close: () => Promise<void>
}

/** The longest time for running jobs once the server stops; an aborted one runs again at its next time. */
const stopMs = 4_000
/** Seconds after which a job of a crashed server counts as failed. */
const expireSeconds = 300

/** At a start on a busy machine the first looks of other jobs hold the queue's connections for longer than a statement waits. */
const patience = retry(handleAll, { maxAttempts: 4, backoff: new ConstantBackoff(500) })

const schema = 'boss'

/** Makes the queue's schema, or brings it forward to this version of the library. @param owner may make schemas */
export async function installJobs(owner: DatabaseAddress): Promise<void> {
  const settings = connectionSettings(owner, { name: 'toptrader jobs install', patient: true })
  const boss = new PgBoss({ ...settings, schema, max: 1, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
}

/**
 * Periodic work on a pool of its own (`docs/architecture.md`). Every log line of a run carries the job and the run's id, as in the queue.
 * @param pollingSeconds pause between two looks for a run that is due; 0.5 at least
 */
export async function startJobs(
  address: DatabaseAddress,
  log: Logger,
  meter?: JobMeter,
  pollingSeconds = 2,
): Promise<Jobs> {
  const settings = connectionSettings(address, { name: jobsSession(thisInstance.name) })
  // Building indexes again takes their owner; those of a queue of some rows need it never.
  const boss = new PgBoss({ ...settings, schema, max: 2, reindex: false })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  const names = new Set<string>()
  let closing: Promise<void> | null = null

  async function runOne(name: string, handler: () => Promise<void>): Promise<void> {
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    try {
      await handler()
      await meter?.ran(name, 'done', seconds())
      log.debug({ ms: Math.round(seconds() * 1000) }, 'job done')
    } catch (error) {
      await meter?.ran(name, 'failed', seconds())
      log.error({ err: error }, 'job failed')
      throw error
    }
  }

  return {
    async every(name, cron, handler) {
      names.add(name)
      const queue = { policy: 'exclusive', retryLimit: 0, expireInSeconds: expireSeconds } as const
      await patience.execute(() => boss.createQueue(name, queue))
      await meter?.expect(name, cron)
      await boss.work(name, { pollingIntervalSeconds: pollingSeconds }, ([run]) =>
        during({ job: name, run_id: run?.id ?? '' }, () => runOne(name, handler)),
      )
      await patience.execute(() => boss.schedule(name, cron, null, { tz: 'UTC' }))
    },
    async pruneSchedules() {
      for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name)
    },
    close: () => (closing ??= boss.stop({ graceful: true, timeout: stopMs })),
  }
}

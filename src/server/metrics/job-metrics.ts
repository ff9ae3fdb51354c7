import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { instantText } from '#shared/dates.ts'
import type { Kernel } from '../kernel.ts'
import { metersOf } from './meters.ts'
import type { Metrics } from './metrics.ts'

/** Runs of periodic jobs: at this instance, and when each ended well last at any. */
export interface JobMeter {
  /**
   * Creates the job's series before its first run.
   * @param cron when it runs, five fields
   */
  expect: (job: string, cron: string) => Promise<void>
  /** @param seconds how long the run took */
  ran: (job: string, result: 'done' | 'failed', seconds: number) => Promise<void>
}

/** The label is `task`: Prometheus uses `job` for its own targets. */
interface Instruments {
  runs: Counter<'task' | 'result'>
  durations: Histogram<'task'>
  periods: Gauge<'task'>
}

const made = new WeakMap<Registry, Instruments>()

function instrumentsOf({ config }: Pick<Kernel, 'config'>): Instruments {
  const registry = metersOf({ config })
  let instruments = made.get(registry)
  if (instruments === undefined) {
    const registers = [registry]
    instruments = {
      runs: new Counter({
        name: 'job_runs_total',
        help: 'Runs of periodic jobs at this instance, by how they ended',
        labelNames: ['task', 'result'],
        registers,
      }),
      durations: new Histogram({
        name: 'job_duration_seconds',
        help: 'How long runs of periodic jobs took at this instance',
        labelNames: ['task'],
        buckets: [0.1, 1, 10, 60],
        registers,
      }),
      periods: new Gauge({
        name: 'job_period_seconds',
        help: 'How far apart the runs of a periodic job are',
        labelNames: ['task'],
        registers,
      }),
    }
    made.set(registry, instruments)
  }
  return instruments
}

export function jobMeter(kernel: Pick<Kernel, 'config' | 'sql' | 'clock'>): JobMeter {
  const { sql, clock } = kernel
  const { runs, durations, periods } = instrumentsOf(kernel)
  const now = () => instantText(Math.floor(clock.now()))
  return {
    async expect(job, cron) {
      for (const result of ['done', 'failed']) runs.inc({ task: job, result }, 0)
      periods.set({ task: job }, periodOf(cron))
      await sql`insert into job_success (job, known_since) values (${job}, ${now()}) on conflict (job) do nothing`
    },
    async ran(job, result, seconds) {
      runs.inc({ task: job, result })
      durations.observe({ task: job }, seconds)
      if (result === 'done') await sql`update job_success set succeeded_at = ${now()} where job = ${job}`
    },
  }
}

/** Seconds from one run to the next; a schedule that is neither of every minute, hour nor day counts as yearly. */
function periodOf(cron: string): number {
  const [minute, hour, ...days] = cron.split(' ')
  if (minute === '*') return 60
  if (hour === '*') return 3_600
  return days.every((each) => each === '*') ? 86_400 : 366 * 86_400
}

/** The time of each job's last good end at any instance: all instances read the same. */
export function observeJobs(
  { registry, readings }: Pick<Metrics, 'registry' | 'readings'>,
  kernel: Pick<Kernel, 'config' | 'sql'>,
): void {
  const { periods } = instrumentsOf(kernel)
  const succeeded = new Gauge({
    name: 'job_last_success_seconds',
    help: 'Unix time at which a periodic job ended well last; before the first time, of when it became known',
    labelNames: ['task'],
    registers: [registry],
  })
  readings.add('jobs', async () => {
    const own = (await periods.get()).values.map(({ labels }) => String(labels.task))
    const rows = await kernel.sql<{ job: string; at: string }[]>`
      select job, coalesce(succeeded_at, known_since) as at from job_success where job = any(${own})`
    for (const { job, at } of rows) succeeded.set({ task: job }, Date.parse(at) / 1000)
  })
}

import { Counter, Histogram, type Registry } from 'prom-client'
import type { Config } from './config.ts'
import { metersOf } from './meters.ts'

/** Runs of periodic jobs at this instance. */
export interface JobMeter {
  /** From when a job is known its series exist. */
  expect: (job: string) => void
  /** @param seconds how long the run took */
  ran: (job: string, result: 'done' | 'failed', seconds: number) => void
}

const made = new WeakMap<Registry, JobMeter>()

export function jobMeter(config: Config): JobMeter {
  const registry = metersOf({ config })
  const known = made.get(registry)
  if (known !== undefined) return known
  const runs = new Counter({
    name: 'job_runs_total',
    help: 'Runs of periodic jobs at this instance, by how they ended',
    labelNames: ['job', 'result'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'How long runs of periodic jobs took at this instance',
    labelNames: ['job'],
    buckets: [0.1, 1, 10, 60],
    registers: [registry],
  })
  const meter: JobMeter = {
    expect(job) {
      for (const result of ['done', 'failed']) runs.inc({ job, result }, 0)
    },
    ran(job, result, seconds) {
      runs.inc({ job, result })
      durations.observe({ job }, seconds)
    },
  }
  made.set(registry, meter)
  return meter
}

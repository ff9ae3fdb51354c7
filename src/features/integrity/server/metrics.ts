import { Gauge } from 'prom-client'
import type { Kernel } from '#server/kernel.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { caseCounts } from './cases/case-queries.ts'

/** Cases that wait for a decision, and those of them that keep a trader out of the ranking. */
export function observeIntegrity(
  { registry, readings }: Pick<Metrics, 'registry' | 'readings'>,
  { sql }: Pick<Kernel, 'sql'>,
): void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const waiting = gauge('integrity_cases_waiting', 'Integrity cases that nobody has decided')
  const holding = gauge('integrity_cases_holding', 'Undecided integrity cases that keep an account out of the ranking')
  readings.add('integrity', async () => {
    const counts = await caseCounts(sql)
    waiting.set(counts.waiting)
    holding.set(counts.holding)
  })
}

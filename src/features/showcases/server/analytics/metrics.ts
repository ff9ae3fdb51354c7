import { Counter } from 'prom-client'
import type { Metrics } from '#server/metrics/metrics.ts'

/** Counts of visits by outcome, read at each scrape. */
export function observeAnalytics(
  { registry }: Pick<Metrics, 'registry'>,
  analytics: { figures: () => Readonly<Record<string, number>> },
): void {
  new Counter({
    name: 'showcase_visits_total',
    help: 'Views and clicks of showcases: noted, counted, paced (too many of one address), dropped (memory full), lost (database away)',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [outcome, value] of Object.entries(analytics.figures())) this.inc({ outcome }, value)
    },
  })
}

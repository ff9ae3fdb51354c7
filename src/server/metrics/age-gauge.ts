import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'

/** Seconds since an instant that is read now and then: it goes on growing while nobody reads. 0 without an instant. */
export function ageGauge(
  registry: Registry,
  clock: Clock,
  { name, help }: { name: string; help: string },
): { /** @param instant ISO-8601 */ setSince: (instant: string | null) => void } {
  let since: number | null = null
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(since === null ? 0 : Math.max(0, (clock.now() - since) / 1000))
    },
  })
  return {
    setSince(instant) {
      since = instant === null ? null : Date.parse(instant)
    },
  }
}

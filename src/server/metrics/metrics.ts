import type { Registry } from 'prom-client'
import type { Readings } from './readings.ts'

/** One registry a server: two servers in one process (tests) do not mix. */
export interface Metrics {
  registry: Registry
  /** For gauges whose values must be read. */
  readings: Readings
}

import type { Registry } from 'prom-client'
import type { Readings } from './readings.ts'

/** One registry a server: two servers in one process (tests) don't meet. */
export interface Metrics {
  registry: Registry
  /** For gauges whose values have to be asked for. */
  readings: Readings
}

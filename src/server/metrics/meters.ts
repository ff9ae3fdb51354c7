import { Counter, Histogram, Registry } from 'prom-client'
import type { Config } from '../settings/config.ts'

/**
 * Each event is counted where it happens: a feature declares its counters and histograms beside its code. It lists every value that a
 * label may have: each series is there from the start, and no label ever holds a client's text.
 */

type Counted = Readonly<{ config: Config }>
type Labels = Readonly<Record<string, readonly string[]>>
type LabelsOf<L extends Labels> = { [K in keyof L]: L[K][number] }

interface Definition {
  name: string
  make: (registry: Registry) => unknown
}

const definitions: Definition[] = []
/** One for each configuration: two servers in one process do not mix. */
const registries = new WeakMap<Config, Registry>()
const instruments = new WeakMap<Registry, Map<string, unknown>>()

/** All meters of this server, for the scrape. */
export function metersOf({ config }: Counted): Registry {
  let registry = registries.get(config)
  if (registry === undefined) registries.set(config, (registry = new Registry()))
  for (const definition of definitions) instrument(registry, definition)
  return registry
}

function instrument(registry: Registry, { name, make }: Definition): unknown {
  let made = instruments.get(registry)
  if (made === undefined) instruments.set(registry, (made = new Map()))
  if (!made.has(name)) made.set(name, make(registry))
  return made.get(name)
}

function define<T>(name: string, make: (registry: Registry) => T): (of: Counted) => T {
  const definition = { name, make }
  definitions.push(definition)
  return (of) => instrument(registries.get(of.config) ?? metersOf(of), definition) as T
}

interface Named {
  /** Named as in Prometheus: the counted thing, its unit, `_total`. */
  name: string
  help: string
}

/** Counts from 0 for each combination of its labels. */
export function counter<const L extends Labels>({
  name,
  help,
  labels,
}: Named & { labels: L }): (of: Counted) => { inc: (labels: LabelsOf<L>, by?: number) => void } {
  return define(name, (registry) => {
    const made = new Counter({ name, help, labelNames: Object.keys(labels), registers: [registry] })
    for (const each of combinations(labels)) made.inc(each, 0)
    return made
  })
}

/** @param options.buckets upper bounds, ascending */
export function histogram({
  name,
  help,
  buckets,
}: Named & { buckets: number[] }): (of: Counted) => { observe: (value: number) => void } {
  return define(name, (registry) => new Histogram({ name, help, buckets, registers: [registry] }))
}

function combinations(labels: Labels): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (sets, [label, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [label]: value }))),
    [{}],
  )
}

// Prints what the product needs at a number of accounts, from unit costs:  node scripts/simulate-scale.ts [--NAME=VALUE …]
// docs/scale.md says what each unit cost is and how it is measured. Pure arithmetic: no load is made.
import { parseArgs } from 'node:util'

/** Unit costs and the plan, with the figures of docs/scale.md: those of a sync are the best case, beside which it has others. */
const defaults = {
  /** Minutes between two syncs of an account. */
  interval: 5,
  /** Page views of an account's public and owner a day. */
  views: 20,
  /** The share of page views whose bytes an instance has in memory. */
  cached: 0.9,
  /** The share of these that a shared cache answers before the instances. */
  edge: 0.91,
  /** The busiest hour against the mean. */
  peak: 2,
  /** The share of a core that may be used at the peak. */
  use: 0.5,
  /** µs of CPU for a sync: all that happens up to its commit. */
  syncNode: 310,
  syncPostgres: 60,
  /** µs of CPU for a page view that is in memory; for one that is not. */
  cachedNode: 30,
  viewNode: 25_000,
  viewPostgres: 3_000,
  /** µs of CPU for each instance that follows the change of one trader. */
  followNode: 80,
  followPostgres: 35,
  /** µs of CPU of a replica for a sync: what receives the log, and the one process that replays it. */
  receive: 13,
  replay: 7,
  /** Bytes: the log of a sync; rows of an account and day; an account in the memory of an instance. */
  syncWal: 600,
  accountDay: 11_500,
  accountMemory: 1_050,
  /** Cores of one machine. */
  cores: 16,
} as const
type Name = keyof typeof defaults

const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]))
const { values } = parseArgs({ options })
const given = Object.fromEntries(
  Object.entries(defaults).map(([name, value]) => [name, Number(values[name] ?? value)]),
) as Record<Name, number>
if (Object.entries(given).some(([name, value]) => !(value > 0 || (value === 0 && name === 'edge'))))
  throw new Error('every value is a number above 0; edge may be 0')

interface Needs {
  syncs: number
  views: number
  /** Instances of one core each. */
  instances: number
  /** Parts of the ranking, each of which one instance follows; 1 where each instance follows all of it. */
  parts: number
  databaseCores: number
  /** A replica that serves the page views that are not in memory, and the share of a core of its replay, which is one process. */
  replicaCores: number
  replay: number
  wal: number
  growth: number
  memory: number
}

/** The needs of so many accounts at the busiest hour. */
function needsOf(accounts: number): Needs {
  const { interval, views: daily, cached, peak, use } = given
  const syncs = (accounts * peak) / (interval * 60)
  const views = (accounts * daily * peak) / 86_400
  const missed = views * (1 - cached)
  const passed = views * cached * (1 - given.edge)
  const work = (syncs * given.syncNode + missed * given.viewNode + passed * given.cachedNode) / 1e6
  const following = (syncs * given.followNode) / 1e6
  // An event loop uses one core. Where following takes half of what it may use, the ranking is made in parts.
  const isWhole = following <= use / 2
  const parts = isWhole ? 1 : Math.ceil(following / use)
  const instances = isWhole ? Math.ceil(work / (use - following)) : Math.ceil(work / use) + parts
  const readers = isWhole ? instances : 1
  const database = syncs * (given.syncPostgres + readers * given.followPostgres) + missed * given.viewPostgres
  return {
    syncs,
    views,
    instances,
    parts,
    databaseCores: database / 1e6 / use,
    replicaCores: (syncs * (given.receive + given.replay) + missed * given.viewPostgres) / 1e6 / use,
    replay: (syncs * given.replay) / 1e6,
    wal: (syncs * given.syncWal) / 1e6,
    growth: (accounts * given.accountDay) / 1e9,
    memory: (accounts * given.accountMemory) / 1e9 / parts,
  }
}

/** The first step of docs/scale.md that suffices. */
function stepOf({ instances, parts, databaseCores }: Needs): string {
  if (parts > 1) return '5'
  if (databaseCores > given.cores) return '4'
  return instances + databaseCores > given.cores ? '2' : '1'
}

const sizes = [10_000, 100_000, 1_000_000, 10_000_000]
const columns: [title: string, cell: (needs: Needs) => string][] = [
  ['syncs/s', ({ syncs }) => syncs.toFixed(0)],
  ['page views/s', ({ views }) => views.toFixed(0)],
  ['instances', ({ instances }) => String(instances)],
  ['parts of the ranking', ({ parts }) => String(parts)],
  ['cores of PostgreSQL', ({ databaseCores }) => databaseCores.toFixed(1)],
  ['cores of a replica', ({ replicaCores }) => replicaCores.toFixed(1)],
  ['its replay, of one core', ({ replay }) => replay.toFixed(3)],
  ['WAL MB/s', ({ wal }) => wal.toFixed(1)],
  ['growth GB/day', ({ growth }) => growth.toFixed(2)],
  ['ranking in an instance, GB', ({ memory }) => memory.toFixed(2)],
  ['machines', ({ instances, databaseCores }) => String(Math.ceil((instances + databaseCores) / given.cores))],
  ['step', stepOf],
]
console.log(`| accounts | ${columns.map(([title]) => title).join(' | ')} |`)
console.log(`|${'---|'.repeat(columns.length + 1)}`)
for (const accounts of sizes) {
  const needs = needsOf(accounts)
  console.log(`| ${accounts.toLocaleString('en')} | ${columns.map(([, cell]) => cell(needs)).join(' | ')} |`)
}

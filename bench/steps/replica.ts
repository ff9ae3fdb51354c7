import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type Database } from '#server/database/database.ts'
import { memorySettings, usableMemory } from '#server/embedded-postgres/embedded-postgres-memory.ts'
import { prepareReplica, type TestServer } from '#server/testing/cluster.ts'
import { atEnd, compare, median, option, quantile, record, spread } from '../frame/bench.ts'
import { visits } from '../frame/children.ts'
import { clusterMicros, cpuMicrosOf, postgresMicros, titledMicros, walBytes } from '../frame/cluster.ts'
import type { startGenerator } from '../frame/generator.ts'
import { allAnswered, load } from '../frame/load.ts'
import { startBeside, urlOf, type Populated } from '../frame/populated.ts'
import { stopProgram, untilListed } from '../frame/product.ts'

/** A streaming replica: what its stream costs both sides, how far it is behind, and a profile that is read from it. */

/** At five minutes and a peak of two, 100,000 accounts sync so often. */
const rate = option('rate', 667)
const seconds = option('seconds', 3)
const lagSamples = 200
/** A start's last work is over by then. */
const settledMs = 5_000
const idleMs = 3_000
/** In a round. */
const views = 30

type Syncs = ReturnType<typeof startGenerator>

interface Copy {
  /** Copies a stopped database. */
  copy: (folder: string) => Promise<void>
  /** The copy's own data. */
  data: string
  start: (primary: Populated['address']) => Promise<TestServer>
}

export async function copyForReplica(): Promise<Copy> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-bench-replica-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  // PostgreSQL's user is another one where root starts it.
  chmodSync(folder, 0o755)
  let start: Copy['start'] = () => Promise.reject(new Error('nothing was copied'))
  return {
    data: join(folder, 'replica', 'cluster'),
    async copy(primary) {
      start = await prepareReplica(join(folder, 'replica'), primary, memorySettings(usableMemory()))
    },
    start: (primary) => start(primary),
  }
}

const notAttached = () => new Error('no replica is attached')

/** A replica that a measurement attaches and detaches. */
function attachable({ sql, address }: Populated, { data, start }: Copy) {
  let server: TestServer | null = null
  let standby: Database | null = null
  const hasReplayed = async (position: string) => {
    if (standby === null) throw notAttached()
    const [row] = await standby.sql<{ replayed: boolean }[]>`
      select pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn as replayed`
    return row?.replayed === true
  }
  /** Milliseconds until it has what the primary has now. */
  async function behind(): Promise<number> {
    const [row] = await sql<{ position: string }[]>`select pg_current_wal_lsn()::text as position`
    const at = performance.now()
    while (!(await hasReplayed(row?.position ?? ''))) await sleep(1)
    return performance.now() - at
  }
  /** Bytes of the log since its start. */
  async function replayedBytes(): Promise<number> {
    if (standby === null) throw notAttached()
    const [row] = await standby.sql<{ bytes: number }[]>`
      select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()`
    return row?.bytes ?? Number.NaN
  }
  async function detach(): Promise<void> {
    await standby?.close()
    await server?.stop()
    ;[server, standby] = [null, null]
  }
  atEnd(detach)
  return {
    data,
    behind,
    replayedBytes,
    detach,
    url: () => urlOf({ ...address, host: server?.address.host ?? '' }),
    async attach(): Promise<void> {
      if (server !== null) return
      server = await start(address)
      standby = connectDatabase({ ...server.address, database: address.database }, { max: 1, patient: true })
      await behind()
    },
  }
}

type Attachable = ReturnType<typeof attachable>

/** Figures of several processes in the rounds of one kind; the first round, which warms up, is left out. */
class Costs {
  readonly #rounds: Record<string, number>[] = []
  add(round: Record<string, number>): void {
    this.#rounds.push(round)
  }
  of = (name: string): number[] => this.#rounds.slice(1).map((round) => round[name] ?? Number.NaN)
  text = (): string =>
    Object.keys(this.#rounds[0] ?? {})
      .map((name) => `${name} ${spread(this.of(name))}`)
      .join(', ')
}

export async function measureReplica(product: Populated, syncs: Syncs, copy: Copy): Promise<void> {
  const replica = attachable(product, copy)
  const streaming = await measureStream(product, syncs, replica)
  const view = await measureViews(product, replica)
  await replica.detach()
  record('the stream of so many syncs costs the primary as much as one page', view / streaming, 'syncs', null)
}

/** @returns microseconds of the primary's for each sync that is streamed */
async function measureStream({ sql, folder, pid, port }: Populated, syncs: Syncs, replica: Attachable) {
  const [without, attached] = [new Costs(), new Costs()]
  async function round(costs: Costs, isAttached: boolean): Promise<number> {
    const read = async () => ({
      node: cpuMicrosOf(pid),
      primary: postgresMicros(folder),
      wal: await walBytes(sql),
      ...(isAttached && {
        walsender: titledMicros(join(folder, 'postgres', 'cluster'), 'walsender'),
        walreceiver: titledMicros(replica.data, 'walreceiver'),
        startup: titledMicros(replica.data, 'startup'),
        replica: clusterMicros(replica.data),
      }),
    })
    const before: Record<string, number> = await read()
    const { answered } = allAnswered(await syncs(port, { connections: 64, seconds, rate }), 'syncs')
    if (isAttached) await replica.behind()
    const after = Object.entries(await read())
    costs.add(Object.fromEntries(after.map(([name, value]) => [name, (value - (before[name] ?? 0)) / answered])))
    return costs.of('primary').at(-1) ?? Number.NaN
  }
  await compare(
    `PostgreSQL of a sync, with a replica / without, ${rate} syncs/s`,
    {
      async reference() {
        await replica.detach()
        return round(without, false)
      },
      async ours() {
        await replica.attach()
        return round(attached, true)
      },
    },
    { unit: 'µs of CPU', bar: null },
  )
  console.log(`a sync without: ${without.text()}; with: ${attached.text()}`)

  const lags: number[] = []
  await Promise.all([
    syncs(port, { connections: 64, seconds: 2 * seconds, rate }),
    (async () => {
      while (lags.length < lagSamples) {
        lags.push(await replica.behind())
        await sleep((2_000 * seconds) / lagSamples / 2)
      }
    })(),
  ])
  record('lag of the replica, p50', quantile(lags, 0.5), 'ms', null)
  record('lag of the replica, p99', quantile(lags, 0.99), 'ms', null)

  // A start replays all since the last checkpoint that it has.
  await replica.detach()
  const began = performance.now()
  await replica.attach()
  const [took, replay] = [performance.now() - began, titledMicros(replica.data, 'startup')]
  const megabytes = (await replica.replayedBytes()) / 1e6
  console.log(`replayed at once: ${megabytes.toFixed(1)} MB, ready after ${(took / 1000).toFixed(1)} s`)
  record('replay at once', replay / 1000 / megabytes, 'ms a MB', null)
  for (const name of ['walsender', 'walreceiver', 'startup']) {
    record(`${name} of a sync`, median(attached.of(name)), 'µs', null)
  }
  return median(attached.of('walsender'))
}

/** @returns microseconds of the primary's for each page of a profile that is read elsewhere */
async function measureViews(product: Populated, replica: Attachable): Promise<number> {
  const { folder, advisors } = product
  const reader = await startBeside(product, { DATABASE_REPLICA_URL: replica.url() })
  await untilListed(reader, advisors.length)
  await sleep(settledMs)
  const pids = [product.pid, reader.child.pid ?? 0] as const
  const read = () => [...pids.map((pid) => cpuMicrosOf(pid)), postgresMicros(folder), clusterMicros(replica.data)]
  const meter = () => {
    const before = read()
    return () => read().map((value, place) => value - (before[place] ?? 0))
  }
  const idle = meter()
  await sleep(idleMs)
  const rest = idle().map((micros) => micros / idleMs)
  console.log(`without requests, µs of CPU in a millisecond: ${rest.map((micros) => micros.toFixed(0)).join(', ')}`)
  // Each is viewed once, so that none is in memory.
  const names = advisors.map(({ username }) => username)
  let [turn, off] = [0, 0]
  for (const [name, path, network] of [
    ['answer', '/api/trader/', 30],
    ['page', '/trader/', 31],
  ] as const) {
    const sent = visits(
      names.map((username) => path + username),
      { extra: 'Accept-Encoding: br\r\n', network },
    )
    const round = async (costs: Costs, place: 0 | 1, port: number) => {
      const use = meter()
      const plan = { connections: 8, seconds: 60, most: views }
      const run = await load(port, () => sent[turn++ % sent.length] ?? '', plan)
      const { answered, seconds: took } = allAnswered(run, 'profiles')
      const used = use().map((micros, process) => (micros - (rest[process] ?? 0) * 1000 * took) / answered)
      const [node, primary, second] = [used[place] ?? 0, used[2] ?? 0, used[3] ?? 0]
      costs.add({ node, primary, replica: second })
      return node + primary + second
    }
    const [without, from] = [new Costs(), new Costs()]
    await compare(
      `a profile's ${name}, not in memory, from the replica / from the primary`,
      { reference: () => round(without, 0, product.port), ours: () => round(from, 1, reader.port) },
      { unit: 'µs of CPU in all', bar: null },
    )
    console.log(`a profile's ${name} from the primary: ${without.text()}; from the replica: ${from.text()}`)
    off = median(without.of('primary')) - median(from.of('primary'))
    record(`a profile's ${name}: Node`, median(from.of('node')), 'µs', null)
    record(`a profile's ${name}: the replica`, median(from.of('replica')), 'µs', null)
    record(`a profile's ${name}: off the primary`, off, 'µs', null)
  }
  await stopProgram(reader.child)
  return off
}

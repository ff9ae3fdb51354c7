import { compare, median, option, record, spread } from '../frame/bench.ts'
import { visits } from '../frame/children.ts'
import { cpuMicrosOf, postgresMicros } from '../frame/cluster.ts'
import type { startGenerator } from '../frame/generator.ts'
import { allAnswered, load } from '../frame/load.ts'
import { metricsOf, type Populated } from '../frame/populated.ts'
import { proxyConnections, startProxy } from '../frame/proxy.ts'

/** The shared cache of a second: what an answer costs the origin that the cache has, or passes on, and how many it has while each second brings another list. */

const seconds = option('seconds', 3)
const pairs = 3
/** Syncs in a second: enough for a new list in each. */
const changes = 20
const list = '/api/fresh/leaderboard?limit=50'
const counted = 'http_requests_total{method="GET",route="/api/fresh/leaderboard",access="public",status="2xx"}'

export async function measureEdge(product: Populated, syncs: ReturnType<typeof startGenerator>): Promise<void> {
  const { pid, port, folder } = product
  const proxy = await startProxy(port)
  const brotli = 'Accept-Encoding: br\r\n'
  const connections = proxyConnections
  const used = () => cpuMicrosOf(pid) + postgresMicros(folder)
  for (const [name, path] of [
    ['list', list],
    ['home', '/'],
  ] as const) {
    const sent = visits([path], { extra: brotli, network: 90 })
    const each = (to: number) => async () => {
      const before = cpuMicrosOf(pid)
      let turn = 0
      const run = await load(to, () => sent[turn++ % sent.length] ?? '', {
        connections,
        seconds: 1.1,
      })
      const { answered } = allAnswered(run, name)
      return (cpuMicrosOf(pid) - before) / answered
    }
    const unit = { unit: 'µs of CPU of the origin', bar: null, pairs }
    await compare(`${name}, from the cache / passed on`, { reference: each(port), ours: each(proxy.port) }, unit)
  }
  const requests = async () => (await metricsOf(product))(counted)
  /** Milliseconds of CPU of the origin in a second in which so many lists are asked for; the share that it answers. */
  async function round(sent: readonly Buffer[], to: number, rate: number): Promise<{ ms: number; share: number }> {
    const [before, had] = [used(), await requests()]
    let turn = 0
    const lists = () => load(to, () => sent[turn++ % sent.length] ?? '', { connections, seconds, rate })
    const [{ seconds: took }, run] = await Promise.all([
      syncs(port, { connections: 4, seconds, rate: changes }),
      rate === 0 ? { answered: Number.NaN, refused: {} } : lists(),
    ])
    const { answered } = allAnswered(run, 'lists')
    return { ms: (used() - before) / 1000 / took, share: ((await requests()) - had) / answered }
  }
  const rests: number[] = []
  for (let turn = 0; turn < pairs; turn += 1) rests.push((await round([], port, 0)).ms)
  console.log(`${changes} syncs/s without lists: ${spread(rests)} ms of CPU of the origin in a second`)
  for (const addresses of [1, 20]) {
    const paths = Array.from({ length: addresses }, (_, index) => `${list}&page=${index + 1}`)
    const sent = visits(paths, { extra: brotli, network: 91 })
    for (const rate of [50, 500]) {
      const name = `${rate} lists/s of ${addresses}`
      const shares: number[] = []
      const ours = async () => {
        const { ms, share } = await round(sent, proxy.port, rate)
        shares.push(share)
        return ms
      }
      const reference = async () => (await round(sent, port, rate)).ms
      const options = { unit: 'ms of CPU of the origin in a second', bar: null, warm: false, pairs }
      // Fewer answers cost less than what other work changes from one round to the next.
      if (rate < 500) for (let turn = 0; turn < pairs; turn += 1) await ours()
      else await compare(`${name}, through the cache / passed on`, { reference, ours }, options)
      console.log(`${name}: the cache passes on ${spread(shares)} of them`)
      record(`${name}: from the cache`, 1 - median(shares), '', null)
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { syncsInTurn } from './frame/advisors.ts'
import { readAnswer } from './frame/answer.ts'
import { bench, option, quantile, record, spread } from './frame/bench.ts'
import { startGenerator } from './frame/generator.ts'
import { errorsOf, requestOnce } from './frame/load.ts'
import { startPopulated } from './frame/populated.ts'
import { startProduct, untilListed } from './frame/product.ts'

/**
 * The time from the acknowledgement of a sync by one instance until the list of another instance shows it, with the place that follows from it.
 * Traders of the first fifty places sync in turn, while the others sync as usual; the list is requested with its tag.
 * `--accounts=N` (2,000), `--rate=N` of the other syncs in a second (333), `--seconds=N` (20), `--probes=N` in a second (10).
 */

const accounts = option('accounts', 2_000)
const rate = option('rate', 100_000 / 300)
const seconds = option('seconds', 20)
const probes = option('probes', 10)
const bars = { errors: { most: 0 }, p99: { most: 2_000 }, missing: { most: 0 } }
const pollMs = 20
const patienceMs = 10_000

interface List {
  leaderboard: { username: string; last_ea_sync: string }[]
}

await bench(async () => {
  const product = await startPopulated(accounts)
  const { advisors, port, folder, address } = product
  const url = `postgres://${address.user}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`
  const other = await startProduct(folder, { DATABASE_URL: url })
  await untilListed(other, accounts)

  const path = `http://127.0.0.1:${other.port}/api/fresh/leaderboard?limit=100`
  const { leaderboard } = (await (await fetch(path)).json()) as List
  // Nobody of these leaves the list by some syncs.
  const top = new Set(leaderboard.slice(0, 50).map(({ username }) => username))
  const watched = advisors.filter(({ username }) => top.has(username))
  const rest = startGenerator({ advisors: advisors.filter(({ username }) => !top.has(username)), records: false })

  /** By trader: the moment before the sync (UTC), and that of its acknowledgement on this process's clock. */
  const waiting = new Map<string, { sentAt: number; acknowledgedAt: number }>()
  const waits: number[] = []
  let isOver = false

  async function watchList(): Promise<void> {
    let tag = ''
    for (let requests = 0; !isOver; requests += 1) {
      // More than one address may ask.
      const headers = { 'if-none-match': tag, 'x-forwarded-for': `10.9.0.${requests % 250}` }
      const answer = await fetch(path, { headers })
      const observedAt = performance.now()
      if (answer.status === 200) {
        tag = answer.headers.get('etag') ?? ''
        for (const { username, last_ea_sync } of ((await answer.json()) as List).leaderboard) {
          const probe = waiting.get(username)
          if (probe === undefined || Date.parse(last_ea_sync) < probe.sentAt) continue
          waiting.delete(username)
          waits.push(Math.max(0, observedAt - probe.acknowledgedAt))
        }
      }
      await sleep(pollMs)
    }
  }

  const next = syncsInTurn(watched, { records: false })
  async function probe(username: string): Promise<void> {
    const { text, answered } = next()
    const sentAt = Date.now()
    const { status } = readAnswer(await requestOnce(port, Buffer.from(text)))
    answered()
    if (status !== 200) throw new Error(`a sync was answered with ${status}`)
    waiting.set(username, { sentAt, acknowledgedAt: performance.now() })
  }

  const watching = watchList()
  const others = rest(port, { connections: 64, seconds, rate })
  const began = performance.now()
  let sent = 0
  for (; performance.now() < began + 1000 * seconds; sent += 1) {
    const { username } = watched[sent % watched.length] ?? { username: '' }
    if (!waiting.has(username)) await probe(username)
    else throw new Error(`the sync of ${username} did not show for a whole round`)
    await sleep(Math.max(0, began + ((sent + 1) * 1000) / probes - performance.now()))
  }
  const load = await others
  for (const until = performance.now() + patienceMs; waiting.size > 0 && performance.now() < until;) await sleep(pollMs)
  isOver = true
  await watching
  console.log(
    `${sent} syncs watched beside ${load.answered} others (unsent ${load.unsent}, refused`,
    load.refused,
    `): ${spread(waits)} ms`,
  )
  record('errors', errorsOf(load), 'other syncs', bars.errors)
  record('syncs that never showed', waiting.size, '', bars.missing)
  record('p99 until another instance shows a sync', quantile(waits, 0.99), 'ms', bars.p99)
})

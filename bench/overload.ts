import { setTimeout as sleep } from 'node:timers/promises'
import { compareAddress } from '#shared/compare-address.ts'
import { bench, option, quantile, record } from './frame/bench.ts'
import { startGenerator, type Generator } from './frame/generator.ts'
import { errorsOf, refusedOf } from './frame/load.ts'
import { startPopulated } from './frame/populated.ts'

/**
 * Three times as many page views as the product can do, at moments fixed beforehand, with syncs and notifications of payments beside
 * them. Counts what is still answered, how fast the others are refused, whether a sync or a notification is refused, and the seconds until all
 * is as before. No memory holds these views: searches cost little more than their refusal, comparisons are pages that cost the most.
 * `--seconds=N` of each overload (60), `--round=N` seconds of each search for the most (5), `--accounts=N` (400), `--syncs=N` in a second (50),
 * `--connections=N` of the views (4,000), each of which holds one request at a time. It needs the built web part.
 */

const seconds = option('seconds', 60)
const roundSeconds = option('round', 5)
const accounts = option('accounts', 400)
const syncRate = option('syncs', 50)
const times = 3
/** More is planned than the bar asks for: the most often proves larger afterwards, and some views find no free connection. */
const margin = 1.2
const bars = {
  offered: { least: times },
  goodput: { least: 0.8 },
  refusal: { most: 50 },
  syncs: { most: 0 },
  payments: { most: 0 },
  unsent: { most: 0.05 },
  recovery: { most: 5 },
}

/** More than the limit of addresses lets pass as one sender. */
const addresses = 4_000
const connections = option('connections', 4_000)
/**
 * Connections of the rounds that find the most: few may leave the server idle, and many have some refused. Few come last, so that the
 * overload meets a calm server.
 */
const closedLoops = [512, 256, 128, 64, 32, 8]
/** The answer to a notification whose signature is wrong. */
const wrongSignature = 401
/** A second counts as before if nothing was refused and nobody waited longer. Milliseconds. */
const calmMs = 100

await bench(async () => {
  const { port, sql, advisors } = await startPopulated(accounts)
  const rows = await sql<{ username: string }[]>`
    select username from trader join trading_account using (trader_id) order by username`
  const names = rows.map(({ username }) => username)
  const syncs = startGenerator({ advisors, records: false })
  const paths = {
    searches: (name: string, index: number) => `/api/fresh/leaderboard?search=${name}${index}`,
    comparisons: (name: string, index: number) =>
      compareAddress([name, names[(index + Math.ceil((index + 1) / names.length)) % names.length] ?? '']),
  }
  for (const [what, path] of Object.entries(paths)) {
    const texts = Array.from({ length: addresses }, (_, index) => {
      const address = `10.${Math.floor(index / 250) + 1}.7.${(index % 250) + 1}`
      return `GET ${path(names[index % names.length] ?? '', index)} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n\r\n`
    })
    await overload(what, port, startGenerator({ texts }), syncs)
  }
})

/** Loads the product with three times the most of these views. */
async function overload(what: string, port: number, views: Generator, syncs: Generator): Promise<void> {
  const before = await mostOf(port, views, syncs)
  const rate = margin * times * before
  const [load, synced, notified] = await Promise.all([
    views(port, { connections, seconds, rate }),
    syncs(port, { connections: 50, seconds, rate: syncRate }),
    notify(port),
  ])
  const failures = Object.keys(load.refused).filter((status) => status !== '429' && status !== '503')
  if (failures.length > 0) throw new Error(`${what} were answered with ${failures.join(', ')}`)
  console.log(
    `${rate.toFixed(0)} planned in each of ${seconds} s: ${(load.answered / load.seconds).toFixed(0)} ${what}/s answered, ${refusedOf(load)} refused, ` +
      `${load.unsent} not sent; answers ${load.waits.p50.toFixed(0)} ms median, ${load.waits.p99.toFixed(0)} p99; ` +
      `${synced.answered} syncs, ${synced.waits.p99.toFixed(0)} ms p99`,
  )
  // Where nothing was refused there is nothing to measure.
  if (refusedOf(load) > 0) record(`${what}: p99 of refusals`, load.refusedP99, 'ms', bars.refusal)
  else console.log(`none of the ${what} was refused: how fast a refusal comes is not shown here`)
  record(`${what}: syncs refused or not sent`, errorsOf(synced), '', bars.syncs)
  console.log(`${notified.waits.length} notifications of payments, ${quantile(notified.waits, 0.99).toFixed(0)} ms p99`)
  record(`${what}: notifications of payments refused for overload`, notified.refused, '', bars.payments)

  let calmAfter = Number.POSITIVE_INFINITY
  for (let second = 1; second <= 10 && calmAfter === Number.POSITIVE_INFINITY; second += 1) {
    const after = await views(port, { connections: 64, seconds: 1, rate: before / 2 })
    if (refusedOf(after) === 0 && after.waits.p99 <= calmMs) calmAfter = second
  }
  record(`${what}: seconds until all is as before`, calmAfter, 's', bars.recovery)

  // A process becomes faster while it works: the most is what it answered at any time.
  const answered = load.answered / load.seconds
  const most = Math.max(before, answered, await mostOf(port, views, syncs))
  console.log(`at most ${most.toFixed(0)} ${what}/s, ${before.toFixed(0)} before the overload`)
  // A view that no connection was free for was not offered.
  record(`${what} offered / at most`, load.offered / most, '', bars.offered)
  record(`${what} not sent / planned`, load.unsent / (rate * seconds), '', bars.unsent)
  record(`${what} answered / at most`, answered / most, '', bars.goodput)
}

/** The most of these views that the product answers in a second. */
async function mostOf(port: number, views: Generator, syncs: Generator): Promise<number> {
  const rates: number[] = []
  for (const connections of closedLoops) {
    const [{ answered, seconds: took }] = await Promise.all([
      views(port, { connections, seconds: roundSeconds }),
      syncs(port, { connections: 50, seconds: roundSeconds, rate: syncRate }),
    ])
    rates.push(answered / took)
  }
  return Math.max(...rates)
}

/** Sends five notifications of payments a second. Their signature is wrong, which the server can only know once it has admitted them. */
async function notify(port: number): Promise<{ waits: number[]; refused: number }> {
  const end = performance.now() + 1000 * seconds
  const notified = { waits: [] as number[], refused: 0 }
  const send = async () => {
    const began = performance.now()
    const { status } = await fetch(`http://127.0.0.1:${port}/api/crypto/ipn`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-nowpayments-sig': '0'.repeat(128),
        'x-forwarded-for': '10.250.7.1',
      },
      body: '{"payment_id":1}',
    })
    notified.waits.push(performance.now() - began)
    if (status === 503) notified.refused += 1
    else if (status !== wrongSignature) throw new Error(`a notification was answered with ${status}`)
  }
  const sent: Promise<void>[] = []
  for (; performance.now() < end; await sleep(200)) sent.push(send())
  await Promise.all(sent)
  return notified
}

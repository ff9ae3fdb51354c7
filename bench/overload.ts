import { bench, median, option, record } from './frame/bench.ts'
import { startGenerator } from './frame/generator.ts'
import { errorsOf, refusedOf } from './frame/load.ts'
import { startPopulated } from './frame/populated.ts'

/**
 * Three times as many page views as the product can do, at moments fixed beforehand, with syncs beside them. Counts what is still answered,
 * how fast the others are refused, whether a sync is refused, and the seconds until all is as before. The views are searches, which no
 * memory holds: each one needs the router. `--seconds=N` of overload (60), `--accounts=N` (400), `--syncs=N` in a second (50). It needs the built
 * web part.
 */

const seconds = option('seconds', 60)
const accounts = option('accounts', 400)
const syncRate = option('syncs', 50)
const times = 3
const bars = {
  goodput: { least: 0.8 },
  refusal: { most: 50 },
  syncs: { most: 0 },
  unsent: { most: 0.05 },
  recovery: { most: 5 },
}

/** More than the limit of addresses lets pass as one sender. */
const addresses = 4_000
/** Each holds one request at a time. */
const connections = 600
const closedLoop = { connections, seconds: 3 }
/** A second counts as before if nothing was refused and nobody waited longer. Milliseconds. */
const calmMs = 100

await bench(async () => {
  const { port, sql, advisors } = await startPopulated(accounts)
  const rows = await sql<{ username: string }[]>`
    select username from trader join trading_account using (trader_id) order by username`
  const texts = Array.from({ length: addresses }, (_, index) => {
    const address = `10.${Math.floor(index / 250) + 1}.7.${(index % 250) + 1}`
    const { username } = rows[index % rows.length] ?? { username: '' }
    return `GET /api/fresh/leaderboard?search=${username}${index} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n\r\n`
  })
  const views = startGenerator({ texts })
  const syncs = startGenerator({ advisors, records: false })

  const rates: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const [{ answered, seconds: took }] = await Promise.all([
      views(port, closedLoop),
      syncs(port, { connections: 50, seconds: closedLoop.seconds, rate: syncRate }),
    ])
    // The first one fills the memory.
    if (round > 0) rates.push(answered / took)
  }
  const most = median(rates)
  console.log(`at most ${most.toFixed(0)} views/s`)

  const [load, synced] = await Promise.all([
    views(port, { connections, seconds, rate: times * most }),
    syncs(port, { connections: 50, seconds, rate: syncRate }),
  ])
  const failures = Object.keys(load.refused).filter((status) => status !== '429' && status !== '503')
  if (failures.length > 0) throw new Error(`views were answered with ${failures.join(', ')}`)
  console.log(
    `${times} times as many for ${seconds} s: ${(load.answered / load.seconds).toFixed(0)} views/s answered, ${refusedOf(load)} refused, ` +
      `${load.unsent} not sent; answers ${load.waits.p50.toFixed(0)} ms median, ${load.waits.p99.toFixed(0)} p99; ` +
      `${synced.answered} syncs, ${synced.waits.p99.toFixed(0)} ms p99`,
  )
  record('views answered / at most', load.answered / load.seconds / most, '', bars.goodput)
  // A view that no connection was free for was not offered: the load was smaller than it is called.
  record('views not sent / planned', load.unsent / (times * most * seconds), '', bars.unsent)
  // Where nothing was refused there is nothing to measure.
  if (refusedOf(load) > 0) record('p99 of refusals', load.refusedP99, 'ms', bars.refusal)
  else console.log('no view was refused: how fast a refusal comes is not shown here')
  record('syncs refused or not sent', errorsOf(synced), '', bars.syncs)

  let calmAfter = Number.POSITIVE_INFINITY
  for (let second = 1; second <= 10 && calmAfter === Number.POSITIVE_INFINITY; second += 1) {
    const after = await views(port, { connections: 64, seconds: 1, rate: most / 2 })
    if (refusedOf(after) === 0 && after.waits.p99 <= calmMs) calmAfter = second
  }
  record('seconds until all is as before', calmAfter, 's', bars.recovery)
})

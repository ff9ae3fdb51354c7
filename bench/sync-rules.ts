import { SyncedAccount } from '#features/ea/server/testing/synced-account.ts'
import { dealOf, syncRequestOf, type RequestOptions } from '#features/ea/server/testing/world.ts'
import { checkSync } from '#features/integrity/rules/check-sync.ts'
import { newState } from '#features/integrity/rules/state.ts'
import type { SyncFacts } from '#features/integrity/rules/sync-rule.ts'
import { defaultThresholds } from '#features/integrity/rules/thresholds.ts'
import type { Mt5Deal, OpenPosition } from '#features/ea/sync-contract.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { bench, compare, median, record } from './frame/bench.ts'

/**
 * CPU time of the integrity rules for a sync, in process, over accounts that sync every five minutes with 0, 3, 40 and 500 open positions.
 * One sync in twenty brings an exit and an entry; the other ones bring figures alone. The reference of the same run parses the bodies of
 * these syncs as JSON. Ends with 1 where the mean over the mix is above the bar.
 */

/** Microseconds for a sync, and times the reference. */
const bars = { micros: 40, ratio: 8 }
const recordsEvery = 20

/** Open positions, their share of all syncs, and how many syncs are played. */
const classes = [
  { positions: 0, share: 0.45, syncs: 2_000 },
  { positions: 3, share: 0.45, syncs: 2_000 },
  { positions: 40, share: 0.095, syncs: 600 },
  { positions: 500, share: 0.005, syncs: 120 },
] as const

type Facts = Omit<SyncFacts, 'listed'>

interface Played {
  facts: Facts[]
  bodies: string[]
}

const start = Date.UTC(2026, 10, 16, 8)
const wall = (now: number) => Math.floor(now / 1000) + 7200
const money = (amount: number) => Math.round(amount * 100) / 100

/** The syncs of an account with so many open positions, received and counted. */
function played(count: number, syncs: number): Played {
  const random = createRandom(count + 1)
  const synced = new SyncedAccount()
  const shown: Mt5Deal[] = [dealOf({ ticket: '1', time: wall(start) - 86_400, profit: 1_000_000 })]
  const positions: OpenPosition[] = []
  let balance = 1_000_000
  let ticket = 1
  let price = 1.1

  const enter = (now: number): Mt5Deal => {
    ticket += 1
    const [id, side, time] = [String(ticket), ticket % 2 === 0 ? 'buy' : 'sell', wall(now)] as const
    const open = { id, symbol: 'EURUSD', side, volume: 0.1, open_time: time, open_price: price, price }
    positions.push({ ...open, profit: 0, swap: 0 })
    return dealOf({ ticket: id, position: id, time, type: side, symbol: 'EURUSD', volume: 0.1, price })
  }
  const exit = (now: number): Mt5Deal | undefined => {
    const closed = positions.shift()
    if (closed === undefined) return
    ticket += 1
    balance = money(balance + closed.profit)
    const { id, symbol, side, volume, profit } = closed
    const type = side === 'buy' ? 'sell' : 'buy'
    const of = { position: id, type, entry: 'out', symbol, volume, profit } as const
    return dealOf({ ticket: String(ticket), time: wall(now), price: closed.price, ...of })
  }
  const move = () => {
    price = Math.round((price + 0.0004 * random.normal()) * 1e5) / 1e5
    for (const one of positions) {
      one.price = price
      one.profit = money((one.side === 'buy' ? 1 : -1) * (price - one.open_price) * one.volume * 100_000)
    }
  }
  for (let index = 0; index < count; index += 1) shown.push(enter(start - MINUTE_MS))

  const facts: Facts[] = []
  const bodies: string[] = []
  let fresh = shown
  for (let seq = 1; seq <= syncs; seq += 1) {
    const now = start + seq * 5 * MINUTE_MS
    const floating = money(positions.reduce((sum, { profit }) => sum + profit, 0))
    const options: RequestOptions = {
      now,
      seq,
      items: fresh,
      shown,
      login: '1',
      balance,
      equity: money(balance + floating),
      positions: positions.map((one) => ({ ...one })),
    }
    const { account } = synced
    const outcome = synced.send(options)
    const received = synced.received.at(-1)
    if (received === undefined) throw new Error('nothing was received')
    const request = syncRequestOf(options)
    const more = { network: '00', plan_lapse: null, holding_p95: null }
    facts.push({ request, received, outcome, account, ...more })
    bodies.push(JSON.stringify(request))
    move()
    fresh =
      seq % recordsEvery === 0 ? [exit(now + MINUTE_MS), enter(now + MINUTE_MS)].filter((one) => one !== undefined) : []
    if (count === 0 && seq % recordsEvery === 1) fresh = [exit(now + MINUTE_MS)].filter((one) => one !== undefined)
    shown.push(...fresh)
  }
  return { facts, bodies }
}

/** Microseconds of CPU for each of `count` steps. */
function microsEach(count: number, steps: () => void): number {
  const before = process.cpuUsage()
  steps()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

function checked({ facts }: Played): number {
  return microsEach(facts.length, () => {
    let state = newState
    for (const one of facts) state = checkSync(state, one, defaultThresholds).state
  })
}

const parsed = ({ bodies }: Played): number =>
  microsEach(bodies.length, () => {
    for (const body of bodies) JSON.parse(body)
  })

/** The mean over the mix. */
const overMix = (each: readonly number[]): number =>
  classes.reduce((sum, { share }, index) => sum + share * (each[index] ?? Number.NaN), 0)

await bench(async () => {
  const plays = classes.map(({ positions, syncs }) => played(positions, syncs))
  for (const play of plays) for (let warm = 0; warm < 3; warm += 1) checked(play)
  const rounds: number[][] = []
  const rules = () => {
    const each = plays.map(checked)
    rounds.push(each)
    return Promise.resolve(overMix(each))
  }
  await compare(
    'rules on each sync / JSON.parse of its body',
    { reference: () => Promise.resolve(overMix(plays.map(parsed))), ours: rules },
    { unit: 'µs', bar: { most: bars.ratio } },
  )
  for (const [index, { positions, share }] of classes.entries()) {
    const micros = median(rounds.map((each) => each[index] ?? Number.NaN))
    console.log(`${positions} positions, ${100 * share} % of syncs: ${micros.toFixed(1)} µs`)
  }
  record('rules on each sync', median(rounds.map(overMix)), 'µs', { most: bars.micros })
})

import { DAY_MS } from '#shared/dates.ts'
import type { Finding } from '../../finding.ts'
import type { Thresholds } from '../thresholds.ts'
import type { Entry, Position } from './trades.ts'

/** Martingale (R33) and averaging (R34). `docs/integrity.md`, account's behaviour. */

/** Tickets named in the evidence. */
const namedTickets = 20
/** Volumes are decimals: 0.1 * 1.5 is no exact number. */
const volumeSlack = 1 - 1e-9

interface Step extends Entry {
  /** Of its symbol and side: entries whose lives overlap. */
  basket: number
}

/** Entries by time, those of one symbol, side and second as one: orders are filled in parts. */
function stepsOf(positions: readonly Position[]): Step[] {
  const merged = new Map<string, Entry>()
  for (const entry of positions.flatMap(({ entries }) => entries)) {
    const key = `${entry.symbol} ${entry.side} ${Math.floor(entry.at / 1000)}`
    const one = merged.get(key)
    if (one === undefined) merged.set(key, { ...entry })
    else {
      const volume = one.volume + entry.volume
      merged.set(key, {
        ...one,
        volume,
        at: Math.min(one.at, entry.at),
        price: volume > 0 ? (one.price * one.volume + entry.price * entry.volume) / volume : one.price,
        close: Math.max(one.close, entry.close),
        net: one.net + entry.net,
        tickets: [...one.tickets, ...entry.tickets],
      })
    }
  }
  const ends = new Map<string, { basket: number; until: number }>()
  let baskets = 0
  return [...merged.values()].toSorted(byTime).map((entry) => {
    const key = `${entry.symbol} ${entry.side}`
    const last = ends.get(key)
    const same = last !== undefined && entry.at < last.until
    const basket = same ? last.basket : baskets++
    ends.set(key, { basket, until: Math.max(entry.close, same ? last.until : -Infinity) })
    return { ...entry, basket }
  })
}

function byTime(a: Entry, b: Entry): number {
  return a.at - b.at || (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : a.side < b.side ? -1 : 1)
}

function isWorse(next: Entry, before: Entry): boolean {
  return next.side === 'buy' ? next.price < before.price : next.price > before.price
}

/**
 * R33: size raised by at least `martingale_factor`, `martingale_steps` times in a row, after a loss or against an open loser of the
 * same side. Found where such runs end in at least `martingale_baskets` baskets, or run through `martingale_share` of all baskets of
 * `martingale_days`: after losses a run takes a basket for each step, against a loser it lies in one, which may hold several.
 * @param now milliseconds UTC
 */
export function judgeMartingale(positions: readonly Position[], now: number, limits: Thresholds): Finding[] {
  const steps = stepsOf(positions.filter(({ open }) => open > now - limits.martingale_days * DAY_MS))
  if (steps.length < limits.review_trades) return []
  const runs = runsOf(steps, limits)
  const inRuns = new Set(runs.flat().map(({ basket }) => basket))
  const baskets = new Set(steps.map(({ basket }) => basket)).size
  const share = inRuns.size / baskets
  const ends = new Set(runs.map((run) => run.at(-1)?.basket)).size
  if (runs.length === 0 || (ends < limits.martingale_baskets && share < limits.martingale_share)) return []
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best))
  const { martingale_factor, martingale_steps, martingale_baskets, martingale_share } = limits
  return [
    {
      code: 'martingale',
      occurrences: ends,
      evidence: {
        inputs: { window_days: limits.martingale_days, entries: steps.length, baskets },
        threshold: { martingale_factor, martingale_steps, martingale_baskets, martingale_share },
        found: {
          baskets: ends,
          runs: runs.length,
          baskets_share: share,
          longest_run: longest.map(({ at, symbol, side, volume, price }) => ({
            at: new Date(at).toISOString(),
            symbol,
            side,
            volume,
            price,
          })),
          tickets: ticketsOf(runs.flat()),
        },
      },
    },
  ]
}

/** Runs of raised sizes with at least the wanted number of steps, each from its first entry to its last. */
function runsOf(steps: readonly Step[], { martingale_factor, martingale_steps }: Thresholds): Step[][] {
  const chains = new Map<Step, Step[]>()
  const open = new Map<string, Step[]>()
  const lost = new LastClosed(steps)
  const runs = new Map<Step, Step[]>()
  for (const step of steps) {
    const key = `${step.symbol} ${step.side}`
    const still = (open.get(key) ?? []).filter(({ close }) => close > step.at)
    const loser = still.at(-1)
    open.set(key, [...still, step])
    const closed = lost.before(step)
    const causes: Step[] = []
    if (loser !== undefined && isWorse(step, loser)) causes.push(loser)
    if (closed !== undefined && closed.net < 0) causes.push(closed)
    let chain: Step[] = [step]
    for (const cause of causes) {
      if (step.volume < cause.volume * martingale_factor * volumeSlack) continue
      const longer = [...(chains.get(cause) ?? [cause]), step]
      if (longer.length > chain.length) chain = longer
    }
    chains.set(step, chain)
    const [first] = chain
    // A run that goes on is the same run.
    if (first !== undefined && chain.length > martingale_steps && chain.length > (runs.get(first)?.length ?? 0))
      runs.set(first, chain)
  }
  return [...runs.values()]
}

/** The position of a symbol that was closed last before an entry; asked in time order. */
class LastClosed {
  private readonly queues = new Map<string, { byClose: Step[]; next: number }>()
  constructor(steps: readonly Step[]) {
    for (const [symbol, those] of Map.groupBy(steps, (step) => step.symbol))
      this.queues.set(symbol, { byClose: those.toSorted((a, b) => a.close - b.close || a.at - b.at), next: 0 })
  }
  before({ symbol, at }: Step): Step | undefined {
    const queue = this.queues.get(symbol)
    if (queue === undefined) return undefined
    while ((queue.byClose[queue.next]?.close ?? Infinity) <= at) queue.next += 1
    return queue.byClose[queue.next - 1]
  }
}

/**
 * R34: at least `averaging_steps` entries of one side of a symbol, all open, each at a worse price than the one before, in at least
 * `averaging_share` of the baskets.
 */
export function judgeAveraging(positions: readonly Position[], limits: Thresholds): Finding[] {
  const steps = stepsOf(positions)
  if (positions.length < limits.review_trades || steps.length === 0) return []
  const baskets = Map.groupBy(steps, ({ basket }) => basket)
  const { averaging_steps, averaging_share } = limits
  const averaged = [...baskets.values()].map(longestDescent).filter((run) => run.length >= averaging_steps)
  const share = averaged.length / baskets.size
  if (averaged.length === 0 || share < averaging_share) return []
  const longest = averaged.reduce((best, run) => (run.length > best.length ? run : best))
  return [
    {
      code: 'averaging',
      occurrences: averaged.length,
      evidence: {
        inputs: { entries: steps.length, baskets: baskets.size },
        threshold: { averaging_steps, averaging_share },
        found: {
          baskets: averaged.length,
          baskets_share: share,
          most_entries: longest.length,
          tickets: ticketsOf(longest),
        },
      },
    },
  ]
}

function longestDescent(basket: readonly Step[]): Step[] {
  let best: Step[] = []
  let run: Step[] = []
  for (const step of basket) {
    const before = run.at(-1)
    run = before !== undefined && before.close > step.at && isWorse(step, before) ? [...run, step] : [step]
    if (run.length > best.length) best = run
  }
  return best
}

function ticketsOf(steps: readonly Step[]): string[] {
  return [...new Set(steps.flatMap(({ tickets }) => tickets))].slice(0, namedTickets)
}

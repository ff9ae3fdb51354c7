import { DAY_MS } from '#shared/dates.ts'
import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { count, factor, share, type Values } from '../rule.ts'
import { isWorse, stepsOf, ticketsOf, type Step } from './entry-steps.ts'

/** Volumes are decimals: 0.1 * 1.5 is no exact number. */
const volumeSlack = 1 - 1e-9

const thresholds = {
  martingale_factor: factor(1.5),
  martingale_steps: count(3),
  martingale_baskets: count(3),
  martingale_days: count(30),
  martingale_share: share(0.2),
  ...reviewTrades,
}

/**
 * Sizes that are raised several times in a row, after a loss or against an open loser of the same side. After losses a run takes a
 * basket for each step; against a loser it lies in one, which may hold several.
 */
export const martingale = reviewRule({
  thresholds,
  findings: {
    martingale: {
      rule: 'R33',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The size grows to `martingale_factor` times or more, `martingale_steps` times in a row, after a loss or against an open loser; such runs end in `martingale_baskets` baskets of `martingale_days` days, or run through `martingale_share` of them.',
      name: 'Martingala',
      public: 'Dopo una perdita la dimensione delle operazioni aumenta più volte di seguito (martingala).',
      owner: {
        observed: 'Dopo una perdita la dimensione delle tue operazioni aumenta più volte di seguito.',
        answer: wait,
      },
      admin: 'Dimensione moltiplicata dopo le perdite, in serie ripetute.',
    },
  },
  terms: {
    longest_run: 'Serie più lunga',
    martingale_baskets: 'Serie, soglia',
    martingale_factor: 'Moltiplicatore',
    martingale_share: 'Quota delle serie',
    martingale_steps: 'Passi di seguito',
    runs: 'Serie trovate',
  },
  detect({ positions, now }, limits) {
    const steps = stepsOf(positions.filter(({ open }) => open > now - limits.martingale_days * DAY_MS))
    if (steps.length < limits.review_trades) return []
    const runs = runsOf(steps, limits)
    const inRuns = new Set(runs.flat().map(({ basket }) => basket))
    const baskets = new Set(steps.map(({ basket }) => basket)).size
    const ofBaskets = inRuns.size / baskets
    const ends = new Set(runs.map((run) => run.at(-1)?.basket)).size
    if (runs.length === 0 || (ends < limits.martingale_baskets && ofBaskets < limits.martingale_share)) return []
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
            baskets_share: ofBaskets,
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
  },
})

/** Runs of raised sizes with at least `martingale_steps` raises, each from its first entry to its last. */
function runsOf(steps: readonly Step[], { martingale_factor, martingale_steps }: Values<typeof thresholds>): Step[][] {
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

/** The position of a symbol that was closed last before an entry. Entries come in time order. */
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

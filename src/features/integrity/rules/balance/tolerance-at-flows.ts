import { operationKind, type Snapshot } from '#features/performance/rules/history.ts'
import type { OpenPosition, SyncRequest } from '#features/ea/sync-contract.ts'
import { utcDay } from '#shared/dates.ts'
import { attachStatement, whichTerminal } from '../owner-answers.ts'
import { cents, count, found, share } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'

interface Memory {
  /** By how much the last snapshot's floating result was above that of its listed positions; null where they agreed. */
  reading: { above: number } | null
  /** Growth that the tolerance gave at flows, by UTC day (since 1970). */
  given: readonly [day: number, share: number][]
}

/**
 * The tolerance between the floating result and the listed positions (`docs/ranking.md` 3.3) is used again at each flow: a hundredth more
 * on a small base is growth, and on the large base after a deposit its end costs almost nothing. The less flattering of two values counts at a
 * flow (`docs/ranking.md` 5.3), by the snapshots on both sides. So a difference counts as far as it changes that value: one after a deposit alone
 * hides a fall between both snapshots. Honest differences are those of two readings a moment apart, below a thousandth and of both signs, so that
 * their sum stays near 0.
 */
export const toleranceAtFlows = syncRule({
  thresholds: { tolerance_share: share(0.01), tolerance_grave_share: share(0.05), tolerance_days: count(30) },
  findings: {
    tolerance_used: {
      rule: 'R61',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'Differences between the floating result and the listed positions around deposits and withdrawals gave more than `tolerance_share` of growth in `tolerance_days` days.',
      name: 'Scarti ai versamenti',
      public: 'Intorno a versamenti e prelievi il risultato aperto era diverso da quello delle posizioni.',
      owner: {
        observed: 'Intorno a versamenti e prelievi il risultato aperto era diverso da quello delle posizioni.',
        answer: whichTerminal,
      },
      admin: 'La tolleranza tra flottante e posizioni elencate, sommata ai flussi, dà crescita oltre la soglia.',
    },
    tolerance_pumped: {
      rule: 'R61',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Growth as in `tolerance_used` exceeds `tolerance_grave_share`.',
      name: 'Crescita da scarti',
      public:
        'Una parte della crescita viene da scarti tra risultato aperto e posizioni, intorno a versamenti e prelievi.',
      owner: {
        observed: 'Una parte della crescita viene da scarti tra risultato aperto e posizioni: il conto è in verifica.',
        answer: `Rispondi dicendo da dove vengono quelle differenze. ${attachStatement}`,
      },
      admin: 'La tolleranza tra flottante e posizioni è usata a ogni flusso: crescita che nessuna operazione ha fatto.',
    },
  },
  terms: {
    above_amount: 'Flottante oltre le posizioni',
    flow_amount: 'Versato o prelevato',
    tolerance_share: 'Crescita da scarti',
  },
  section: 'balance',
  memory: { reading: null, given: [] } as Memory,
  detect(memory, facts, { tolerance_share, tolerance_grave_share, tolerance_days }) {
    const { request, received, outcome, account } = facts
    if (outcome.snapshot === null) return { memory, findings: [], checked: [] }
    const today = utcDay(received.receipt)
    const above = aboveListed(request)
    const reading = above === 0 ? null : { above }
    const recent = memory.given.filter(([day]) => day > today - tolerance_days)
    const given = recent.length === memory.given.length ? memory.given : recent
    const before = account.engine?.snapshot
    const { flow, shared } = before === undefined ? noFlow : atFlow(facts, before, memory.reading?.above ?? 0, above)
    if (before === undefined || shared === 0 || before.equity <= 0 || before.equity + flow <= 0) {
      return { memory: { reading, given }, findings: [], checked: [] }
    }
    const gained = shared / before.equity - shared / (before.equity + flow)
    const next: Memory['given'] = [...given, [today, gained]]
    const sum = next.reduce((total, [, one]) => total + one, 0)
    if (gained <= 0 || sum <= tolerance_share) return { memory: { reading, given: next }, findings: [], checked: [] }
    const isGrave = sum > tolerance_grave_share
    const evidence = {
      above_amount: cents(shared),
      equity: cents(before.equity),
      flow_amount: cents(flow),
      tolerance_share: sum,
      threshold_share: isGrave ? tolerance_grave_share : tolerance_share,
      within_days: tolerance_days,
    }
    return {
      memory: { reading, given: isGrave ? [] : next },
      findings: [found(isGrave ? 'tolerance_pumped' : 'tolerance_used', evidence)],
      checked: [],
    }
  },
})

const noFlow = { flow: 0, shared: 0 }

/**
 * The net flow since the snapshot before, and by how much differences from the lists change the own equity that counts just before it.
 * `was` and `is`: how far the floating result is above its list, before and now.
 */
function atFlow({ request, outcome }: SyncFacts, before: Snapshot, was: number, is: number): typeof noFlow {
  const { snapshot, trades, operations } = outcome
  const flows = operations.filter(
    ({ origin, type, amount }) => origin === 'witnessed' && operationKind(type, amount) === 'flow',
  )
  const flow = flows.reduce((sum, { amount }) => sum + amount, 0)
  const [first] = flows
  if (first === undefined || flow === 0 || snapshot === null || (was === 0 && is === 0)) return noFlow
  const crosses = trades.some(({ open, close }) => open < first.t && first.t < close)
  const isStill = request.snapshot.open_count > 0 && (snapshot.open_since ?? -Infinity) < first.t
  // With nothing open the value is the balance.
  if (!crosses && !isStill) return noFlow
  const closed = trades
    .filter(
      ({ origin, open, close }) => origin === 'witnessed' && (open <= before.t || (open < first.t && first.t < close)),
    )
    .reduce((sum, { booked }) => sum + booked, 0)
  const listedBefore = before.equity - before.balance - was
  /** By how much the positions of the flow changed their results since then, by the lists. */
  const moved = request.snapshot.floating - is - listedBefore + closed
  const less = flow > 0 ? Math.min : Math.max
  return { flow, shared: less(was, moved + is) - less(0, moved) }
}

/**
 * Account currency, against the reading of the list that fits best. MT4 takes the commission of open orders off, which older advisors do
 * not list: a difference of some thousandths, which flows of both signs give and take.
 */
function aboveListed({ snapshot }: SyncRequest): number {
  const { floating, open_count, positions = [] } = snapshot
  if (open_count === 0 || positions.length !== open_count) return 0
  const sum = (amountOf: (one: OpenPosition) => number) => positions.reduce((total, one) => total + amountOf(one), 0)
  const above = floating - sum(({ profit }) => profit)
  const swap = sum((one) => one.swap)
  const commission = sum((one) => one.commission ?? 0)
  const [nearest = 0] = [0, swap, commission, swap + commission]
    .map((charge) => above - charge)
    .toSorted((a, b) => Math.abs(a) - Math.abs(b))
  // Sums of cents differ by less.
  return Math.round(nearest * 1e5) / 1e5 + 0
}

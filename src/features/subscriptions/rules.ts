import { DAY_MS } from '#shared/dates.ts'
import { periodEnd, planOf, type PlanCode, type PlanType, type Tier } from './catalogue.ts'

/** One tier as a trader holds it. */
export interface Holding {
  /** End of the paid time, milliseconds UTC. */
  until: number
  status: 'active' | 'cancelled'
  plan_type: PlanType
}

/** Null: never held. */
export type Holdings = Record<Tier, Holding | null>

export const nothingHeld: Holdings = { basic: null, diamond: null }

export type EntryKind = 'purchase' | 'extend' | 'assign' | 'shift' | 'cancel'

/** One line of the ledger. The holdings follow from the lines alone (`replay`). */
export interface Entry {
  kind: EntryKind
  tier: Tier
  /** Length given (negative where taken), with milliseconds as the fraction. */
  seconds: number
  until_before: number | null
  until_after: number
  /** Catalogue code of a purchase. */
  plan: PlanCode | null
  created_at: number
}

export type EntitlementEvent =
  | { type: 'purchase'; plan: PlanCode }
  | { type: 'extend'; tier: Tier; months: number }
  | { type: 'assign'; tier: Tier; days: number }
  | { type: 'cancel'; tier: Tier }
  | { type: 'cancel_all' }

export interface Outcome {
  /** In ledger order. The first one is the event's own. Empty when a cancellation finds no running plan. */
  entries: Entry[]
  holdings: Holdings
}

/** Bounds of an admin's grant. */
export const maximumAssignedDays = 3650
export const maximumExtendedMonths = 24
/** A subscription with this many days left, or fewer, is about to end. */
export const endingDays = 7
/** No plan runs beyond this instant (2101-01-01 UTC): a longer grant is a typing error. */
export const latestEnd = Date.UTC(2101, 0, 1)

/**
 * The plan to renew: the one that ends, or ended, last. Diamond is in both ends, Basic in the second alone.
 * @param ends as the status of a trader has them, ISO-8601; null for a plan that never was
 */
export function lastTier(ends: { diamond: string | null; leaderboard: string | null }): Tier | null {
  const { diamond, leaderboard } = ends
  if (diamond === null) return leaderboard === null ? null : 'basic'
  return leaderboard !== null && Date.parse(leaderboard) > Date.parse(diamond) ? 'basic' : 'diamond'
}

export function endOf(holdings: Holdings, tier: Tier): number {
  return holdings[tier]?.until ?? Number.NEGATIVE_INFINITY
}

/** Basic waits for Diamond to end (Diamond includes it); Diamond starts at once. */
function startOf(tier: Tier, holdings: Holdings, now: number): number {
  return tier === 'basic'
    ? Math.max(now, endOf(holdings, 'basic'), endOf(holdings, 'diamond'))
    : Math.max(now, endOf(holdings, 'diamond'))
}

/**
 * Applies an event to a trader's plans. Paid time is never lost and never runs twice. A purchase queues behind the present plans.
 * A Diamond period moves the remaining Basic time behind itself.
 * @param state holdings and the moment, milliseconds UTC
 * @throws RangeError when a tier that was never held is extended
 */
export function apply(event: EntitlementEvent, state: Holdings & { now: number }): Outcome {
  const { now } = state
  const holdings: Holdings = { basic: state.basic, diamond: state.diamond }
  switch (event.type) {
    case 'purchase': {
      const plan = planOf(event.plan)
      if (plan === null) throw new RangeError(`unknown plan ${event.plan}`)
      return grant('purchase', plan.tier, plan.code, (start) => periodEnd(start, plan.months), holdings, now)
    }
    case 'extend':
      if (holdings[event.tier] === null) throw new RangeError(`no ${event.tier} plan to extend`)
      return grant('extend', event.tier, null, (start) => periodEnd(start, event.months), holdings, now)
    case 'assign':
      return grant('assign', event.tier, null, (start) => start + event.days * DAY_MS, holdings, now)
    case 'cancel':
      return cancel(event.tier === 'diamond' ? ['diamond'] : ['basic'], holdings, now)
    case 'cancel_all':
      return cancel(['diamond', 'basic'], holdings, now)
  }
}

function grant(
  kind: 'purchase' | 'extend' | 'assign',
  tier: Tier,
  plan: PlanCode | null,
  end: (start: number) => number,
  holdings: Holdings,
  now: number,
): Outcome {
  const start = startOf(tier, holdings, now)
  const until = end(start)
  const entries: Entry[] = [
    {
      kind,
      tier,
      seconds: (until - start) / 1000,
      until_before: holdings[tier]?.until ?? null,
      until_after: until,
      plan,
      created_at: now,
    },
  ]
  if (tier === 'diamond' && endOf(holdings, 'basic') > now) entries.push(shift('basic', holdings, until - start, now))
  return { entries, holdings: entries.reduce(step, holdings) }
}

function cancel(which: readonly Tier[], holdings: Holdings, now: number): Outcome {
  const entries = which
    .filter((tier) => endOf(holdings, tier) > now)
    .map((tier): Entry => {
      const until = endOf(holdings, tier)
      return {
        kind: 'cancel',
        tier,
        seconds: (now - until) / 1000,
        until_before: until,
        until_after: now,
        plan: null,
        created_at: now,
      }
    })
  const unused = endOf(holdings, 'diamond') - now
  // Basic time that was queued behind the Diamond period starts now.
  if (which.length === 1 && which[0] === 'diamond' && unused > 0 && endOf(holdings, 'basic') > now) {
    entries.push(shift('basic', holdings, -unused, now))
  }
  return { entries, holdings: entries.reduce(step, holdings) }
}

function shift(tier: Tier, holdings: Holdings, milliseconds: number, now: number): Entry {
  const until = endOf(holdings, tier)
  return {
    kind: 'shift',
    tier,
    seconds: milliseconds / 1000,
    until_before: until,
    until_after: until + milliseconds,
    plan: null,
    created_at: now,
  }
}

/** Moves the end of a tier that is held. @returns the ledger line and the holdings after it */
export function moved(
  tier: Tier,
  { holdings, milliseconds, now }: { holdings: Holdings; milliseconds: number; now: number },
): { entry: Entry; holdings: Holdings } {
  const entry = shift(tier, holdings, milliseconds, now)
  return { entry, holdings: step(holdings, entry) }
}

/** The holdings after one more ledger line, from its kind, length and moment alone; `until_after` is not used. */
function step(holdings: Holdings, entry: Entry): Holdings {
  const held = holdings[entry.tier]
  const length = Math.round(entry.seconds * 1000)
  switch (entry.kind) {
    case 'cancel':
      return {
        ...holdings,
        [entry.tier]: { until: entry.created_at, status: 'cancelled', plan_type: held?.plan_type ?? 'manual' },
      }
    case 'shift':
      return held === null ? holdings : { ...holdings, [entry.tier]: { ...held, until: held.until + length } }
    case 'purchase':
    case 'assign':
    case 'extend': {
      const bought = entry.plan === null ? null : planOf(entry.plan)
      const planType = entry.kind === 'extend' ? (held?.plan_type ?? 'manual') : (bought?.plan_type ?? 'manual')
      const until = startOf(entry.tier, holdings, entry.created_at) + length
      return { ...holdings, [entry.tier]: { until, status: 'active', plan_type: planType } }
    }
  }
}

/** Replays a trader's ledger from nothing. @returns the holdings, and whether every line's own `until` values agree with it */
export function replay(entries: readonly Entry[]): { holdings: Holdings; consistent: boolean } {
  let holdings = nothingHeld
  let consistent = true
  for (const entry of entries) {
    const before = holdings[entry.tier]?.until ?? null
    holdings = step(holdings, entry)
    if (before !== entry.until_before || holdings[entry.tier]?.until !== entry.until_after) consistent = false
  }
  return { holdings, consistent }
}

/** Remaining whole days, the running one included; 0 or below when past. */
export function daysRemaining(until: number, now: number): number {
  return Math.ceil((until - now) / DAY_MS)
}

export type ShownStatus = 'active' | 'expired' | 'cancelled'

export function shownStatus(holding: Pick<Holding, 'until' | 'status'>, now: number): ShownStatus {
  if (holding.status === 'cancelled') return 'cancelled'
  return holding.until > now ? 'active' : 'expired'
}

/** The meaning of the two ends: Diamond includes Basic, so the place in the ranking lasts until the later one. No grace. */
export function planStatus(diamondExpires: number | null, leaderboardExpires: number | null, now: number) {
  return {
    is_diamond: diamondExpires !== null && diamondExpires > now,
    has_active_plan: leaderboardExpires !== null && leaderboardExpires > now,
  }
}

/** True when a ledger line is this event's. It distinguishes a repeated request from a key that was used for another one. */
export function isLineOf(event: EntitlementEvent, line: Entry): boolean {
  switch (event.type) {
    case 'purchase':
      return line.kind === 'purchase' && line.plan === event.plan
    case 'assign':
      return line.kind === 'assign' && line.tier === event.tier && line.seconds === (event.days * DAY_MS) / 1000
    case 'extend': {
      const start = line.until_after - Math.round(line.seconds * 1000)
      return line.kind === 'extend' && line.tier === event.tier && periodEnd(start, event.months) === line.until_after
    }
    case 'cancel':
      return line.kind === 'cancel' && line.tier === event.tier
    case 'cancel_all':
      return line.kind === 'cancel'
  }
}

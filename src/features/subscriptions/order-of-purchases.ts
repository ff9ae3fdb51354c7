import type { PlanCode, Tier } from './catalogue.ts'
import { apply, endOf, moved, replay, type Entry, type Holdings, type Outcome } from './rules.ts'

/** A ledger line with its source (`order:<id>`), and when the order of a purchase was made; null for other lines. Milliseconds. */
export interface SourcedEntry extends Entry {
  source: string
  made: number | null
}

interface Purchase {
  plan: PlanCode
  source: string
  /** When its order was made, milliseconds. */
  made: number
}

/**
 * Applies a purchase so that purchases count in the order in which their orders were made, whatever order their messages come in. The
 * length of a month depends on its first day: where a later order was served first, lines of kind `shift` bring both ends to the days
 * that the purchases of the running plans give together in their own order. Purchases that are served at one moment give the same ends
 * in any order. At several moments a tier starts when its first purchase is served, so no time is lost.
 * @param ledger the trader's lines, oldest first
 * @param state holdings and the moment, milliseconds UTC
 */
export function applyPurchase(
  own: Purchase,
  ledger: readonly SourcedEntry[],
  state: Holdings & { now: number },
): Outcome {
  const plain = apply({ type: 'purchase', plan: own.plan }, state)
  const run = presentRun(ledger, state.now)
  const served = [...Map.groupBy(run, ({ source }) => source)].map(([source, lines]) => purchaseOf(source, lines))
  if (!served.some((other) => isBefore(own, other))) return plain

  const moments = [...served.map(({ at }) => at), state.now]
  let { holdings } = replay(ledger.slice(0, ledger.length - run.length))
  const due: Given = { basic: 0, diamond: 0 }
  for (const [index, { plan }] of [...served, own].toSorted((a, b) => (isBefore(a, b) ? -1 : 1)).entries()) {
    const outcome = apply({ type: 'purchase', plan }, { ...holdings, now: moments[index] ?? state.now })
    add(due, givenBy(outcome.entries), 1)
    ;({ holdings } = outcome)
  }
  for (const { lines } of served) add(due, givenBy(lines), -1)
  add(due, givenBy(plain.entries), -1)
  // Basic time never changes a Diamond period.
  if (plain.entries[0]?.tier === 'basic') due.diamond = 0
  return corrected(plain, due, state.now)
}

/** Seconds of each tier, with milliseconds as the fraction. */
type Given = Record<Tier, number>

function add(sum: Given, given: Given, sign: 1 | -1): void {
  // Whole milliseconds: sums of fractions would drift.
  for (const tier of ['basic', 'diamond'] as const)
    sum[tier] = Math.round((sum[tier] + sign * given[tier]) * 1000) / 1000
}

/** The time that the lines of one purchase give. Basic time that only moves behind a Diamond period is none. */
function givenBy(lines: readonly Entry[]): Given {
  const secondsOf = (tier: Tier) =>
    lines.filter((line) => line.tier === tier).reduce((sum, { seconds }) => sum + seconds, 0)
  const diamond = secondsOf('diamond')
  const basic = secondsOf('basic')
  const isMoved = lines[0]?.tier === 'diamond' && lines.some(({ tier }) => tier === 'basic')
  return { basic: isMoved ? basic - diamond : basic, diamond }
}

function corrected({ entries, holdings }: Outcome, missing: Given, now: number): Outcome {
  const lines: Entry[] = []
  const moveBy = (tier: Tier, seconds: number) => {
    if (seconds === 0 || endOf(holdings, tier) <= now) return
    const line = moved(tier, { holdings, milliseconds: Math.round(seconds * 1000), now })
    lines.push(line.entry)
    ;({ holdings } = line)
  }
  moveBy('diamond', missing.diamond)
  // Basic waits behind Diamond and moves with it.
  moveBy('basic', missing.basic + missing.diamond)
  return { entries: [...entries, ...lines], holdings }
}

/** The purchases of the plans that run now: no line before an admin's act, and none before plans that have ended. */
function presentRun(ledger: readonly SourcedEntry[], now: number): readonly SourcedEntry[] {
  let start = 0
  const ends: Record<Tier, number> = { basic: Number.NEGATIVE_INFINITY, diamond: Number.NEGATIVE_INFINITY }
  for (const [index, line] of ledger.entries()) {
    const isFirstOfSource = ledger[index - 1]?.source !== line.source
    if (line.made === null) start = index + 1
    else if (isFirstOfSource && Math.max(ends.basic, ends.diamond) <= line.created_at) start = index
    ends[line.tier] = line.until_after
  }
  return Math.max(ends.basic, ends.diamond) <= now ? [] : ledger.slice(start)
}

function purchaseOf(source: string, lines: readonly SourcedEntry[]) {
  const [first] = lines
  if (first === undefined || first.plan === null || first.made === null)
    throw new RangeError(`${source} is no purchase`)
  return { source, lines, plan: first.plan, made: first.made, at: first.created_at }
}

const isBefore = (one: Purchase, other: Purchase) =>
  one.made < other.made || (one.made === other.made && one.source < other.source)

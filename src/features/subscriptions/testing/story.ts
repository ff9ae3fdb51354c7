import { apply, nothingHeld, type EntitlementEvent, type Entry, type Holdings } from '../rules.ts'

/** The beginning of every story. */
export const storyStart = Date.parse('2026-11-20T10:00:00Z')

/** Applies events one after another, `gap` milliseconds apart, and returns every state. */
export function live(events: readonly { event: EntitlementEvent; gap: number }[]) {
  let now = storyStart
  let holdings: Holdings = nothingHeld
  const ledger: Entry[] = []
  const steps: { event: EntitlementEvent; now: number; before: Holdings; after: Holdings; entries: Entry[] }[] = []
  for (const { event, gap } of events) {
    now += gap
    if (event.type === 'extend' && holdings[event.tier] === null) continue
    const before = holdings
    const outcome = apply(event, { ...before, now })
    holdings = outcome.holdings
    ledger.push(...outcome.entries)
    steps.push({ event, now, before, after: holdings, entries: outcome.entries })
  }
  return { holdings, ledger, steps }
}

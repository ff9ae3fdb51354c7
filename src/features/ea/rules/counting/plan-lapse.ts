/** A line of a trader's entitlement ledger. Times in milliseconds UTC. */
export interface PlanLine {
  tier: string
  until_after: number
  created_at: number
}

/** The longest expected time between two snapshots, in milliseconds: a plan that is renewed within it leaves no gap. */
export const gapMs = 900_000

/**
 * The time without a plan between two syncs, from the first such moment to the last; null where there was a plan all the time, or where
 * the entitlement ledger has no lines. A later plan does not fill the gap: only the lines count. R44 of `docs/integrity.md`.
 * @param lines of one trader, oldest first
 */
export function planLapse(
  lines: readonly PlanLine[],
  from: number,
  until: number,
): { from: number; until: number } | null {
  if (lines.length === 0) return null
  const ends = new Map<string, number>()
  let begun: number | null = null
  let ended = from
  let at = from
  const pass = (to: number) => {
    const covered = Math.max(at, ...ends.values())
    if (covered < to) {
      begun ??= covered
      ended = to
    }
    at = Math.max(at, to)
  }
  for (const { tier, until_after, created_at } of lines) {
    if (created_at >= until) break
    pass(Math.max(from, created_at))
    ends.set(tier, until_after)
  }
  pass(until)
  return begun === null ? null : { from: begun, until: ended }
}

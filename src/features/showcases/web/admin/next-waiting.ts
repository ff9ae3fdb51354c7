import type { ModeratedShowcase } from '#features/showcases/admin-contract.ts'

/**
 * The showcase to review after one: the next below it that still waits, else the first that does; null where none on the page
 * waits.
 * @param before the rows at the time of the decision
 * @param now the rows since then
 */
export function nextWaiting(
  from: string,
  before: readonly ModeratedShowcase[],
  now: readonly ModeratedShowcase[],
): string | null {
  const waiting = now.filter((row) => row.waiting_since !== null && row.showcase_id !== from)
  const below = new Set(before.slice(before.findIndex((row) => row.showcase_id === from) + 1).map(idOf))
  const next = waiting.find((row) => below.has(row.showcase_id)) ?? waiting[0]
  return next?.showcase_id ?? null
}

const idOf = (row: ModeratedShowcase) => row.showcase_id

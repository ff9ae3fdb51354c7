import * as format from '#shared/format/format.ts'

/** Places of a trader at the end of yesterday and of the day a week ago (UTC); null where there was none or nothing is recorded. */
export interface EarlierRanks {
  yesterday: number | null
  week_ago: number | null
}

/**
 * How a place changed: `▲ +2 da ieri · ▼ −5 in 7 giorni`. Sign and arrow say the same, so that a screen reader says it too. Empty where nothing
 * changed, and without an earlier place.
 */
export function climbText(rank: number | null, earlier: EarlierRanks | undefined): string {
  if (rank === null || earlier === undefined) return ''
  return [climb(rank, earlier.yesterday, 'da ieri'), climb(rank, earlier.week_ago, 'in 7 giorni')]
    .filter((text) => text !== '')
    .join(' · ')
}

function climb(rank: number, before: number | null, since: string): string {
  if (before === null || before === rank) return ''
  const places = format.count(Math.abs(before - rank))
  return before > rank ? `▲ +${places} ${since}` : `▼ −${places} ${since}`
}

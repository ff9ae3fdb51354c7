import { DAY_MS, utcDay } from '#shared/dates.ts'

/** `toptrader-20261122T012000Z-1a2b3c4d.backup`: when it was made, and eight random letters. */
const namePattern = /^toptrader-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{8}\.backup$/

/**
 * @param at milliseconds
 * @param random eight hexadecimal digits
 */
export function backupName(at: number, random: string): string {
  const second = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `toptrader-${second}Z-${random}.backup`
}

/** When the backup of this name was made, in milliseconds; null where this is no name of ours. */
export function madeAt(name: string): number | null {
  const [, year, month, day, hour, minute, second] = namePattern.exec(name) ?? []
  if (year === undefined) return null
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`)
  return Number.isNaN(at) ? null : at
}

/** One a night, at this minute of the UTC day: while few sync, before the nightly checks. Milliseconds. */
const nightMs = 80 * 60_000
/** Whatever was made in the last day stays, then the newest of each day, then of each week. Days. */
const dailyDays = 14
/** Nothing is older: people who were erased are gone from the backups too, a day before the month and five days that we promise. */
const oldestDays = 34
/** Without a new one for so long the admins are told. Milliseconds. */
export const lateMs = 26 * 3_600_000

/** The last moment that asks for a backup, not after `now`; milliseconds. */
export function lastDue(now: number): number {
  return Math.floor((now - nightMs) / DAY_MS) * DAY_MS + nightMs
}

/** The next such moment. */
export const nextDue = (now: number) => lastDue(now) + DAY_MS

/**
 * Which of these may go: `docs/operations/back-up-and-restore.md`.
 * @param names of backups; others are left alone
 */
export function outlived(names: readonly string[], now: number): string[] {
  const newestFirst = names
    .flatMap((name) => {
      const at = madeAt(name)
      return at === null ? [] : [{ name, at }]
    })
    .toSorted((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1))
  const days = new Set<number>()
  const weeks = new Set<number>()
  return newestFirst
    .filter(({ at }) => {
      const age = now - at
      const [day, week] = [utcDay(at), Math.floor((utcDay(at) + 3) / 7)]
      const stays =
        age < DAY_MS || (age < dailyDays * DAY_MS && !days.has(day)) || (age < oldestDays * DAY_MS && !weeks.has(week))
      days.add(day)
      weeks.add(week)
      return !stays
    })
    .map(({ name }) => name)
}

/** Of how many instances whoever follows their logs may say where they were left. */
export const placesAtMost = 32

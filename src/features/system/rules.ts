import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '#shared/dates.ts'

/** `toptrader-20261122T012000Z-1a2b3c4d.backup`: when it was made, and eight random digits. */
const namePattern = /^toptrader-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{8}\.backup$/

/**
 * @param at milliseconds
 * @param random eight hexadecimal digits
 */
export function backupName(at: number, random: string): string {
  const second = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  return `toptrader-${second}Z-${random}.backup`
}

/** When the backup of this name was made, in milliseconds. Null where this is no name of a backup. */
export function madeAt(name: string): number | null {
  const [, year, month, day, hour, minute, second] = namePattern.exec(name) ?? []
  if (year === undefined) return null
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`)
  return Number.isNaN(at) ? null : at
}

/** When the nightly backup is due after UTC midnight: few advisors sync then, and the nightly checks come later. Milliseconds. */
const nightMs = 80 * MINUTE_MS
/** Every backup of the last day stays, then the newest of each day for this long, then the newest of each week. Days. */
const dailyDays = 14
/** No backup is older: people who were erased are gone from backups a day before the promised month and five days. Days. */
const oldestDays = 34
/** The admins are alerted where no backup was made for this long. Milliseconds. */
export const overdueMs = 26 * HOUR_MS

/** The last moment up to `now` at which a backup was due, in milliseconds. */
export function lastDue(now: number): number {
  return Math.floor((now - nightMs) / DAY_MS) * DAY_MS + nightMs
}

/** The next such moment. */
export const nextDue = (now: number) => lastDue(now) + DAY_MS

/**
 * Which of these backups are removed: `docs/operations/back-up-and-restore.md`.
 * @param names other files are left alone
 */
export function expiredBackups(names: readonly string[], now: number): string[] {
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

/** How many instances' positions a reader of the log may send along. */
export const maxLogPositions = 32

import { dayOfText, dayText } from '#shared/dates.ts'

/** Both days are included, `YYYY-MM-DD`. */
export interface DayRange {
  from: string
  to: string
}

/** `own`: chosen day by day. */
export type WindowName = '7' | '30' | '90' | '365' | 'all' | 'own'

const windowDays = { '7': 7, '30': 30, '90': 90, '365': 365 } as const
const isWindow = (text: string): text is keyof typeof windowDays => Object.hasOwn(windowDays, text)

interface ChosenRange {
  window: WindowName
  range: DayRange
  /** False: the text names no period, or one without a day of the account. The range is then the whole history. */
  isKnown: boolean
}

/**
 * Reads a period as the address has it: `30`, `2026-01-05..2026-02-01`, nothing for the whole history.
 * @param whole the first and the last day of the account
 */
export function chosenRange(text: string | null, whole: DayRange): ChosenRange {
  if (text === null || text === '') return { window: 'all', range: whole, isKnown: true }
  if (isWindow(text)) {
    const from = dayText(dayOfText(whole.to) - windowDays[text] + 1)
    return { window: text, range: { from, to: whole.to }, isKnown: true }
  }
  const [, from = '', to = ''] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text) ?? []
  const isRange = isDay(from) && isDay(to) && from <= to && from <= whole.to && to >= whole.from
  return isRange
    ? { window: 'own', range: { from, to }, isKnown: true }
    : { window: 'all', range: whole, isKnown: false }
}

/** The address's text for two days in either order. */
export function rangeText(one: string, other: string): string {
  return one <= other ? `${one}..${other}` : `${other}..${one}`
}

/** Every UTC day from the first to the last. One day stands between its neighbours, so that an axis has room for its name. */
export function daysOf({ from, to }: DayRange): string[] {
  const [first, last] = [dayOfText(from), dayOfText(to)]
  const room = first === last ? 1 : 0
  return Array.from({ length: last - first + 1 + 2 * room }, (_, index) => dayText(first - room + index))
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
}

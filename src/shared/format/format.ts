/**
 * Formats of every number and date of the product, in Italian, Europe/Rome. Server and browser print the same text, so no other module may
 * call Intl or toLocaleString. Minus is U+2212, symbols follow a no-break space, a missing value is N/A. Spans of time are in `spans.ts`:
 * the first view shows none.
 */

const MINUS = '\u2212'
const SPACE = '\u00a0'
export const MISSING = 'N/A'

type Value = number | null | undefined

const formats = new Map<number, Intl.NumberFormat>()

/** Digits of the absolute value, always grouped: it-IT alone leaves 1234 ungrouped. */
function digits(value: number, decimals: number): string {
  let format = formats.get(decimals)
  if (format === undefined) {
    format = new Intl.NumberFormat('it-IT', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'always',
    })
    formats.set(decimals, format)
  }
  return format.format(Math.abs(value))
}

/** A value that prints as zero is zero: it takes no sign. */
function sign(value: number, printed: string, plus: boolean): string {
  if (!/[1-9]/.test(printed)) return ''
  if (value < 0) return MINUS
  return plus ? '+' : ''
}

function print(value: Value, decimals: number, plus: boolean, suffix: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING
  const printed = digits(value, decimals)
  return sign(value, printed, plus) + printed + suffix
}

/** `1.284`, `−3` */
export function count(value: Value): string {
  return print(value, 0, false, '')
}

/** `1.234,56`: a plain decimal number. */
export function decimal(value: Value, decimals = 2): string {
  return print(value, decimals, false, '')
}

/** `+12,34%`, `−8,45%`, `0,00%`: a result, in percent units. */
export function resultPercent(value: Value, decimals = 2): string {
  return print(value, decimals, true, '%')
}

/** `−8,45%`: a fall is a measure of risk, shown with its minus whatever its sign. */
export function drawdownPercent(value: Value): string {
  return resultPercent(value && -Math.abs(value))
}

/** `71,4%`: a share, in percent units, without a sign. */
export function sharePercent(value: Value, decimals = 1): string {
  return print(value, decimals, false, '%')
}

const symbols: Record<string, string> = { USD: '$', EUR: '€' }
/** Currencies without cents. */
const whole = new Set(['JPY', 'KRW', 'CLP', 'HUF', 'ISK', 'VND', 'IDR'])

/** `48.230,55`, `4.823.055` of yen: where the currency stands elsewhere. */
export function plainAmount(value: Value, currency: string): string {
  return decimal(value, decimalsOf(currency))
}

const decimalsOf = (currency: string) => (whole.has(currency) ? 0 : 2)

function money(value: Value, currency: string, plus: boolean): string {
  return print(value, decimalsOf(currency), plus, SPACE + (symbols[currency] ?? currency))
}

/** `48.230,55 $`, `44.372,10 €`, `1.200,00 CHF` */
export function amount(value: Value, currency: string): string {
  return money(value, currency, false)
}

/** `+873,55 $`, `−227,35 $`, `0,00 $` */
export function signedAmount(value: Value, currency: string): string {
  return money(value, currency, true)
}

/** `24,99 USDT`: prices of plans, never converted. */
export function price(value: number): string {
  return print(value, 2, false, `${SPACE}USDT`)
}

/** Chart axis: `40k`, `1,2M`, `850`. */
export function axisAmount(value: number): string {
  const size = Math.abs(value)
  if (size >= 1_000_000) return compact(value / 1_000_000, 'M')
  return size >= 10_000 ? compact(value / 1_000, 'k') : count(value)
}

/** Chart axis: `+50%`, `−7,5%`, `0%`. */
export function axisPercent(value: number): string {
  return print(value, Number.isInteger(value) ? 0 : 1, true, '%')
}

function compact(value: number, unit: string): string {
  const rounded = Math.round(value * 10) / 10
  return print(rounded, Number.isInteger(rounded) ? 0 : 1, false, unit)
}

/** The colour of a result: its sign as printed with two decimals. */
export function tone(value: Value): 'gain' | 'loss' | 'flat' {
  if (value === null || value === undefined || Math.abs(value) < 0.005) return 'flat'
  return value > 0 ? 'gain' : 'loss'
}

const weekdayNames = ['domenica', 'lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato']
const monthNames = [
  'gennaio',
  'febbraio',
  'marzo',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'agosto',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
]

let rome: Intl.DateTimeFormat | undefined

type Instant = string | number | null | undefined

/** Day, month, year, hour and minute of an instant in Rome, as texts of two and four digits; null where there is none. */
function inRome(instant: Instant): string[] | null {
  if (instant === null || instant === undefined) return null
  const time = typeof instant === 'number' ? instant : Date.parse(instant)
  if (!Number.isFinite(time)) return null
  // Made by the first date: a browser's first object of Intl takes 15 ms or more, which would make the evaluation of the script a long task.
  rome ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Rome',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return rome.format(time).match(/\d+/g)
}

/** `20/11/2026` */
export function date(instant: Instant): string {
  return inRome(instant)?.slice(0, 3).join('/') ?? MISSING
}

/** `16:38` */
export function time(instant: Instant): string {
  return inRome(instant)?.slice(3).join(':') ?? MISSING
}

/** `20/11/2026, 16:38` */
export function dateTime(instant: Instant): string {
  return inRome(instant) === null ? MISSING : `${date(instant)}, ${time(instant)}`
}

/** `venerdì 20 novembre 2026`: the edition line only. */
export function longDate(instant: Instant): string {
  const [day, month = 0, year = 0] = (inRome(instant) ?? []).map(Number)
  if (day === undefined) return MISSING
  const weekday = weekdayNames[new Date(Date.UTC(year, month - 1, day)).getUTCDay()]
  return `${weekday} ${day} ${monthNames[month - 1]} ${year}`
}

/** `20/11/2026` of a UTC day written `YYYY-MM-DD`: a day has no time zone. */
export function day(text: string | null | undefined): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '')
  return match === null ? MISSING : `${match[3]}/${match[2]}/${match[1]}`
}

/** `nov` of month 1 to 12. */
export function shortMonth(month: number): string {
  return (monthNames[month - 1] ?? '').slice(0, 3)
}

/** `feb 2026` of `YYYY-MM`. */
export function monthOfYear(text: string): string {
  return `${shortMonth(Number(text.slice(5, 7)))} ${text.slice(0, 4)}`
}

/** `8 giorni`, `1 giorno` */
export function days(value: Value): string {
  return counted(value, 'giorno', 'giorni')
}

/** `1 operazione`, `1.284 operazioni`: a count with its noun. */
export function counted(value: Value, one: string, many: string): string {
  return value === null || value === undefined ? MISSING : `${count(value)} ${value === 1 ? one : many}`
}

/** `1–50 di 148` */
export function range(first: number, last: number, total: number): string {
  return `${count(first)}–${count(last)} di ${count(total)}`
}

let regions: Intl.DisplayNames | undefined

/** `Italia` of `IT`, whatever its case; the code itself where it names no country. */
export function country(code: string): string {
  const upper = code.toUpperCase()
  if (!/^[A-Z]{2}$/.test(upper)) return upper
  regions ??= new Intl.DisplayNames('it', { type: 'region', fallback: 'none' })
  return regions.of(upper) ?? upper
}

import Big from 'big.js'
import type { Dec } from './provider.ts'

/** An own constructor: texts alone, and divisions cut off (never rounded up) after 40 places. */
const Decimal = Big()
Decimal.DP = 40
Decimal.RM = Big.roundDown
Decimal.strict = true

/** The longest decimal, in characters. No coin needs more places, and `1e999999` would be a text of a megabyte. */
const longestText = 60
const largestExponent = 40
const number = /^\d+(?:\.\d+)?(?:[eE]([+-]?\d{1,6}))?$/

/** The least percent of the coins asked that must arrive, and the most US cents that may be missing (`docs/payments.md` 4). */
const leastPercent = 99
const mostMissingCents = 100

/**
 * The canonical decimal of a number or text from outside: no exponent, no sign, no superfluous zeros. Null for anything but a
 * finite number of at least zero, and for one that is longer than an amount can be.
 */
export function decimalOf(value: unknown): Dec | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const text = String(value).trim()
  if (text.length > longestText) return null
  const match = number.exec(text)
  if (match === null || Math.abs(Number(match[1] ?? 0)) > largestExponent) return null
  return new Decimal(text).toFixed()
}

/** @returns -1, 0 or 1 */
export function compareDec(a: Dec, b: Dec): -1 | 0 | 1 {
  return new Decimal(a).cmp(new Decimal(b))
}

export function larger(a: Dec, b: Dec): Dec {
  return compareDec(a, b) < 0 ? b : a
}

/** Received coins for each coin asked (1 is exact), cut off after 8 places. Null where nothing was asked. */
export function coverage(received: Dec, asked: Dec): Dec | null {
  if (compareDec(asked, '0') === 0) return null
  return new Decimal(received).div(new Decimal(asked)).round(8, Big.roundDown).toFixed()
}

/**
 * True where a payment of `priceCents` counts as paid: at least 99 % of the coins arrived, and what is missing is worth at most
 * 1.00 USD (`docs/payments.md` 4). Computed without a division, so that the edge is exact.
 */
export function isCovered(priceCents: number, received: Dec, asked: Dec): boolean {
  const came = new Decimal(received)
  const due = new Decimal(asked)
  const zero = new Decimal('0')
  if (came.lte(zero) || due.lte(zero)) return false
  if (came.times(new Decimal('100')).lt(due.times(new Decimal(String(leastPercent))))) return false
  const missing = due.minus(came).times(new Decimal(String(priceCents)))
  return missing.lte(due.times(new Decimal(String(mostMissingCents))))
}

/** The worth of what arrived in US cents, by its share of the coins asked, cut off to whole cents. Null where nothing was asked. */
export function sharePaidCents(priceCents: number, received: Dec, asked: Dec): number | null {
  if (compareDec(asked, '0') === 0) return null
  const cents = new Decimal(String(priceCents)).times(new Decimal(received)).div(new Decimal(asked))
  return safeWhole(cents.round(0, Big.roundDown).toFixed())
}

/** `11.99` as 1199. Null where it is no whole number of cents: such a price fits no order. */
export function centsOf(amount: Dec): number | null {
  const cents = new Decimal(amount).times(new Decimal('100'))
  return cents.eq(cents.round(0, Big.roundDown)) ? safeWhole(cents.toFixed()) : null
}

/** Whole cents, rounded up, so that a minimum is never too low. Null beyond what cents can count. */
export function centsUp(amount: Dec): number | null {
  return safeWhole(new Decimal(amount).times(new Decimal('100')).round(0, Big.roundUp).toFixed())
}

/** 1199 as `11.99`. */
export function amountOfCents(cents: number): Dec {
  return new Decimal(String(cents)).div(new Decimal('100')).toFixed()
}

function safeWhole(text: string): number | null {
  const whole = Number(text)
  return Number.isSafeInteger(whole) ? whole : null
}

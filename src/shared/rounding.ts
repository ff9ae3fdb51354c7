/** Decimals of figures on the wire: enough that no screen can show a difference, few enough that answers stay small. */
export const PERCENT_DIGITS = 4
export const SCORE_DIGITS = 6
export const INDEX_DIGITS = 6
/** Indices of small pictures, at most. */
export const SPARKLINE_DIGITS = 4
export const RATIO_DIGITS = 4

/** Rounds to decimals; never answers -0. Null stays null. */
export function roundTo(value: number, digits: number): number
export function roundTo(value: number | null, digits: number): number | null
export function roundTo(value: number | null, digits: number): number | null {
  if (value === null) return null
  const power = 10 ** digits
  const scaled = value * power
  const whole = Math.round(scaled)
  // A text takes ten times as long. Only near the middle of two decimals, and far from 0, may it say something else.
  const isPlain = Math.abs(scaled) < 1e8 && Math.abs(Math.abs(scaled - whole) - 0.5) > 1e-6
  return (isPlain ? whole / power : Number(value.toFixed(digits))) + 0
}

/** A fraction in percent units: 0.1234 is 12.34. */
export function percentOf(fraction: number): number
export function percentOf(fraction: number | null): number | null
export function percentOf(fraction: number | null): number | null {
  return fraction === null ? null : roundTo(100 * fraction, PERCENT_DIGITS)
}

/** Money with the account's decimals: two at least, also for accounts without cents. */
export function moneyOf(amount: number, accountDigits: number): number
export function moneyOf(amount: number | null, accountDigits: number): number | null
export function moneyOf(amount: number | null, accountDigits: number): number | null {
  return roundTo(amount, Math.min(8, Math.max(2, accountDigits)))
}

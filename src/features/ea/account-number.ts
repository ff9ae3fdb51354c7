/** Digits of an account number that stay readable. */
const readableDigits = 3

/** An account number that its owner recognises and a stranger cannot use. */
export function maskedNumber(number: string): string {
  const shown = number.length > readableDigits ? number.slice(-readableDigits) : ''
  return `${'•'.repeat(Math.max(number.length - shown.length, readableDigits))}${shown}`
}

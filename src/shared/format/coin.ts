import { decimal, MISSING } from './format.ts'

// Formats that only the screens of payments print: apart from `format.ts`, all of which belongs to the first view.

const SPACE = '\u00a0'

/**
 * `1.234,000083 TRX`, `79,90 USDT` of a decimal text: all digits stay, two at least, which a float could not hold. Any other text prints as
 * missing.
 */
export function coinAmount(text: string | null | undefined, symbol?: string): string {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text ?? '')
  if (match === null) return MISSING
  const whole = (match[1] ?? '').replace(/\B(?=(?:\d{3})+$)/g, '.')
  const amount = `${whole},${(match[2] ?? '').padEnd(2, '0')}`
  return symbol === undefined ? amount : `${amount}${SPACE}${symbol}`
}

/** `12,90 USD`: the payment provider's unit. */
export function dollars(value: number | null | undefined): string {
  const printed = decimal(value)
  return printed === MISSING ? MISSING : `${printed}${SPACE}USD`
}

import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every app supports it: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30
const issuer = 'TopTrader'
/** Steps before and after the present one whose code is accepted: clocks differ, and typing takes time. */
const tolerance = 1

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** 160 random bits in base32, the length that RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The content of the QR code. */
export const otpauthUri = (secret: string, username: string): string => totpOf(secret, username).toString()

/**
 * The 30-second step that a code of six digits belongs to, or null. Compared in constant time.
 * @param now milliseconds
 */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now, window: tolerance })
  return delta === null ? null : Math.floor(now / 1000 / periodSeconds) + delta
}

/** Crockford's alphabet: without the letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const recoveryLength = 16
const recoveryCodeCount = 10

/** Ten codes of 80 bits, as they are shown: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    [...randomBytes(recoveryLength)]
      .map((byte) => alphabet.charAt(byte % alphabet.length))
      .join('')
      .replace(/.{4}(?=.)/g, '$&-'),
  )
}

export type TypedCode = { kind: 'totp' | 'recovery'; text: string }

/** A typed code without blanks and hyphens; null where it can be neither kind. */
export function readCode(typed: string): TypedCode | null {
  const text = typed.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  if (/^[0-9]{6}$/.test(text)) return { kind: 'totp', text }
  const mended = text.replaceAll('o', '0').replace(/[il]/g, '1')
  return mended.length === recoveryLength && mended.split('').every((sign) => alphabet.includes(sign))
    ? { kind: 'recovery', text: mended }
    : null
}

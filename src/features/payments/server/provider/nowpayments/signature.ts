import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Verified } from '../../../provider.ts'
import { paymentOf } from './normalise.ts'

export const signatureHeader = 'x-nowpayments-sig'

/** Real bodies are under 2 KB and three levels deep. The bound keeps a stranger from overflowing the stack of the recursion below. */
const longestBody = 64 * 1024
const deepest = 32

/** How a list stands in the signed text: the provider's own samples disagree. */
type Lists = 'as lists' | 'as objects'

/** HMAC-SHA512 in lower-case hex over the canonical text of a JSON value (`docs/payments.md` 5). */
export function signatureOf(secret: string, value: unknown): string {
  return hmac(secret, canonical(value, 'as lists')).toString('hex')
}

/**
 * Verifies a delivery from its raw bytes and reads it. The verified value is the very value that is used: a key given twice
 * (JSON.parse keeps the last) or named `__proto__` means the same to both.
 * @param secret blank or null: not configured, no notification is genuine
 */
export function verifyWith(
  secret: string | null | undefined,
  { headers, rawBody }: { headers: Record<string, string | undefined>; rawBody: Uint8Array },
): Verified {
  const key = secret?.trim() ?? ''
  if (key === '') return { ok: false, reason: 'not_configured' }
  const given = headers[signatureHeader]?.trim() ?? ''
  if (given === '') return { ok: false, reason: 'no_signature' }
  const value = parsed(rawBody)
  if (value === undefined || isTooDeep(value)) return { ok: false, reason: 'bad_body' }
  const text = canonical(value, 'as lists')
  if (!matches(given, [hmac(key, text), hmac(key, canonical(value, 'as objects'))])) {
    return { ok: false, reason: 'bad_signature' }
  }
  const payment = paymentOf(value)
  if (payment === null) return { ok: false, reason: 'bad_body' }
  return { ok: true, payment, dedupeKey: createHash('sha256').update(text).digest('hex') }
}

/** Compares 64 bytes, not their spelling: hex in capitals is the same number. Always compares with both forms. */
function matches(given: string, expected: Buffer[]): boolean {
  if (!/^[0-9a-f]{128}$/i.test(given)) return false
  const bytes = Buffer.from(given, 'hex')
  return expected.map((each) => timingSafeEqual(each, bytes)).includes(true)
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha512', secret.trim()).update(text, 'utf8').digest()
}

/** Undefined where the bytes are no JSON text in UTF-8. */
function parsed(rawBody: Uint8Array): unknown {
  if (rawBody.byteLength > longestBody) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody)) as unknown
  } catch {
    return undefined
  }
}

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= deepest; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}

/** Numbers and texts as JavaScript writes them, since the provider signs with JavaScript. */
function canonical(value: unknown, lists: Lists): string {
  return JSON.stringify(sorted(value, lists))
}

/** Sorts keys. `fromEntries` defines the key `__proto__`, which a plain assignment would drop. */
function sorted(value: unknown, lists: Lists): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value) && lists === 'as lists') return value.map((each) => sorted(each, lists))
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each, lists)] as const)
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { codeLetters, codeOf, isInForce, proofAfter, type Proof } from './ownership-proof.ts'

const start = Date.parse('2026-11-20T10:00:00Z')
const fresh: Proof = { code: 'TT-ABCD2345', expires_at: start + 24 * HOUR_MS, seen_at: null, proven_at: null }

function sync(orders: string[] | undefined, { trade_allowed = true, connected = true } = {}) {
  return {
    account: { trade_allowed },
    time: { connected },
    ...(orders && { orders: orders.map((comment, index) => ({ ticket: String(index + 1), comment })) }),
  } as Parameters<typeof proofAfter>[1]
}

test('observed, then gone: proven', () => {
  const waiting = proofAfter(fresh, sync(undefined), start + HOUR_MS)
  expect(waiting).toEqual(fresh)
  const observed = proofAfter(waiting, sync(['TT-OTHER999', 'TT-ABCD2345']), start + 2 * HOUR_MS)
  expect(observed).toEqual({ ...fresh, seen_at: start + 2 * HOUR_MS })
  expect(proofAfter(observed, sync(['TT-ABCD2345']), start + 3 * HOUR_MS)).toEqual(observed)
  // Deleted after the day is over: it was shown in time.
  expect(proofAfter(observed, sync([]), start + 30 * HOUR_MS)).toEqual({ ...observed, proven_at: start + 30 * HOUR_MS })
})

test.each([
  ['tt-abcd2345', true],
  [' TT-ABCD2345[tp]', true],
  ['TT-ABCD2345 ', true],
  ['TT-ABCD23456', false],
  ['TT-ABCD234', false],
  ['xTT-ABCD2345', false],
  ['', false],
])('the comment "%s" bears the code: %s', (comment, bears) => {
  expect(proofAfter(fresh, sync([comment]), start).seen_at).toBe(bears ? start : null)
})

test('an order that comes too late shows nothing', () => {
  expect(proofAfter(fresh, sync(['TT-ABCD2345']), fresh.expires_at - 1).seen_at).not.toBeNull()
  expect(proofAfter(fresh, sync(['TT-ABCD2345']), fresh.expires_at)).toEqual(fresh)
})

test('with the investor password, or without the broker, nothing is observed and nothing is proven', () => {
  for (const obstacle of [{ trade_allowed: false }, { connected: false }]) {
    expect(proofAfter(fresh, sync(['TT-ABCD2345'], obstacle), start)).toEqual(fresh)
    const observed = { ...fresh, seen_at: start }
    expect(proofAfter(observed, sync([], obstacle), start + HOUR_MS)).toEqual(observed)
  }
})

test('one sync cannot both show and delete it', () => {
  expect(proofAfter({ ...fresh, seen_at: start }, sync([]), start).proven_at).toBeNull()
})

test('a code is in force until it expires or, once observed, until it is proven', () => {
  expect(isInForce(fresh, fresh.expires_at - 1)).toBe(true)
  expect(isInForce(fresh, fresh.expires_at)).toBe(false)
  expect(isInForce({ ...fresh, seen_at: start }, fresh.expires_at + HOUR_MS)).toBe(true)
  expect(isInForce({ ...fresh, seen_at: start, proven_at: start + 1 }, start + 2)).toBe(false)
})

test('codes have eight letters without look-alikes, each as likely', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const code = codeOf(new Uint8Array(8).fill(byte))
    if (code === null) continue
    expect(code).toMatch(/^TT-[A-HJKMNP-Z2-9]{8}$/)
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  expect(counts.size).toBe(codeLetters.length)
  expect(new Set(counts.values()).size).toBe(1)
  expect(codeOf(new Uint8Array(7))).toBeNull()
})

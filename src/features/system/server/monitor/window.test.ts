import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { createWindow, type Window } from './window.ts'

const noon = Date.parse('2026-11-20T12:00:00.000Z')
const ask = (window: Window, now: number, more: { route?: string; status?: number; ms?: number } = {}) =>
  window.count(now, { route: 'GET /a', status: 200, ms: 1, ...more })

test('requests, refusals and errors are counted apart, by route and in total', () => {
  const window = createWindow()
  ask(window, noon)
  ask(window, noon, { status: 404 })
  ask(window, noon, { status: 503, route: 'GET /b' })
  const { totals, routes } = window.read(noon)
  expect(totals).toMatchObject({ requests: 3, refused: 1, errors: 1 })
  expect(routes.get('GET /a')).toMatchObject({ requests: 2, refused: 1, errors: 0 })
  expect(routes.get('GET /b')).toMatchObject({ requests: 1, refused: 0, errors: 1 })
})

test('without requests no duration is known', () => {
  expect(createWindow().read(noon).totals).toEqual({
    requests: 0,
    refused: 0,
    errors: 0,
    p50_ms: null,
    p95_ms: null,
    p99_ms: null,
  })
})

test('a minute expires after an hour, whether or not another one replaces it', () => {
  const window = createWindow()
  ask(window, noon)
  expect(window.read(noon + 59 * MINUTE_MS).totals.requests).toBe(1)
  expect(window.read(noon + HOUR_MS).totals.requests).toBe(0)
  ask(window, noon + HOUR_MS)
  expect(window.read(noon + HOUR_MS).totals.requests).toBe(1)
})

test('percentiles are those of the sorted durations, within 5 %', () => {
  const durations = fc.array(fc.double({ min: 0.06, max: 50_000, noNaN: true }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(durations, fc.integer({ min: 0, max: 59 }), (given, spread) => {
      const window = createWindow()
      for (const [index, ms] of given.entries()) ask(window, noon + (index % (spread + 1)) * MINUTE_MS, { ms })
      const { totals } = window.read(noon + spread * MINUTE_MS)
      const sorted = given.toSorted((a, b) => a - b)
      for (const [name, share] of [
        ['p50_ms', 0.5],
        ['p95_ms', 0.95],
        ['p99_ms', 0.99],
      ] as const) {
        const exact = sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
        expect(Math.abs((totals[name] ?? 0) / exact - 1)).toBeLessThan(0.055)
      }
    }),
  )
})

test.each([0, -1, Number.NaN, 0.001, 1e9])('a duration of %d is counted', (ms) => {
  const window = createWindow()
  ask(window, noon, { ms })
  expect(window.read(noon).totals.p99_ms).toBeGreaterThan(0)
})

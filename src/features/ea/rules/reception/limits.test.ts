import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { admitRequest, type Limits } from './limits.ts'
import { chartMessage } from './messages.ts'

const open: Limits = { ordinary: 0, chain: 0 }
const now = 1_800_000_000_000

/** The number of admitted requests at these times. */
function admitted(times: readonly number[], chained: boolean): number {
  let limits = open
  let count = 0
  for (const time of times) {
    const answer = admitRequest(limits, chained, time, 20)
    if ('wait' in answer) continue
    limits = answer
    count += 1
  }
  return count
}

test('three at once, then one in twenty seconds', () => {
  expect(admitted([now, now, now, now], false)).toBe(3)
  expect(admitted([now, now, now, now + 20_000, now + 20_000], false)).toBe(4)
})

test('a chain of batches is not held up', () => {
  expect(
    admitted(
      Array.from({ length: 200 }, (_, index) => now + index * 500),
      true,
    ),
  ).toBe(200)
  expect(
    admitted(
      Array.from({ length: 200 }, () => now),
      true,
    ),
  ).toBe(60)
})

test('over any stretch no more than burst and rate together', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 15_000 }), { maxLength: 80 }), (pauses) => {
      let time = now
      const times = pauses.map((pause) => (time += pause))
      expect(admitted(times, false)).toBeLessThanOrEqual(3 + Math.floor((time - now) / 20_000) + 1)
    }),
  )
})

test('the wait is within the range of Retry-After', () => {
  const full = { ...open, ordinary: now + MINUTE_MS }
  expect(admitRequest(full, false, now, 20)).toEqual({ wait: 30 })
  expect(admitRequest({ ...open, ordinary: now + 21_600_000 }, false, now, 7_200)).toEqual({ wait: 3600 })
})

test('counts from a clock that ran a day ahead block nothing for a day', () => {
  const ahead = { ordinary: now + DAY_MS, chain: now + DAY_MS }
  for (const chained of [false, true]) {
    const first = admitRequest(ahead, chained, now, 60)
    if ('wait' in first) throw new Error('refused')
    // The burst counts as used up; the ordinary rate goes on.
    expect(admitRequest(first, chained, now, 60)).toHaveProperty('wait')
    expect(admitRequest(first, chained, now + MINUTE_MS, 60)).not.toHaveProperty('wait')
  }
})

test('messages fit the chart and name the most important problem', () => {
  const calm = {
    mayWiden: false,
    importing: false,
    received: 8,
    shown: 8,
    connected: true,
    alternating: false,
    held: null,
    obstacle: null,
    differs: false,
    again: false,
    missing: 0,
    currency: 'EUR',
    digits: 2,
  }
  expect(chartMessage(calm)).toEqual({ message: '', level: 'info' })
  expect(chartMessage({ ...calm, importing: true, received: 3 }).message).toBe('Importazione in corso: 3 di 8.')
  expect(chartMessage({ ...calm, mayWiden: true, missing: 10 })).toEqual({
    message: 'Scheda Storico conto: tasto destro > Tutta la cronologia',
    level: 'warn',
  })
  expect(chartMessage({ ...calm, missing: 12.5 }).message).toBe('Storico incompleto: mancano entrate per 12,50 EUR.')
  expect(chartMessage({ ...calm, missing: -1_234.5 }).message).toContain('mancano uscite per 1.234,50 EUR')
  for (const [again, said] of [
    [true, 'confronto di nuovo'],
    [false, 'resta segnata sul profilo'],
  ] as const) {
    const { level, message } = chartMessage({ ...calm, differs: true, again })
    expect([level, message]).toEqual(['warn', expect.stringMatching(`diverso da quello ricevuto.*${said}`)])
  }
  expect(chartMessage({ ...calm, connected: false, alternating: true }).message).toContain('Due terminali')
})

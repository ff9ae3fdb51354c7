import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dealOf } from '#features/ea/server/testing/world.ts'
import type { Mt5Deal } from '#features/ea/sync-contract.ts'
import { trueFigures, type TrueHistory } from './truth.ts'

const literal = '#features/performance/testing/literal.ts'

test('the direct reading takes types alone from the product', () => {
  const files = [
    new URL('truth.ts', import.meta.url),
    new URL(literal.replace('#features', '../src/features'), import.meta.url),
  ]
  const values = files
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^import (?!type )[\s\S]*?from '(.+)'$/gm)])
    .map(([, from]) => from)
  expect(values.toSorted()).toEqual([literal, 'node:fs'])
})

/** The account of `docs/ranking.md` 10. */
const march = (day: number, hour: number, minute = 0) => Date.UTC(2025, 2, day, hour, minute)
let tickets = 0
function deal(t: number, item: Partial<Mt5Deal>) {
  tickets += 1
  return { t, opened: t, item: dealOf({ ticket: String(tickets), time: t / 1000, ...item }) }
}
const trade = (position: string, open: number, close: number, profit: number) => [
  deal(open, { position, type: 'buy', entry: 'in', volume: 1 }),
  deal(close, { position, type: 'sell', entry: 'out', volume: 1, profit }),
]
const snapshot = (t: number, balance: number, equity = balance, open_since: number | null = null) => ({
  t,
  balance,
  equity,
  open_since,
})
const third = march(3, 17)
const account: TrueHistory = {
  currency: 'EUR',
  snapshots: [
    snapshot(march(3, 9, 5), 1000),
    snapshot(march(3, 12, 5), 1050),
    snapshot(march(3, 13, 5), 1550),
    snapshot(march(3, 16, 5), 1519),
    snapshot(march(3, 18), 1519, 1499, third),
    snapshot(march(3, 18, 5), 1819, 1795, third),
    snapshot(march(4, 8, 5), 1829),
  ],
  records: [
    deal(march(3, 9), { profit: 1000 }),
    ...trade('1', march(3, 10), march(3, 12), 50),
    deal(march(3, 13), { profit: 500 }),
    ...trade('2', march(3, 14), march(3, 16), -31),
    deal(march(3, 18, 2), { profit: 300 }),
    ...trade('3', third, march(4, 8), 10),
  ].toSorted((a, b) => a.t - b.t),
}

test('the direct reading of the worked example gives the figures that the document calculates by hand', () => {
  const { roi, score } = trueFigures(account, march(4, 8, 6))
  expect(roi).toBeCloseTo(3.1924791, 6)
  expect(score).toBeCloseTo(30.756002843, 8)
})

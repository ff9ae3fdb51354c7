import { describe, expect, test } from 'vitest'
import { dealOf } from '#features/ea/server/testing/world.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, capital, CheckedAccount, openPosition, type Sent } from '../../testing/checked-account.ts'
import { mostCovered } from './hedged-growth.ts'

function opened(): CheckedAccount {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  return account
}
const inLoss = (at: number, seq: number, loss: number, more: Partial<Sent> = {}): Sent => ({
  at,
  seq,
  shown: [capital()],
  balance: 1000,
  equity: 1000 - loss,
  positions: [openPosition('9', MINUTE_MS, { profit: -loss })],
  ...more,
})

test('credit of more than a fifth of the equity (R14)', () => {
  const account = opened()
  expect(account.send({ at: MINUTE_MS, seq: 2, shown: [capital()], credit: 250, equity: 1250 })).toEqual([])
  expect(account.send({ at: 2 * MINUTE_MS, seq: 3, shown: [capital()], credit: 251, equity: 1251 })).toEqual([
    'bonus_credit',
  ])
  account.send({ at: 3 * MINUTE_MS, seq: 4, shown: [capital()] })
  expect(account.last?.ended).toEqual(['bonus_credit'])
})

describe('a deposit into a loss (R28)', () => {
  const saved = (account: CheckedAccount, round: number, loss: number, amount: number) => {
    const at = round * 10 * MINUTE_MS
    const before = 1000 + amount * (round - 1)
    const deposits = Array.from({ length: round }, (_, index) =>
      dealOf({
        ticket: String(index + 2),
        time: brokerAt((index + 1) * 10 * MINUTE_MS + 6 * MINUTE_MS),
        profit: amount,
      }),
    )
    const held = { positions: [openPosition('9', MINUTE_MS, { profit: -loss })] }
    const shown = [capital(), ...deposits]
    account.send({ at, seq: round * 2, shown: shown.slice(0, -1), balance: before, equity: before - loss, ...held })
    const balance = before + amount
    const at2 = at + 7 * MINUTE_MS
    return account.send({
      at: at2,
      seq: round * 2 + 1,
      items: deposits.slice(-1),
      shown,
      balance,
      equity: balance - loss,
      ...held,
    })
  }
  test('a fifth of the equity, while a tenth of the balance is lost', () => {
    expect(saved(opened(), 1, 101, 180)).toEqual(['rescue_deposit'])
    expect(saved(opened(), 1, 100, 180)).toEqual([])
    expect(saved(opened(), 1, 101, 179)).toEqual([])
  })
  test('three in ninety days are a warning', () => {
    const account = opened()
    const found = [1, 2, 3].map((round) => saved(account, round, 500 + 120 * round, 400))
    expect(found).toEqual([['rescue_deposit'], ['rescue_deposit'], ['rescue_deposit', 'repeated_rescues']])
  })
})

test('equity below the balance by a fifth for three days, or by two fifths at once (R31)', () => {
  for (const [loss, atOnce, later] of [
    [200, [], []],
    [201, [], ['hidden_loss']],
    [400, [], ['hidden_loss']],
    [401, ['heavy_hidden_loss'], ['hidden_loss']],
  ] as const) {
    const account = opened()
    expect(account.send(inLoss(HOUR_MS, 2, loss))).toEqual(atOnce)
    expect(account.send(inLoss(HOUR_MS + 3 * DAY_MS - 1, 3, loss))).not.toContain('hidden_loss')
    const found = account.send(inLoss(HOUR_MS + 3 * DAY_MS, 4, loss)).filter((code) => code !== 'unobserved_drawdown')
    expect(found).toEqual(later)
    account.send(inLoss(4 * DAY_MS, 5, 100))
    expect(account.last?.ended.toSorted()).toEqual([...later, ...atOnce].toSorted())
  }
})

describe('growth of the balance behind a hedge (R32)', () => {
  const hedged = (gain: number, volume: number, days = 1) => {
    const account = opened()
    const at = days * DAY_MS
    const won = dealOf({
      ticket: '5',
      time: brokerAt(at - MINUTE_MS),
      position: '7',
      type: 'sell',
      entry: 'out',
      symbol: 'EURUSD',
      profit: gain,
      volume: 1,
    })
    const positions = [
      openPosition('8', HOUR_MS, { side: 'sell', profit: -gain }),
      openPosition('9', HOUR_MS, { volume }),
    ]
    const shown = [capital(), won]
    return account.send({ at, seq: 2, items: [won], shown, balance: 1000 + gain, equity: 1000, positions })
  }
  test('a tenth more than the equity, and four fifths covered', () => {
    expect(hedged(101, 0.8)).toContain('hedged_growth')
    expect(hedged(99, 0.8)).not.toContain('hedged_growth')
    expect(hedged(101, 0.79)).not.toContain('hedged_growth')
    expect(hedged(101, 1, 8)).not.toContain('hedged_growth')
  })
  test('the best covered symbol counts', () => {
    const long = openPosition('1', 0, { volume: 2 })
    expect(mostCovered([])).toBeNull()
    expect(mostCovered([long])).toBeNull()
    expect(mostCovered([long, openPosition('2', 0, { side: 'sell', symbol: 'GOLD' })])).toBeNull()
    expect(mostCovered([long, openPosition('2', 0, { side: 'sell', volume: 1 })])).toEqual({
      symbol: 'EURUSD',
      share: 0.5,
    })
  })
})

test('open losers older than nearly all trades were (R36)', () => {
  const account = opened()
  const aged = (hours: number, profit: number, holding_p95: number | null, seq: number) =>
    account.send({
      at: DAY_MS + seq * MINUTE_MS,
      seq,
      shown: [capital()],
      equity: 1000 + profit,
      positions: [openPosition('9', DAY_MS - hours * HOUR_MS, { profit })],
      holding_p95,
    })
  expect(aged(3, -10, null, 2)).toEqual([])
  expect(aged(3, 10, 2 * HOUR_MS, 3)).toEqual([])
  expect(aged(1.5, -10, 2 * HOUR_MS, 4)).toEqual([])
  expect(aged(2.5, -10, 2 * HOUR_MS, 5)).toEqual(['old_losers'])
  expect(account.evidence('old_losers')).toMatchObject({ positions: [{ position: '9', age_hours: 2 }], usual_hours: 2 })
})

import { expect, test } from 'vitest'
import { dealOf, orderOf } from '#features/ea/server/testing/world.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, openPosition } from '../../testing/checked-account.ts'
import { Forger } from '../../testing/forger.ts'

const day = 24 * 60

/** Deposits and withdrawals in turn. The floating result is off its list by so much just before and just after each. */
function flows(
  rounds: number,
  off: (balance: number, isBefore: boolean, round: number) => number,
  { amount = 9000, apart = 60, platform = 'MT5' as 'MT4' | 'MT5' } = {},
): string[] {
  const money = orderOf({ ticket: '1', close_time: brokerAt(-day * MINUTE_MS), profit: 1000 })
  const forger = platform === 'MT4' ? new Forger(platform, money) : new Forger()
  const listed = (above: number) => ({
    positions: [openPosition('9', 0, { price: 1.1005, profit: 40 })],
    equity: forger.balance + 40 + above,
  })
  forger.send(5, [], listed(0))
  for (let round = 0; round < rounds; round += 1) {
    const minute = 10 + round * apart
    forger.send(minute, [], listed(off(forger.balance, true, round)))
    const profit = round % 2 === 0 ? amount : -amount
    const [ticket, time] = [String(100 + round), brokerAt((minute + 4) * MINUTE_MS)]
    const paid = platform === 'MT4' ? orderOf({ ticket, close_time: time, profit }) : dealOf({ ticket, time, profit })
    const equity = forger.balance + profit + 40 + off(forger.balance, false, round)
    forger.send(minute + 5, [paid], { ...listed(0), equity })
    forger.send(minute + 10, [], listed(0))
  }
  return forger.codes.filter((code) => code.startsWith('tolerance'))
}
/** On the small base, until the deposit has come. */
const pumped = (balance: number) => (balance < 5000 ? 0.009 * balance : 0)

test('a hundredth around each deposit, and none around the withdrawal: a case from 1%, a hold from 5%', () => {
  expect(flows(2, pumped)).toEqual([])
  expect(flows(4, pumped)).toEqual(['tolerance_used'])
  expect(flows(12, pumped)).toEqual(Array.from({ length: 5 }, () => 'tolerance_used'))
  expect(flows(14, pumped)).toContain('tolerance_pumped')
})
test.each(['MT5', 'MT4'] as const)('less on the large base around each withdrawal is the same (%s)', (platform) => {
  expect(flows(16, (balance) => (balance < 5000 ? 0 : -0.001 * balance), { platform })).toContain('tolerance_used')
})
test('MT4: commission that older advisors do not list', () => {
  expect(flows(40, () => -7, { platform: 'MT4' })).toEqual([])
})
test('a difference that is gone after the flow gives nothing, since the less flattering value counts', () => {
  expect(flows(20, (balance, isBefore) => (isBefore ? pumped(balance) : 0))).toEqual([])
})
test('as much on both sides gives nothing', () => {
  expect(flows(20, () => 5)).toEqual([])
})
test('readings a moment apart differ by less than a thousandth, of both signs', () => {
  expect(flows(40, (balance, isBefore, round) => 0.0005 * balance * Math.sin(round * 7 + Number(isBefore)))).toEqual([])
})
test('small flows, and flows of other months', () => {
  expect(flows(40, (balance) => 0.009 * balance, { amount: 20 })).toEqual([])
  expect(flows(10, pumped, { apart: 16 * day })).toEqual([])
})

/** One flow within the five minutes in which the listed result changes by `moved`; the floating result is off its list before and after. */
function moving(rounds: number, { moved = 0, before = 0, after = 0, amount = 9000 }): string[] {
  const forger = new Forger()
  const send = (minute: number, profit: number, above: number, items: ReturnType<typeof dealOf>[] = []) => {
    const paid = items.reduce((sum, item) => sum + item.profit, 0)
    const price = 1.1 + profit / 100_000
    const positions = [openPosition('9', 0, { price, profit })]
    forger.send(minute, items, { positions, equity: forger.balance + paid + profit + above })
  }
  send(5, 0, 0)
  for (let round = 0; round < rounds; round += 1) {
    const minute = 10 + round * 60
    const flow = (at: number, profit: number) =>
      dealOf({ ticket: String(100 + at), time: brokerAt((at - 1) * MINUTE_MS), profit })
    send(minute, 0, before)
    send(minute + 5, moved, after, [flow(minute + 5, amount)])
    send(minute + 10, moved, 0)
    send(minute + 15, moved, 0, [flow(minute + 15, -amount)])
    send(minute + 20, 0, 0)
  }
  return forger.codes.filter((code) => code.startsWith('tolerance'))
}

test('a loss of the minutes of a deposit, which a difference after it alone hides', () => {
  // The less flattering value would be that after the fall: 2% of 1000, and of 10,000 where it is hidden.
  expect(moving(1, { moved: -20, after: 80 })).toEqual(['tolerance_used'])
  expect(moving(1, { moved: -60, after: 80 })).toEqual(['tolerance_pumped'])
  expect(moving(20, { moved: 20, after: 80 })).toEqual([])
})
test('a gain of the minutes of a deposit, which a difference before it alone puts on the small base', () => {
  expect(moving(3, { moved: 20, before: 9 })).toEqual(['tolerance_used', 'tolerance_used'])
  expect(moving(20, { moved: -20, before: 9 })).toEqual([])
})
test('prices that move while money comes and goes are no difference', () => {
  expect([20, -20, 60].flatMap((moved) => moving(20, { moved }))).toEqual([])
  expect([20, -20].flatMap((moved) => moving(20, { moved, before: 0.5, after: -5 }))).toEqual([])
})

import { expect, test } from 'vitest'
import { HOUR } from '#features/ea/simulation/market.ts'
import { after, busy, scripted } from '../../testing/forgery.ts'
import { hiddenLosers, losersAs } from '../../testing/forged-flows.ts'
import type { Disguise } from '../../testing/simulated-trader.ts'
import { forgeryStage, type Found, type Play } from '../../testing/stage.ts'

const stage = await forgeryStage(() => Promise.resolve())
const flowCodes = ['loss_as_flow', 'losses_as_flows', 'odd_withdrawals']

/** Moves money every so many hours. */
function pays(hours: number, money: (times: number) => number, comment: string): NonNullable<Disguise['act']> {
  let times = 0
  return (account, at) => {
    if (at - after(0) < (times + 1) * hours * HOUR) return
    times += 1
    account.deposit(money(times), at, comment)
  }
}

const days = 16
const stories: readonly (readonly [name: string, play: Play, finds: readonly string[]])[] = [
  [
    'every losing exit is a charge',
    { trading: { manner: busy }, disguise: { history: losersAs('charge', 'Fee') } },
    ['loss_as_flow', 'losses_as_flows', 'odd_withdrawals'],
  ],
  [
    'every losing exit is a withdrawal',
    { trading: { manner: busy }, disguise: { history: losersAs('balance', 'Withdrawal') } },
    ['loss_as_flow', 'losses_as_flows', 'odd_withdrawals'],
  ],
  [
    'losing positions are never listed, and withdrawn',
    { trading: { manner: scripted }, disguise: hiddenLosers() },
    ['odd_withdrawals'],
  ],
  ['honest: nothing moves but trades', { trading: { manner: busy } }, []],
  [
    'honest: profits withdrawn to the cent each week',
    { trading: { manner: busy }, disguise: { act: pays(7 * 24, (times) => -131.37 - times, 'Withdrawal') } },
    [],
  ],
  [
    'honest: round withdrawals every day',
    { trading: { manner: busy }, disguise: { act: pays(24, () => -50, 'Withdrawal') } },
    [],
  ],
  [
    'honest: a small fee every day',
    { trading: { manner: busy }, disguise: { act: pays(24, () => -1.37, 'Account fee') } },
    [],
  ],
  [
    'honest: odd fees at the times of trades, MT4',
    { trading: { manner: busy, platform: 'MT4' }, disguise: { act: pays(6, () => -0.83, 'Fee') } },
    [],
  ],
  [
    'honest: odd deposits every day',
    { trading: { manner: busy }, disguise: { act: pays(24, (times) => 20.17 + times, 'Cashback') } },
    [],
  ],
]
const played: Found[] = await stage.play(stories.map(([, play]) => ({ days, ...play })))

test.each(stories.map(([name, , finds], index) => [name, finds, index] as const))('%s', (_name, finds, index) => {
  const found = played[index]
  expect(found?.tags.filter((code) => flowCodes.includes(code))).toEqual(finds.toSorted())
  // One odd row is no case: only the pattern is.
  expect(found?.cases.filter((code) => flowCodes.includes(code))).toEqual(
    finds.filter((code) => code === 'losses_as_flows'),
  )
})

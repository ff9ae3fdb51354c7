import { expect, test } from 'vitest'
import { dealOf } from '#features/ea/server/testing/world.ts'
import { getPerformance } from '#features/traders/performance-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { DAY_MS } from '#shared/dates.ts'
import { integritySite } from '../testing/site.ts'
import { syncedAccount } from '../testing/synced-account.ts'

const { kernel, app, profile } = await integritySite()

/** Withdraws once a day. */
async function withdrawing(amounts: readonly number[], currency = 'EUR') {
  const { trader, capital, wall, send } = await syncedAccount(kernel, app, { currency })
  const shown = [capital]
  let balance = 1_000
  for (const [index, amount] of amounts.entries()) {
    const paid = dealOf({ ticket: String(300 + index), time: wall() + DAY_MS / 1000 - 120, profit: -amount })
    shown.push(paid)
    balance = Math.round((balance - amount) * 100) / 100
    await send({ wait: DAY_MS, items: [paid], shown, balance })
  }
  await kernel.changes.flush()
  const address = getPerformance.path.replace(':username', trader.username)
  const { summary } = (await app.inject(address)).json<ResponseOf<typeof getPerformance>>()
  return { flags: (await profile(trader)).flags, withdrawals: summary.withdrawals }
}

test('withdrawals of odd amounts are tagged on the profile, beside their number and sum (R60)', async () => {
  expect(await withdrawing([7.31, 8.31, 9.31, 10.31, 11.31])).toEqual({
    flags: expect.arrayContaining(['odd_withdrawals']),
    withdrawals: { count: 5, amount: -46.55 },
  })
  expect(await withdrawing([10, 20, 10, 20, 10])).toEqual({
    flags: expect.not.arrayContaining(['odd_withdrawals']),
    withdrawals: { count: 5, amount: -70 },
  })
  // MetaTrader 4 says two decimals of every currency.
  const yen = await withdrawing([7, 8, 9, 10, 11], 'JPY')
  expect(yen.flags).toContain('odd_withdrawals')
})

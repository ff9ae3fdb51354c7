import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { expectPrinted, realAccount, realAccounts } from '../server/testing/printed.ts'
import { injectedSender, replayed } from '../server/testing/replayed.ts'
import { makeTrader } from '../server/testing/world.ts'
import type { AccountFile } from './account-file.ts'
import type { ReplayResult } from './replay.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

let plays = 0

async function play(
  files: readonly AccountFile[],
  shift: boolean,
): Promise<{ traderId: string; result: ReplayResult }> {
  const { trader_id: traderId, token } = await makeTrader(kernel)
  plays += 1
  // Each play is an account of its own: one number can be bound once only.
  const own = files.map((each) => ({
    ...each,
    account: { ...each.account, number: `${each.account.number}${plays}`.slice(-19).replace(/^0/, '1') },
  }))
  const result = await replayed(own, { clock, boot: `play${plays}`, shift, send: injectedSender(app, token) })
  return { traderId, result }
}

test.each(realAccounts)('%s: imported at once', async (id) => {
  const file = realAccount(id)
  const { traderId, result } = await play([file], false)
  const stored = await expectPrinted(sql, traderId, file)
  expect(stored.first_snapshot_at).not.toBeNull()
  expect(stored.witnessed).toBe(0)
  expect(result).toMatchObject({ weeks: 0, witnessed: 0 })
})

test.each(realAccounts)('%s: shifted to now, the newest records witnessed', async (id) => {
  const file = realAccount(id)
  const { traderId, result } = await play([file], true)
  const stored = await expectPrinted(sql, traderId, file)
  expect(result.witnessed).toBeGreaterThan(0)
  expect(stored.witnessed).toBeGreaterThan(0)
  expect(stored.witnessed).toBeLessThanOrEqual(result.witnessed)
})

test.each([
  ['mt4-05-earlier', 'mt4-05', false],
  ['mt4-05-earlier', 'mt4-05', true],
  ['mt5-03', 'mt5-03-later', false],
  ['mt5-03', 'mt5-03-later', true],
])('%s, then %s (shifted: %s)', async (first, then, shift) => {
  const [file, later] = [realAccount(first), realAccount(then)]
  const { traderId, result } = await play([file, later], shift)
  const stored = await expectPrinted(sql, traderId, later)
  // The records that the later statement adds happened while the advisor was attached.
  const added = later.closed_trades.length - file.closed_trades.length
  expect(stored.witnessed).toBeGreaterThanOrEqual(added)
  expect(result.witnessed).toBeGreaterThanOrEqual(added)
})

import { expect, test } from 'vitest'
import { createSyncChecks } from '#features/integrity/server/checks/sync-checks.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { makeTrader, newLogin, syncRequestOf } from '../testing/world.ts'
import type { SyncChecks } from './checks.ts'
import { flushSyncs } from './flush.ts'
import { createHeldAccounts } from './held-accounts.ts'
import { flushPlain } from './plain-syncs.ts'
import { syncsInSlice, type SentSync } from './sent-sync.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { clock } = kernel
const checks = createSyncChecks(kernel)

/** The most checks of syncs within one turn of the event loop, while `work` runs. */
async function mostInTurn(work: (counting: SyncChecks) => Promise<unknown>): Promise<{ most: number; all: number }> {
  let [inThisTurn, most, all] = [0, 0, 0]
  const count = () => {
    inThisTurn += 1
    all += 1
    most = Math.max(most, inThisTurn)
  }
  let isOver = false
  const tick = () => {
    inThisTurn = 0
    if (!isOver) setImmediate(tick)
  }
  tick()
  await work({
    ...checks,
    resume: (...given) => {
      count()
      return checks.resume(...given)
    },
    begin: async (...given) => {
      const begun = await checks.begin(...given)
      const open: typeof begun.open = (sync) => {
        count()
        return begun.open(sync)
      }
      return { ...begun, open }
    },
  })
  isOver = true
  return { most, all }
}

test('a large group lets the event loop turn, the long way and the short one', async () => {
  const traders = await Promise.all(
    Array.from({ length: 2 * syncsInSlice + 6 }, async () => ({ ...(await makeTrader(kernel)), login: newLogin() })),
  )
  const sent = (seq: number): SentSync[] => {
    clock.advance(MINUTE_MS)
    return traders.map(({ token, login }) => ({
      tokenHash: kernel.secrets.hashToken(token).toString('hex'),
      request: syncRequestOf({ now: clock.now(), login, seq }),
    }))
  }
  const held = createHeldAccounts()
  for (const seq of [1, 2]) {
    const { most, all } = await mostInTurn((counting) => flushSyncs(kernel, counting, sent(seq), held))
    expect(all).toBe(traders.length)
    expect(most).toBeLessThanOrEqual(syncsInSlice)
  }
  const { most, all } = await mostInTurn((counting) => flushPlain(kernel, counting, held, sent(3)))
  expect(all).toBe(traders.length)
  expect(most).toBeLessThanOrEqual(syncsInSlice)
})

import { afterAll, expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import {
  dealOf,
  makeTrader,
  newLogin,
  sendSync,
  syncRequestOf,
  type RequestOptions,
} from '#features/ea/server/testing/world.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { performanceOf } from './performance.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { clock } = kernel
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const app = await testApp(kernel, registerCheckedEa)

test('the imported chart ends at the balance of the first sync, also after uncounted and corrected records', async () => {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  const opened = clock.now()
  const brokerTime = (ms: number) => Math.floor(ms / 1000) + 7_200
  let seq = 0
  const send = async (more: Omit<RequestOptions, 'now'>) => {
    seq += 1
    const request = syncRequestOf({ login, seq, now: clock.now(), ...more })
    expect((await sendSync(app, trader.token, request)).status).toBe(200)
  }
  const figures = async () => {
    const { daily, ledger } = await leaderboard.readTrader(trader.username, performanceOf)
    return { imported: daily.filter((point) => point.imported).map((point) => point.balance), ledger }
  }

  const deposit = dealOf({ ticket: '1', time: brokerTime(opened - 3 * DAY_MS), profit: 1_000 })
  const charge = dealOf({ ticket: '2', time: brokerTime(opened - 2 * DAY_MS), type: 'charge', profit: -40 })
  await send({ items: [deposit, charge], balance: 960 })
  expect(await figures()).toMatchObject({ imported: [1_000, 960], ledger: { records: 2, net: 960, unexplained: 0 } })

  // A terminal without its broker: the record is stored, no snapshot counts it.
  clock.advance(DAY_MS)
  const paid = dealOf({ ticket: '3', time: brokerTime(clock.now() - MINUTE_MS), profit: 500 })
  await send({ items: [paid], shown: [deposit, charge, paid], balance: 960, connected: false })
  expect(await figures()).toMatchObject({ imported: [1_000, 960], ledger: { records: 2, net: 960, unexplained: 0 } })

  // The broker returns ten of the imported charge: stored at once, counted by the next snapshot.
  clock.advance(MINUTE_MS)
  const changed = { ...charge, profit: -30 }
  await send({ items: [changed], shown: [deposit, changed, paid], balance: 960, connected: false })
  const waiting = { records: 2, net: 960, unexplained: 0, revised_records: 1 }
  expect(await figures()).toMatchObject({ imported: [1_000, 960], ledger: waiting })

  clock.advance(MINUTE_MS)
  await send({ items: [], shown: [deposit, changed, paid], balance: 1_470 })
  const counted = { records: 3, net: 1_470, unexplained: 0, revised_records: 1 }
  expect(await figures()).toMatchObject({ imported: [1_000, 960], ledger: counted })
})

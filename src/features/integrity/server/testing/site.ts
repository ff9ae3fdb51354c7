import { afterAll } from 'vitest'
import { registerAdmin } from '#features/admin/server/routes.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { registerCheckedEa } from './checked-ea.ts'
import {
  dealOf,
  makeTrader,
  newLogin,
  sendSync,
  syncRequestOf,
  type TestTrader,
} from '#features/ea/server/testing/world.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import type { getTrader } from '#features/traders/contract.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { registerClosingRoute } from '../accounts/closing.ts'
import { registerLedgerRoute } from '../ledger/public-ledger.ts'
import { registerReleaseRoutes } from '../accounts/release.ts'
import { registerIntegrityRoutes } from '../routes.ts'

export interface BoundTrader extends TestTrader {
  login: string
}

/** Sync, profile, ranking and integrity together. Called at the top of a test file. */
export async function integritySite(env: Record<string, string> = { RATE_LIMITS: 'off' }) {
  const kernel = await testKernel({ env })
  const { clock } = kernel
  const leaderboard = createLeaderboard(kernel, quickRefresh)
  await leaderboard.start()
  afterAll(leaderboard.close)
  const traders = createTraderAnswers(leaderboard)
  const app = await testApp(
    kernel,
    registerCheckedEa,
    registerAdmin,
    registerIntegrityRoutes,
    (server) => registerTraderRoutes(server, kernel, traders),
    (server) => registerClosingRoute(server, kernel, leaderboard),
    (server) => registerReleaseRoutes(server, kernel, leaderboard),
    (server) => registerLedgerRoute(server, kernel),
  )
  const wall = (minutesAgo: number) => Math.floor(clock.now() / 1000) + 7_200 - 60 * minutesAgo

  /** A position opened eight minutes ago and closed two minutes ago. */
  const won = (ticket: number, profit: number, more: { commission?: number; minutesAgo?: number } = {}) => {
    const { commission = 0, minutesAgo = 2 } = more
    const deal = { position: String(ticket), symbol: 'EURUSD', volume: 1, price: 1.1, commission }
    return [
      dealOf({ ...deal, ticket: String(ticket), time: wall(minutesAgo + 6), type: 'buy' }),
      dealOf({
        ...deal,
        ticket: String(ticket + 1),
        time: wall(minutesAgo),
        type: 'sell',
        entry: 'out',
        price: 1.1 + profit / 100_000,
        profit,
      }),
    ]
  }

  async function send(trader: BoundTrader, seq: number, more: object): Promise<void> {
    const request = syncRequestOf({ login: trader.login, seq, now: clock.now(), ...more })
    const { status, body } = await sendSync(app, trader.token, request)
    if (status !== 200) throw new Error(`sync answered ${status} ${body.code}`)
  }

  /** A trader whose account has won 10% since its first snapshot. */
  async function connected(): Promise<BoundTrader> {
    const trader = { ...(await makeTrader(kernel)), login: newLogin() }
    const deposit = dealOf({ ticket: '100', time: wall(5_000), profit: 1_000 })
    await send(trader, 1, { items: [deposit], balance: 1_000 })
    clock.advance(10 * MINUTE_MS)
    const items = won(200, 100)
    await send(trader, 2, { items, shown: [deposit, ...items], balance: 1_100 })
    return trader
  }

  const profile = async (trader: { username: string }) =>
    (await app.inject(`/api/trader/${trader.username}`)).json<ResponseOf<typeof getTrader>>()

  return { kernel, leaderboard, app, wall, won, send, connected, profile }
}

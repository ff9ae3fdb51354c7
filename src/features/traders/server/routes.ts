import type { FastifyInstance } from 'fastify'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { finishBytes, sendFinished } from '#server/bytes.ts'
import { handle } from '#server/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { getTrader } from '../contract.ts'
import { profileOf } from './service.ts'

export function registerTraderRoutes(app: FastifyInstance, kernel: Kernel, leaderboard: Leaderboard): void {
  const profiles = leaderboard.traderCache(async (judged, sql) =>
    finishBytes(JSON.stringify(await profileOf(judged, sql)), { type: 'application/json; charset=utf-8' }),
  )
  handle(app, kernel, getTrader, async ({ params, request, reply }) =>
    sendFinished(request, reply, await profiles(params.username)),
  )
}

import type { FastifyInstance } from 'fastify'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { finishBytes, sendFinished } from '#server/bytes.ts'
import { handle } from '#server/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { getPerformance } from '../contract.ts'
import { performanceOf } from './performance.ts'

export function registerPerformanceRoutes(app: FastifyInstance, kernel: Kernel, leaderboard: Leaderboard): void {
  const performances = leaderboard.traderCache(async (judged, sql) =>
    finishBytes(JSON.stringify(await performanceOf(judged, sql)), { type: 'application/json; charset=utf-8' }),
  )
  handle(app, kernel, getPerformance, async ({ params, request, reply }) =>
    sendFinished(request, reply, await performances(params.username)),
  )
}

import type { FastifyInstance } from 'fastify'
import { sendFinished } from '#server/http/bytes.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { getStats, listLeaderboard } from '../contract.ts'
import type { Leaderboard } from './service.ts'

export function registerLeaderboardRoutes(app: FastifyInstance, kernel: Kernel, leaderboard: Leaderboard): void {
  handle(app, kernel, listLeaderboard, async ({ query, request, reply }) =>
    sendFinished(request, reply, await leaderboard.answer(query)),
  )
  handle(app, kernel, getStats, async ({ request, reply }) => sendFinished(request, reply, await leaderboard.stats()))
}

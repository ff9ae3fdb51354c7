import type { FastifyInstance } from 'fastify'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import { createTraderAnswers } from './answers.ts'
import { registerLinkRoutes } from './links.ts'
import { registerTraderRoutes } from './routes.ts'

/** @returns the data that documents show of a trader */
export function registerTraders(
  app: FastifyInstance,
  kernel: Kernel,
  leaderboard: Leaderboard,
): ReturnType<typeof createTraderAnswers> {
  const answers = createTraderAnswers(leaderboard)
  registerTraderRoutes(app, kernel, answers)
  registerLinkRoutes(app, kernel, leaderboard)
  return answers
}

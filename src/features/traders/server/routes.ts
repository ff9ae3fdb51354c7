import type { FastifyInstance } from 'fastify'
import { sendFinished } from '#server/http/bytes.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { compareTraders } from '../compare-contract.ts'
import { getTrader } from '../contract.ts'
import { getOwnChart, getPerformance } from '../performance-contract.ts'
import type { TraderAnswers } from './answers.ts'
import { comparison } from './compare/compare.ts'

export function registerTraderRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  answers: (username: string) => Promise<Pick<TraderAnswers, 'profile' | 'performance' | 'ownChart' | 'compared'>>,
): void {
  handle(app, kernel, getTrader, async ({ params, request, reply }) =>
    sendFinished(request, reply, (await answers(params.username)).profile()),
  )
  handle(app, kernel, getPerformance, async ({ params, request, reply }) =>
    sendFinished(request, reply, (await answers(params.username)).performance()),
  )
  handle(app, kernel, getOwnChart, async ({ session }) => (await answers(session.username)).ownChart())
  handle(app, kernel, compareTraders, ({ query: { t = '', window } }) => comparison({ t, window }, answers))
}

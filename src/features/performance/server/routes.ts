import type { FastifyInstance } from 'fastify'
import { sendFinished, type FinishedBytes } from '#server/bytes.ts'
import { handle } from '#server/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { getPerformance } from '../contract.ts'

/** @param answers what was made of a trader once, `performanceOf` among it */
export function registerPerformanceRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  answers: (username: string) => Promise<{ performance: FinishedBytes }>,
): void {
  handle(app, kernel, getPerformance, async ({ params, request, reply }) =>
    sendFinished(request, reply, (await answers(params.username)).performance),
  )
}

import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { answerUnknown, watchRoutes } from '../http/answers.ts'
import { buildFrame } from '../http/frame.ts'
import type { Kernel } from '../kernel.ts'

/** The routes of a few features in the product's own frame: a feature's test needs no other one. */
export async function testApp(
  kernel: Kernel,
  ...register: ((app: FastifyInstance, kernel: Kernel) => void)[]
): Promise<FastifyInstance> {
  const app = await buildFrame(kernel, { development: false })
  const routes = watchRoutes(app)
  app.setNotFoundHandler((request, reply) => answerUnknown(routes, request, reply))
  for (const each of register) each(app, kernel)
  await app.ready()
  afterAll(() => app.close())
  return app
}

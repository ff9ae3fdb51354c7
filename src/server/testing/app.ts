import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { answerUnknown, watchRoutes } from '../http/answers.ts'
import { buildFrame } from '../http/frame.ts'
import { otherInstance } from './kernel.ts'
import type { Kernel } from '../kernel.ts'
import { topology } from './topology.ts'

type Register = (app: FastifyInstance, kernel: Kernel) => void

/** The routes of a few features in the product's own frame: a feature's test needs no other one. */
export async function testApp(kernel: Kernel, ...register: Register[]): Promise<FastifyInstance> {
  const app = await appOf(kernel, register)
  return topology === 'instances' ? inTurn(app, await appOf(await otherInstance(kernel), register)) : app
}

/** Answers requests in turn, the first one itself, as a proxy before two instances does. */
export function inTurn(app: FastifyInstance, other: FastifyInstance): FastifyInstance {
  const own = app.inject.bind(app) as (...given: unknown[]) => unknown
  const others = other.inject.bind(other) as typeof own
  let requests = 0
  return Object.assign(app, { inject: (...given: unknown[]) => (requests++ % 2 === 0 ? own : others)(...given) })
}

async function appOf(kernel: Kernel, register: readonly Register[]): Promise<FastifyInstance> {
  const app = await buildFrame(kernel, { development: false })
  const routes = watchRoutes(app)
  app.setNotFoundHandler((request, reply) => answerUnknown(routes, request, reply))
  for (const each of register) each(app, kernel)
  await app.ready()
  afterAll(() => app.close())
  return app
}

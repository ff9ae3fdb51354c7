import type { FastifyInstance } from 'fastify'
import { answerUnknown, watchRoutes } from '../http/answers.ts'
import { buildFrame } from '../http/frame.ts'
import { atEnd } from './at-end.ts'
import { behindProxy } from './behind-proxy.ts'
import { otherInstance } from './kernel.ts'
import type { Kernel } from '../kernel.ts'
import { topology } from './topology.ts'

type Register = (app: FastifyInstance, kernel: Kernel) => void

/** The routes of a few features in the product's own frame: a feature's test needs no other one. */
export async function testApp(kernel: Kernel, ...register: Register[]): Promise<FastifyInstance> {
  const app = await appOf(kernel, register)
  return topology === 'instances' ? behindProxy(app, await appOf(await otherInstance(kernel), register)) : app
}

async function appOf(kernel: Kernel, register: readonly Register[]): Promise<FastifyInstance> {
  const app = await buildFrame(kernel, { development: false })
  const routes = watchRoutes(app)
  app.setNotFoundHandler((request, reply) => answerUnknown(routes, request, reply))
  for (const each of register) each(app, kernel)
  await app.ready()
  atEnd(() => app.close())
  return app
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
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

/** Longer than a notification takes from one instance to the other. Milliseconds. */
const announcedMs = 60

/**
 * Answers requests in turn, the first one itself, as a proxy before two instances does. The memory of an instance follows a write on the
 * other one by a notification: the answer to a write comes when it has arrived.
 */
export function inTurn(app: FastifyInstance, other: FastifyInstance): FastifyInstance {
  const own = app.inject.bind(app) as (request: InjectOptions | string) => Promise<unknown>
  const others = other.inject.bind(other) as typeof own
  let requests = 0
  const inject = async (request: InjectOptions | string) => {
    const answer = await (requests++ % 2 === 0 ? own : others)(request)
    if (typeof request !== 'string' && (request.method ?? 'GET') !== 'GET') await sleep(announcedMs)
    return answer
  }
  return Object.assign(app, { inject })
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

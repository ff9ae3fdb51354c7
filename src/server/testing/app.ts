import formbody from '@fastify/formbody'
import { fastify, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterAll } from 'vitest'
import * as z from 'zod/mini'
import { answerError, answerNotFound, tagPublicAnswers } from '../answers.ts'
import type { Kernel } from '../kernel.ts'

/** The frame of `app.ts` around the routes of a few features: what is tried of a feature needs no other one. */
export async function testApp(
  kernel: Kernel,
  ...register: ((app: FastifyInstance, kernel: Kernel) => void)[]
): Promise<FastifyInstance> {
  z.config(z.locales.it())
  const app = fastify({ loggerInstance: kernel.log, disableRequestLogging: true }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('session', null)
  const routes: { method: string; url: string }[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url })
  })
  app.addHook('onSend', tagPublicAnswers)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerNotFound(app, () => routes))
  await app.register(formbody, { bodyLimit: 64 * 1024 })
  for (const each of register) each(app, kernel)
  await app.ready()
  afterAll(() => app.close())
  return app
}

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { relaxStylesFor } from './headers.ts'

/** The description of the calls, made from the very schemas that validate. Registered before the routes. */
export async function registerOpenApi(app: FastifyInstance, appUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'TopTrader',
        version: '1',
        description: 'Classifica pubblica e verificata dei trader MetaTrader 4 e 5. Ogni errore ha il campo `detail`.',
      },
      servers: [{ url: appUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()))
  await app.register(async (docs) => {
    docs.addHook('onSend', async (_request, reply, payload) => {
      relaxStylesFor(reply)
      return payload
    })
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false })
  })
}

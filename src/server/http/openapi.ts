import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { usualBodyLimit, type Endpoint } from '#shared/endpoint.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { finishBytes, sendFinished, type FinishedBytes } from './bytes.ts'
import { errorsOf } from './declared-errors.ts'
import { relaxStylesFor } from './headers.ts'
import { contentTypes } from './content.ts'

/** The description of the calls, made of the schemas that validate them. Register it before the routes. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'TopTrader',
        version: '1',
        description: 'Classifica pubblica dei trader MetaTrader 4 e 5. Ogni errore ha il campo `detail`.',
      },
      // Relative to the address at which the description is read.
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        schemas: {
          // `ErrorBody`, declared once.
          Error: {
            type: 'object',
            required: ['detail'],
            properties: {
              detail: { type: 'string', description: 'Una frase in italiano.' },
              message: { type: 'string', description: 'La stessa frase.' },
              error_type: { type: 'string', description: 'Il codice dell’errore, in maiuscolo.' },
              errors: { type: 'array', items: { type: 'string' } },
              fields: {
                type: 'object',
                additionalProperties: { type: 'string' },
                description: 'Una frase per campo.',
              },
              request_id: { type: 'string', description: 'Negli errori 5xx: lo stesso dei log del server.' },
              details: { type: 'object' },
              maintenance: {
                type: 'boolean',
                description: 'Vero mentre il sito è in manutenzione: entrano solo gli amministratori.',
              },
            },
          },
        },
      },
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route)
      const endpoint = route.route.config?.endpoint
      if (endpoint !== undefined) Object.assign(described.schema, { 'x-errors': errorResponses(endpoint) })
      return described
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const { openapiObject } = document
      for (const methods of Object.values(openapiObject.paths ?? {})) {
        for (const operation of Object.values(methods ?? {})) addErrors(operation)
      }
      return openapiObject
    },
  })
  let described: FinishedBytes | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    described ??= finishBytes(JSON.stringify(app.swagger()), { type: contentTypes.json })
    return sendFinished(request, reply, described)
  })
  const viewer = finishBytes(viewerPage, { type: contentTypes.html })
  for (const url of ['/api/docs', '/api/docs/']) {
    app.get(url, { schema: { hide: true } }, (request, reply) => {
      relaxStylesFor(reply)
      return sendFinished(request, reply, viewer)
    })
  }
}

/** Swagger UI, whose files the build copies to `calls/` (`vite.config.ts`), shows the description. */
const viewerPage = `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Chiamate di TopTrader</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/calls/swagger-ui.css">
</head>
<body>
<main id="calls"></main>
<script src="/calls/swagger-ui-bundle.js"></script>
<script src="/calls/viewer.js"></script>
</body>
</html>
`

/** An endpoint's errors by status, in words, with the one schema. */
function errorResponses(endpoint: Endpoint): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(endpoint)) {
    const [status] = errors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code][1]}${limitText(code, endpoint)}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

/** The largest body, where it is too large. Uploads have no declared body: the sentence of their error names the size. */
function limitText(code: ErrorCode, { body, bodyLimit = usualBodyLimit }: Endpoint): string {
  return code === 'BODY_TOO_LARGE' && body !== undefined ? ` Il massimo è ${bodyLimit / 1024} KiB.` : ''
}

/** Moves the errors into place: the plugin would copy the shared schema into every response. */
function addErrors(operation: unknown): void {
  if (typeof operation !== 'object' || operation === null || !('x-errors' in operation)) return
  const { 'x-errors': added, ...rest } = operation
  const { responses } = rest as { responses?: object }
  delete operation['x-errors']
  Object.assign(operation, { responses: { ...responses, ...(added as object) } })
}

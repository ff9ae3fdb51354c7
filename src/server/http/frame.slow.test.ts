import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { handle } from './http.ts'
import { testApp } from '../testing/app.ts'
import { testKernel } from '../testing/kernel.ts'
import { rawAnswer } from '../testing/raw-answer.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const write = endpoint({
  method: 'POST',
  path: '/api/write',
  access: 'public',
  summary: 'Takes a text',
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
  errors: [],
})
const app = await testApp(kernel, (server) => handle(server, kernel, write, ({ body }) => body))
await app.listen({ port: 0, host: '127.0.0.1' })

test('the wait for a slow request ends, and for a slow body too', async () => {
  const { server } = app
  const { requestTimeout, headersTimeout } = server
  expect([headersTimeout, requestTimeout]).toEqual([20_000, 60_000])
  // The test depends on how often the server checks the timeout, and against which limit.
  server.headersTimeout = 1_000
  server.requestTimeout = 1_500
  onTestFinished(() => void Object.assign(server, { requestTimeout, headersTimeout }))
  const head = `POST /api/write HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n`
  const from = performance.now()
  const answers = await Promise.all([rawAnswer(app, head), rawAnswer(app, `${head}Content-Length: 60\r\n\r\n{`)])
  expect(performance.now() - from).toBeLessThan(8_000)
  for (const { status, body } of answers) {
    expect([status, body['error_type']]).toEqual([408, 'REQUEST_TIMEOUT'])
  }
})

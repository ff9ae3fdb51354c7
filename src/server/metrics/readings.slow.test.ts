import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from '../database/database.ts'
import { registerMetrics } from './metrics-route.ts'
import { testApp } from '../testing/app.ts'
import { testKernel } from '../testing/kernel.ts'

const kernel = await testKernel()

test('a scrape while the database gives no answer is answered within two seconds, and says so', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { sql, close } = connectDatabase({ url: `postgres://reader@127.0.0.1:${port}/nothing` }, { max: 1 })
  onTestFinished(() => close())
  const app = await testApp({ ...kernel, sql }, (its, with_) => void registerMetrics(its, with_))
  const startedAt = performance.now()
  expect((await app.inject('/metrics')).statusCode).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  const up = async () => /^database_up (\d)$/m.exec((await app.inject('/metrics')).body)?.[1]
  await expect.poll(up, { timeout: 10_000 }).toBe('0')
})

import { performance } from 'node:perf_hooks'
import { pino } from 'pino'
import type { PaymentProvider } from '#features/payments/provider.ts'
import { startInstance } from '#features/payments/testing/instance.ts'
import { scriptedProvider } from '#features/payments/testing/scripted-provider.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { connectDatabase, type DatabaseAddress } from '#server/database/database.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { atEnd, bench, quantile, record, spread } from './frame/bench.ts'
import { dataFolder } from './frame/product.ts'

/**
 * How long a genuine notification waits for its answer, over HTTP on one server and a durable database: while the provider answers our
 * requests, and while it accepts them and never answers. The second must cost nothing.
 */

const notifications = 2_000
const atOnce = 20
const bar = { most: 1_000 }

const log = pino({ level: 'silent' })
const clock = { now: () => Date.now() }
const world = scriptedProvider(clock)

const hanging: PaymentProvider = {
  ...world.provider,
  readPayment: (_paymentId, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    }),
}

await bench(async () => {
  const folder = dataFolder()
  const config = readConfig({ DATA_DIR: folder, RATE_LIMITS: 'off' })
  const cluster = await startEmbeddedPostgres(folder, log)
  atEnd(() => cluster.stop())
  await migrate(cluster.address)
  for (const [name, provider] of [
    ['answers', world.provider],
    ['hangs', hanging],
  ] as const) {
    const base = { config, clock, log, secrets: createSecrets(config) }
    const { app, close } = await startInstance(base, cluster.address, { providerFor: () => provider, name })
    atEnd(close)
    const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/crypto/ipn`
    const waits = await deliver(url, name, cluster.address)
    console.log(`the provider ${name}: ${notifications} notifications, ${atOnce} at once, ${spread(waits)} ms`)
    record(`99th percentile while the provider ${name}`, quantile(waits, 0.99), 'ms', bar)
  }
})

/** Delivers notifications of different payments, each paid in full. Returns the milliseconds until each answer. */
async function deliver(url: string, name: string, address: DatabaseAddress): Promise<number[]> {
  const { sql, close } = connectDatabase(address, { max: 2 })
  const invoices: string[] = []
  for (let index = 0; index < notifications; index++) {
    const orderId = `TT-${name.toUpperCase().padEnd(8, '0')}${String(index).padStart(18, '0')}`
    const now = new Date(clock.now()).toISOString()
    await sql`
      insert into payment_order (order_id, user_email, username, plan, tier, price_cents, provider, state, status, created_at, updated_at)
      values (${orderId}, null, null, 'basic_monthly', 'basic', 1199, 'nowpayments', 'open', 'waiting', ${now}, ${now})`
    world.invoices.set(`${name} ${index}`, { orderId, priceCents: 1199 })
    invoices.push(`${name} ${index}`)
  }
  await close()
  const first = world.sent.length
  for (const invoice of invoices) world.pay(invoice, { status: 'finished' }, 1)
  const queue = world.sent.slice(first)
  const waits: number[] = []
  const run = async () => {
    for (let sent = queue.pop(); sent !== undefined; sent = queue.pop()) {
      const before = performance.now()
      const answer = await fetch(url, { method: 'POST', headers: sent.headers, body: sent.payload })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`a notification was answered ${answer.status}`)
      waits.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return waits
}

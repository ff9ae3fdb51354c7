import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createChanges } from '#server/changes.ts'
import { connectDatabase } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { testApp } from '#server/testing/app.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { quick } from '../testing/nowpayments-stand-in.ts'
import { registerNotificationRoute } from './notifications/inbox.ts'
import { configuredNowPayments } from './provider/configured.ts'
import { createPayments } from './service.ts'
import { settlementScene } from './testing/settlement-scene.ts'

const scene = await settlementScene()
const { np, kernel, app, payments, sql, clock, opened } = scene

/** A second server over the same database, with connections of its own. */
async function secondServer() {
  const { sql: service, close } = connectDatabase(kernel.address, { max: 5, name: 'second server' })
  const changes = await createChanges(service, kernel.log, 20)
  const second: Kernel = { ...kernel, sql: service, changes }
  const settling = createPayments(second, configuredNowPayments(second, quick))
  const route = await testApp(second, (each) => registerNotificationRoute(each, second, settling))
  return {
    kernel: second,
    payments: settling,
    app: route,
    async stop() {
      await settling.close()
      await changes.close()
      await close()
    },
  }
}

test('cases 20, 64: twenty notifications at once on two servers, both jobs and the buyer at the same time: once', async () => {
  const second = await secondServer()
  for (let round = 0; round < 5; round += 1) {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => np.send(index % 2 === 0 ? app : second.app, id)),
      payments.settle(),
      second.payments.settle(),
      scene.reconcile(who, { order_id: orderId, payment_id: id }),
    ])
    await Promise.all([payments.settle(), second.payments.settle()])
    expect((await scene.order(orderId)).state).toBe('paid')
    expect(await scene.grantsOf(who)).toHaveLength(1)
    expect(await sql`select from outbox where cause = ${`activated:${orderId}`}`).toHaveLength(1)
  }
  await second.stop()
})

test('case 66: the jobs of two servers ask about each order once', async () => {
  const second = await secondServer()
  const orders = await Promise.all(Array.from({ length: 6 }, () => opened()))
  for (const { orderId } of orders) np.pay(orderId, { status: 'finished', share: 1 })
  clock.advance(3 * MINUTE_MS)
  const before = np.requests.length
  await Promise.all([payments.settle(), second.payments.settle(), payments.settle()])
  for (const { orderId } of orders) expect((await scene.order(orderId)).state).toBe('paid')
  const lists = np.requests
    .slice(before)
    .filter(({ path }) => path.startsWith('/v1/payment/?') || path.startsWith('/payment/?'))
  const invoices = lists.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('invoiceId'))
  expect([invoices.length, new Set(invoices).size]).toEqual([6, 6])
  await second.stop()
})

test('case 24: only an early notification came, case 25: none: the schedule finds what was paid', async () => {
  const early = await opened()
  const id = np.pay(early.orderId, { status: 'confirming', share: 1 })
  await np.send(app, id)
  await payments.settle()
  np.move(id, { status: 'finished' })
  const silent = await opened()
  np.pay(silent.orderId, { status: 'finished', share: 1 })
  clock.advance(2 * MINUTE_MS)
  await payments.settle()
  for (const { who, orderId } of [early, silent]) {
    expect((await scene.order(orderId)).state).toBe('paid')
    expect(await scene.grantsOf(who)).toHaveLength(1)
  }
})

test('a server that stops ends its questions at once, and takes up nothing more', async () => {
  const { orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  const slow = createPayments(kernel, configuredNowPayments(kernel, { ...quick, timeoutMs: 20_000 }))
  const inboxOnly = await testApp(kernel, (each) =>
    registerNotificationRoute(each, kernel, { provider: payments.provider, wake: () => undefined }),
  )
  np.fail('payment', 'hang')
  try {
    await np.send(inboxOnly, id)
    const settling = slow.settle().catch(() => undefined)
    await expect.poll(() => np.requests.some(({ path }) => path.includes(id))).toBe(true)
    const startedAt = performance.now()
    await slow.close()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    await settling
    slow.wake()
    await slow.settle()
    expect((await scene.order(orderId)).activated).toBe(false)
  } finally {
    np.recover()
  }
  await payments.settle()
  await expect.poll(async () => (await scene.order(orderId)).state, { timeout: 10_000 }).toBe('paid')
})

test('case 60: a server whose connections are cut while it settles: another one ends the work', async () => {
  const second = await secondServer()
  for (let round = 0; round < 4; round += 1) {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    const sending = np.send(second.app, id)
    await sleep(round * 4)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'second server'`
    await sending
    expect(await np.send(app, id)).toBe(200)
    await payments.settle()
    expect((await scene.order(orderId)).state).toBe('paid')
    expect(await scene.grantsOf(who)).toHaveLength(1)
  }
  await second.stop()
})

test('a provider that hangs for one order holds up the notifications of no other', async () => {
  const hanging = await opened()
  const other = await opened()
  const patient = createPayments(kernel, configuredNowPayments(kernel, { ...quick, timeoutMs: 20_000 }))
  const route = await testApp(kernel, (each) => registerNotificationRoute(each, kernel, patient))
  np.fail('payment', 'hang')
  try {
    const id = np.pay(hanging.orderId, { status: 'finished', share: 1 })
    await np.send(route, id)
    await expect.poll(() => np.requests.some(({ path }) => path.includes(id))).toBe(true)
    await np.send(route, np.pay(other.orderId, { status: 'confirming', share: 1 }))
    await expect.poll(async () => (await scene.order(other.orderId)).state, { timeout: 10_000 }).toBe('in_flight')
    expect((await scene.order(hanging.orderId)).activated).toBe(false)
  } finally {
    np.recover()
    await patient.close()
  }
})

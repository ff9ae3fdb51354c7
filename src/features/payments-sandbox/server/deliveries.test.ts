import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { createDeliveries } from './deliveries.ts'
import { course, sandboxScene } from './testing/scene.ts'

const scene = await sandboxScene()
const { kernel, play } = scene
const { sql, clock } = kernel
const patience = { timeout: 10_000 }

async function invoice(priceCents?: number, coin?: string): Promise<string> {
  return (await scene.checkout(priceCents, coin)).invoiceId
}

test('notifications: lost ones never leave, doubled twice, reversed last first, delayed a minute later, old ones again', async () => {
  const lost = await play(await invoice(), { action: 'pay', notify: 'lost' })
  expect(scene.received).toEqual([])
  expect(lost.deliveries.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0])
  await play(await invoice(), { action: 'pay', notify: 'doubled' })
  expect(scene.received.map(({ status }) => status)).toEqual(course.flatMap((status) => [status, status]))
  scene.received.length = 0
  const invoiceId = await invoice()
  const { deliveries } = await play(invoiceId, { action: 'pay', notify: 'reversed' })
  expect(scene.received.map(({ status }) => status)).toEqual(course.toReversed())
  const first = deliveries.find(({ status }) => status === 'waiting')
  await play(invoiceId, { action: 'replay', delivery_id: String(first?.delivery_id) })
  expect(scene.received.at(-1)?.body).toEqual(scene.received[4]?.body)
  scene.received.length = 0
  await play(await invoice(), { action: 'pay', notify: 'delayed' })
  expect(scene.received).toEqual([])
  clock.advance(MINUTE_MS)
  await expect.poll(() => scene.received.map(({ status }) => status), patience).toEqual(course)
})

test('an answer that is no success, or none within three seconds, is repeated after a minute, three times', async () => {
  const invoiceId = await invoice()
  scene.answers = 503
  await play(invoiceId, { action: 'open' })
  expect(scene.received).toHaveLength(1)
  const deliveries = createDeliveries(kernel)
  onTestFinished(() => deliveries.close())
  for (let minute = 1; minute <= 5; minute += 1) {
    clock.advance(59_000)
    await deliveries.deliver()
    expect(scene.received).toHaveLength(Math.min(minute, 4))
    clock.advance(1_000)
    await deliveries.deliver()
    await expect.poll(() => scene.received.length, patience).toBe(Math.min(minute + 1, 4))
  }
  const { deliveries: rows } = await play(invoiceId, { action: 'open' })
  expect(rows[1]).toMatchObject({ attempts: 4, answered: 503, next_attempt_at: null })
  scene.answers = 'silent'
  await play(invoiceId, { action: 'open' })
  await expect.poll(() => scene.hungUpAfter.length, patience).toBe(1)
  expect(scene.hungUpAfter[0]).toBeGreaterThan(2_800)
  expect(scene.hungUpAfter[0]).toBeLessThan(6_000)
  const read = await play(invoiceId, { action: 'open', notify: 'lost' })
  expect(read.deliveries[1]).toMatchObject({ attempts: 1, answered: null, next_attempt_at: expect.any(String) })
})

test('deliveries of a stopped server are made by the next one; two servers deliver each once', async () => {
  scene.answers = 200
  await sql`update sandbox_delivery set next_attempt_at = null`
  await play(await invoice(), { action: 'pay', notify: 'delayed' })
  clock.advance(MINUTE_MS)
  scene.received.length = 0
  const [one, two] = [createDeliveries(kernel), createDeliveries(kernel)]
  await Promise.all([one.deliver(), two.deliver()])
  await expect.poll(() => scene.received.map(({ status }) => status).toSorted(), patience).toEqual(course.toSorted())
  await Promise.all([one.close(), two.close()])
  scene.answers = 'silent'
  await play(await invoice(), { action: 'open', notify: 'lost' })
  await sql`update sandbox_delivery set next_attempt_at = ${new Date(clock.now()).toISOString()} where manner = 'lost' and delivery_id = (select max(delivery_id) from sandbox_delivery)`
  const stopping = createDeliveries(kernel)
  const running = stopping.deliver()
  await sleep(50)
  const began = performance.now()
  await stopping.close()
  await running
  expect(performance.now() - began).toBeLessThan(1_000)
})

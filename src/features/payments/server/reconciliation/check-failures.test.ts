import { describe, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { checkDueOrders } from './due-orders.ts'
import { createClient } from '../provider/client.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { scheduleOf } from '../testing/schedule.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, bought, someone, order, payments } = scene
const { sql, clock } = kernel
const { signal } = new AbortController()
const { alone, dueNow } = scheduleOf(scene)

describe('a provider that fails', () => {
  test.each(['html', 'reset', 'truncated', 'hang', 500] as const)(
    'case 50: %s: tried again within minutes',
    (failure) =>
      alone(async () => {
        const anna = await someone()
        const { order_id: orderId } = await bought(anna)
        np.pay(orderId, { status: 'finished' })
        clock.advance(HOUR_MS)
        await dueNow(orderId)
        np.fail('all', failure)
        const timing = { ...quick, ...(failure === 'hang' && { timeoutMs: 50 }) }
        await checkDueOrders(kernel, createClient(kernel, configuredNowPayments(kernel, timing)), { signal })
        const failed = await order(orderId)
        expect(['unreachable', 'bad_answer']).toContain(failed.last_check_result)
        expect(failed).toMatchObject({ state: 'open', next_check_at: '2026-11-20T11:06:00.000Z' })
        np.recover()
        for (let minute = 0; minute < 10; minute += 1) {
          scene.passMinute()
          await checkDueOrders(kernel, payments.provider, { signal })
        }
        expect((await order(orderId)).activated).toBe(true)
      }),
  )

  test.each([
    [5, 1],
    [2 * 60, 12],
    [3 * 24 * 60, 60],
  ])('a check that failed comes back by the age of its order: after %i minutes in %i', (age, pause) =>
    alone(async () => {
      const { order_id: orderId } = await bought(await someone())
      clock.advance(age * MINUTE_MS)
      await dueNow(orderId)
      np.fail('list', { status: 400, body: { status: false, statusCode: 400 } })
      await checkDueOrders(kernel, createClient(kernel, configuredNowPayments(kernel, quick)), { signal })
      expect(await order(orderId)).toMatchObject({
        last_check_result: 'bad_answer',
        next_check_at: new Date(clock.now() + pause * MINUTE_MS).toISOString(),
      })
    }),
  )

  test('429 ends the run: the other orders wait for the next minute', () =>
    alone(async () => {
      const ids: string[] = []
      for (let made = 0; made < 4; made++) ids.push((await bought(await someone())).order_id)
      clock.advance(2 * MINUTE_MS)
      np.fail('list', 429)
      expect(await checkDueOrders(kernel, payments.provider, { signal })).toBe(1)
      const results = await Promise.all(ids.map(async (id) => (await order(id)).last_check_result))
      expect(results.filter((result) => result === 'rate_limited')).toHaveLength(1)
      expect(results.filter((result) => result === null)).toHaveLength(3)
    }))

  test('three failures in a row end the run', () =>
    alone(async () => {
      for (let made = 0; made < 5; made++) await bought(await someone())
      clock.advance(2 * MINUTE_MS)
      await np.down()
      try {
        expect(await checkDueOrders(kernel, payments.provider, { signal })).toBe(3)
      } finally {
        await np.up()
        await expect.poll(async () => (await scene.buy(await someone())).statusCode, { timeout: 5_000 }).toBe(201)
      }
    }))

  test('case 52: a refused key is tried five times, then left alone; the admins are alerted once', () =>
    alone(async () => {
      const shut = createClient(kernel, configuredNowPayments(kernel, { ...quick, breakMs: MINUTE_MS }))
      const ids: string[] = []
      for (let made = 0; made < 7; made++) {
        const { order_id: orderId } = await bought(await someone())
        await np.send(app, np.pay(orderId, { status: 'confirming' }))
        ids.push(orderId)
      }
      await payments.settle()
      clock.advance(2 * MINUTE_MS)
      np.fail('all', 'wrong_key')
      const before = np.requests.length
      for (let minute = 0; minute < 14; minute++) {
        await checkDueOrders(kernel, shut, { signal })
        clock.advance(MINUTE_MS)
      }
      expect(np.requests.length - before).toBe(5)
      const checked = await Promise.all(ids.map((id) => order(id)))
      const results = checked.flatMap(({ last_check_result: result }) => result ?? [])
      expect(results).toEqual(Array.from({ length: 5 }, () => 'misconfigured'))
      expect(new Set(checked.map(({ state }) => state))).toEqual(new Set(['in_flight']))
      expect(await sql`select from outbox where kind = 'admin_alert' and cause like '%misconfigured%'`).toHaveLength(1)
      np.recover()
      clock.advance(2 * MINUTE_MS)
      const open = createClient(kernel, configuredNowPayments(kernel, quick))
      expect(await checkDueOrders(kernel, open, { signal })).toBe(7)
      expect(await order(ids[0] ?? '')).toMatchObject({ last_check_result: 'payment_found' })
    }))

  test('case 52: a refused login stops lists alone: a payment that is known is read and activates', () =>
    alone(async () => {
      const fresh = createPayments(kernel, configuredNowPayments(kernel, quick))
      const [unnotified, notified] = [await bought(await someone()), await bought(await someone())]
      np.pay(unnotified.order_id, { status: 'finished' })
      const id = np.pay(notified.order_id, { status: 'confirming' })
      await np.send(app, id)
      await payments.settle()
      np.move(id, { status: 'finished' })
      np.fail('auth', 'wrong_key')
      clock.advance(2 * MINUTE_MS)
      await checkDueOrders(kernel, fresh.provider, { signal })
      expect(await order(unnotified.order_id)).toMatchObject({ state: 'open', last_check_result: 'misconfigured' })
      expect(await order(notified.order_id)).toMatchObject({ state: 'paid', last_check_result: 'payment_found' })
      const late = await bought(await someone())
      const paid = np.pay(late.order_id, { status: 'finished' })
      await np.send(app, paid)
      await fresh.settle()
      await expect.poll(async () => (await order(late.order_id)).activated).toBe(true)
      await fresh.close()
    }))

  test('a stop in the middle of a question leaves the order due', () =>
    alone(async () => {
      const { order_id: orderId } = await bought(await someone())
      clock.advance(2 * MINUTE_MS)
      np.fail('all', 'hang')
      const stop = new AbortController()
      const before = np.requests.length
      const run = checkDueOrders(
        kernel,
        createClient(kernel, configuredNowPayments(kernel, { ...quick, timeoutMs: 60_000 })),
        {
          signal: stop.signal,
        },
      )
      await vi.waitFor(() => expect(np.requests.length).toBeGreaterThan(before), { timeout: 20_000 })
      stop.abort()
      await run
      expect(await order(orderId)).toMatchObject({
        state: 'open',
        last_check_result: null,
        next_check_at: '2026-11-20T10:02:00.000Z',
      })
    }))
})

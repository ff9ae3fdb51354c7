import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { checkOrder } from './check.ts'
import { checkDueOrders } from './due-orders.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { scheduleOf } from '../testing/schedule.ts'
import { serveBuyers, buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, bought, someone, order, payments, grantsOf } = scene
const { sql, clock } = kernel
const { signal } = new AbortController()

const { alone, dueNow } = scheduleOf(scene)

describe('the job finds payments whose notification was lost', () => {
  test('case 25: every notification was lost: the invoice’s list brings the payment, which activates once', () =>
    alone(async () => {
      const anna = await someone()
      const { order_id: orderId } = await bought(anna)
      const id = np.pay(orderId, { status: 'finished' })
      clock.advance(2 * MINUTE_MS)
      await payments.settle()
      expect(await order(orderId)).toMatchObject({
        state: 'paid',
        status: 'finished',
        activated: true,
        last_check_result: 'payment_found',
        last_checked_at: '2026-11-20T10:02:00.000Z',
        next_check_at: null,
      })
      expect(await sql`select read_back_at from provider_payment where provider_payment_id = ${id}`).toMatchObject([
        { read_back_at: '2026-11-20T10:02:00.000Z' },
      ])
      await payments.settle()
      expect(await grantsOf(anna)).toHaveLength(1)
    }))

  test('case 24: only `confirming` came, `finished` was lost: the payment is read', () =>
    alone(async () => {
      const anna = await someone()
      const { order_id: orderId } = await bought(anna)
      const id = np.pay(orderId, { status: 'confirming' })
      await np.send(app, id)
      await payments.settle()
      expect(await order(orderId)).toMatchObject({ state: 'in_flight', status: 'confirming' })
      np.move(id, { status: 'finished' })
      const reads = np.count(`GET /payment/${id}`)
      clock.advance(2 * MINUTE_MS)
      await payments.settle()
      expect(np.count(`GET /payment/${id}`)).toBe(reads + 1)
      expect(await order(orderId)).toMatchObject({ state: 'paid', activated: true })
    }))

  test('a second payment of the same page, in another coin, is found beside the first', () =>
    alone(async () => {
      const anna = await someone()
      const { order_id: orderId } = await bought(anna)
      await np.send(app, np.pay(orderId, { status: 'waiting' }))
      await payments.settle()
      np.pay(orderId, { status: 'finished', coin: 'trx' })
      clock.advance(2 * MINUTE_MS)
      await payments.settle()
      expect(await order(orderId)).toMatchObject({ state: 'paid', activated: true })
    }))

  test('case 57: ids as numbers in a reading and as text in an invoice are the same payment', () =>
    alone(async () => {
      const anna = await someone()
      const { order_id: orderId } = await bought(anna)
      const id = np.pay(orderId, { status: 'confirming' })
      await np.send(app, id, { payment_id: id, invoice_id: np.invoiceOf(orderId)?.id })
      clock.advance(2 * MINUTE_MS)
      await payments.settle()
      expect(await sql`select provider_payment_id from provider_payment where order_id = ${orderId}`).toEqual([
        { provider_payment_id: id },
      ])
    }))

  test('case 55: a login that expired in between is renewed once, and the list goes on', () =>
    alone(async () => {
      const [anna, bruno] = [await someone(), await someone()]
      const first = await bought(anna)
      const second = await bought(bruno)
      np.pay(first.order_id, { status: 'finished' })
      np.pay(second.order_id, { status: 'finished' })
      await checkOrder(kernel, payments.provider, first.order_id, { signal })
      np.expireTokens()
      expect(await checkOrder(kernel, payments.provider, second.order_id, { signal })).toBe('payment_found')
      expect(await order(second.order_id)).toMatchObject({ activated: true })
    }))
})

describe('the schedule', () => {
  test('asks after 2, 5, 10, 30 minutes, an hour, then hourly; gives up on day 8', () =>
    alone(async () => {
      const anna = await someone()
      const start = clock.now()
      const { order_id: orderId } = await bought(anna)
      const moments: number[] = []
      let next = (await order(orderId)).next_check_at
      while (next !== null) {
        moments.push((Date.parse(next) - start) / MINUTE_MS)
        clock.set(next)
        await checkDueOrders(kernel, payments.provider, { signal })
        next = (await order(orderId)).next_check_at
      }
      expect(moments.slice(0, 8)).toEqual([2, 5, 10, 30, 60, 120, 180, 240])
      expect(moments.at(-1)).toBe(8 * 24 * 60)
      expect(moments).toHaveLength(4 + 24 + 28)
      expect(await order(orderId)).toMatchObject({ state: 'dead', status: 'expired' })
    }))

  test('money that comes to a dead order is taken', () =>
    alone(async () => {
      const anna = await someone()
      const { order_id: orderId } = await bought(anna)
      clock.advance(9 * DAY_MS)
      await dueNow(orderId)
      await payments.settle()
      expect(await order(orderId)).toMatchObject({ state: 'dead', next_check_at: null })
      await np.send(app, np.pay(orderId, { status: 'finished' }))
      await payments.settle()
      expect(await order(orderId)).toMatchObject({ state: 'paid', activated: true })
    }))

  test('a due order is checked once, however often the job runs', () =>
    alone(async () => {
      const anna = await someone()
      const { order_id: orderId } = await bought(anna)
      clock.advance(2 * MINUTE_MS)
      const before = np.requests.length
      expect(await checkDueOrders(kernel, payments.provider, { signal })).toBe(1)
      const requestCount = np.requests.length
      expect(requestCount).toBeGreaterThan(before)
      expect(await checkDueOrders(kernel, payments.provider, { signal })).toBe(0)
      expect(np.requests.length).toBe(requestCount)
      expect(await order(orderId)).toMatchObject({ next_check_at: '2026-11-20T10:05:00.000Z' })
    }))

  test('case 66: the job of two servers checks each order once', () =>
    alone(async () => {
      const second = createPayments(kernel, configuredNowPayments(kernel, quick))
      await serveBuyers(kernel, second)
      try {
        const ids: string[] = []
        for (let made = 0; made < 6; made++) ids.push((await bought(await someone())).order_id)
        clock.advance(2 * MINUTE_MS)
        await Promise.all([payments.settle(), second.settle(), payments.settle(), second.settle()])
        for (const id of ids) expect(await order(id)).toMatchObject({ last_check_result: 'nothing_found' })
        const lists = np.requests.filter(({ method, path }) => method === 'GET' && path.includes('invoiceId='))
        for (const id of ids) {
          const invoice = np.invoiceOf(id)?.id ?? 'none'
          expect(lists.filter(({ path }) => path.includes(`invoiceId=${invoice}`))).toHaveLength(1)
        }
      } finally {
        await second.close()
      }
    }))
})

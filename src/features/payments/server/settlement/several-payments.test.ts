import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { checkOrder } from '../reconciliation/check.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, bought, someone, order, payments, grantsOf } = scene
const { clock } = kernel
const { signal } = new AbortController()

beforeEach(() => np.recover())

describe('one order with several payments', () => {
  test('a payment that cannot be read hides no other payment, and is reported', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const first = np.pay(orderId, { status: 'waiting', coin: 'btc' })
    await np.send(app, first)
    await payments.settle()
    const second = np.pay(orderId, { status: 'finished' })
    np.fail(`GET /payment/${first}`, 500)
    clock.advance(2 * MINUTE_MS)
    expect(await checkOrder(kernel, payments.provider, orderId, { signal })).toBe('unreachable')
    expect(await order(orderId)).toMatchObject({ state: 'paid', paid_payment_id: second })
  })

  test('a payment that another one names as a deposit never pays, though its own record knows of no parent', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const parent = np.pay(orderId, { status: 'partially_paid', share: 0.02 })
    const child = np.pay(orderId, { status: 'finished', asked: '0.5', received: '0.5', parent })
    np.contradict(parent, { payment_extra_ids: [Number(child)] })
    np.contradict(child, { parent_payment_id: null, origin_type: null })
    await np.send(app, parent)
    await payments.settle()
    clock.advance(3 * MINUTE_MS)
    await payments.settle()
    expect(await order(orderId)).toMatchObject({ state: 'underpaid', activated: false })
    expect(await grantsOf(anna)).toHaveLength(0)
  })

  test('a payment that did not activate its order is a surplus, before and after the one that did', async () => {
    const { order_id: orderId } = await bought(await someone())
    const surplus = async () => {
      const rows = await kernel.sql<{ id: string }[]>`
        select provider_payment_id as id from provider_payment where order_id = ${orderId} and is_surplus order by first_seen_at`
      return rows.map(({ id }) => id)
    }
    const arrives = async (id: string) => {
      await np.send(app, id)
      clock.advance(MINUTE_MS)
      await payments.settle()
    }
    const part = np.pay(orderId, { status: 'partially_paid', share: 0.5 })
    await arrives(part)
    expect(await surplus()).toEqual([])
    await arrives(np.pay(orderId, { status: 'finished' }))
    expect(await order(orderId)).toMatchObject({ activated: true })
    expect(await surplus()).toEqual([part])
    const again = np.pay(orderId, { status: 'finished' })
    await arrives(again)
    expect(await surplus()).toEqual([part, again])
  })

  test('an entry of a list that would activate is read by itself first', async () => {
    const { order_id: orderId } = await bought(await someone())
    const id = np.pay(orderId, { status: 'finished' })
    np.fail(`GET /payment/${id}`, 500)
    expect(await checkOrder(kernel, payments.provider, orderId, { signal })).toBe('unreachable')
    expect(await order(orderId)).toMatchObject({ state: 'open', activated: false })
    np.recover()
    expect(await checkOrder(kernel, payments.provider, orderId, { signal })).toBe('payment_found')
    expect(await order(orderId)).toMatchObject({ activated: true })
  })
})

import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { registerNotificationRoute } from '../notifications/inbox.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { settleOrder } from './settle.ts'
import { settlementScene } from '../testing/settlement-scene.ts'

const scene = await settlementScene()
const { np, kernel, payments, sql, clock, opened, deliver, item, mails } = scene

describe('doubts', () => {
  test('case 31: 40 % short at confirmed; then partially paid: the buyer is mailed once', async () => {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'confirmed', share: 0.6 })
    await deliver(id)
    expect(await scene.order(orderId)).toMatchObject({ state: 'in_flight', status: 'confirming', activated: false })
    np.move(id, { status: 'partially_paid' })
    await deliver(id)
    await deliver(id, { fee: { currency: 'usd', depositFee: 1e-7 } })
    expect(await scene.order(orderId)).toMatchObject({ state: 'underpaid', status: 'partially_paid' })
    expect((await mails(orderId)).map(({ cause }) => cause)).toEqual([`underpaid:${orderId}`])
    expect(await scene.grantsOf(who)).toEqual([])
  })

  test('case 34: then marked finished by the merchant: a person looks', async () => {
    const { orderId } = await opened()
    const id = np.pay(orderId, { status: 'partially_paid', share: 0.6 })
    await deliver(id)
    np.move(id, { status: 'finished' })
    await deliver(id)
    expect(await scene.order(orderId)).toMatchObject({ state: 'review', review_reason: 'finished_short' })
  })

  test('cases 35–37: deposits to a used address, of the coin or of another, pay nothing', async () => {
    const { who, orderId } = await opened()
    const parent = np.pay(orderId, { status: 'partially_paid', share: 0.6 })
    await deliver(parent)
    const rest = np.pay(orderId, { status: 'finished', share: 0.4, parent })
    const wrong = np.pay(orderId, { status: 'finished', share: 1, parent, coin: 'doge' })
    await deliver(rest)
    await deliver(wrong)
    expect((await scene.order(orderId)).state).toBe('underpaid')
    expect([await item(rest), await item(wrong)]).toEqual(['child_payment', 'child_payment'])
    expect(await scene.grantsOf(who)).toEqual([])
  })

  test.each([
    ['case 38: another price', { price_amount: 0.01 }, 'price_mismatch'],
    ['case 39: euro', { price_currency: 'eur' }, 'currency_mismatch'],
    ['case 40: received is 0', { actually_paid: 0 }, 'finished_short'],
    ['case 40: received is missing', { actually_paid: undefined }, 'finished_short'],
    ['case 40: received is no number', { actually_paid: 'NaN' }, 'finished_short'],
    ['case 40: received is negative', { actually_paid: -5 }, 'finished_short'],
  ])('%s at finished: not active, a person looks', async (_name, changes, code) => {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    await deliver(id, changes)
    expect(await scene.order(orderId)).toMatchObject({ state: 'review', review_reason: code, activated: false })
    expect(await scene.grantsOf(who)).toEqual([])
  })

  test('case 41: failed under the coin’s minimum, with money', async () => {
    const { orderId } = await opened()
    await deliver(np.pay(orderId, { status: 'failed', share: 0.3 }))
    expect(await scene.order(orderId)).toMatchObject({
      state: 'review',
      status: 'confirming',
      review_reason: 'failed_with_money',
    })
  })

  test('case 43: expired then paid late, case 44: failed then pushed through', async () => {
    for (const first of ['expired', 'failed'] as const) {
      const { orderId } = await opened()
      const id = np.pay(orderId, { status: first, share: 0 })
      await deliver(id)
      expect((await scene.order(orderId)).state).toBe('dead')
      np.move(id, { status: 'finished', share: 1 })
      await deliver(id)
      expect((await scene.order(orderId)).state).toBe('paid')
    }
  })

  test('case 46: an unknown status is stored and shown, nothing else', async () => {
    const { orderId } = await opened()
    const id = np.pay(orderId, { status: 'waiting' })
    await deliver(id, { payment_status: 'teleported' })
    expect([(await scene.order(orderId)).state, await item(id)]).toEqual(['open', 'unknown_status'])
  })

  test('money for an unknown order is stored, alerts the admins, and joins its order', async () => {
    const id = np.pay('SOMEBODY-ELSE', { status: 'finished', share: 1 })
    await deliver(id)
    expect(await item(id)).toBe('unknown_order')
    expect((await mails('SOMEBODY-ELSE')).map(({ kind }) => kind)).toEqual(['admin_alert'])
  })

  test('case 26: a notification that was here before its order row joins it', async () => {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    const saved = await sql`select * from payment_order where order_id = ${orderId}`
    const invoices = await sql`select * from payment_invoice where order_id = ${orderId}`
    await sql`delete from payment_invoice where order_id = ${orderId}`
    await sql`delete from payment_order where order_id = ${orderId}`
    await deliver(id)
    expect(await item(id)).toBe('unknown_order')
    await sql`insert into payment_order ${sql(saved)}`
    await sql`insert into payment_invoice ${sql(invoices)}`
    await settleOrder(kernel, orderId)
    await payments.settle()
    expect((await scene.order(orderId)).state).toBe('paid')
    expect(await scene.grantsOf(who)).toHaveLength(1)
  })
})

describe('our own reading', () => {
  test('case 53: unavailable: the genuine notification suffices after 15 minutes, and is read back later', async () => {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    np.fail('all', 503)
    try {
      await deliver(id)
      const minutePasses = () => {
        scene.passMinute()
        return payments.settle()
      }
      for (let minute = 1; minute < 15; minute += 1) {
        await minutePasses()
        expect((await scene.order(orderId)).activated).toBe(false)
      }
      await minutePasses()
      expect(await scene.order(orderId)).toMatchObject({ state: 'paid', activated: true })
      const [row] = await sql`select read_back_at from provider_payment where provider_payment_id = ${id}`
      expect(row?.['read_back_at']).toBeNull()
    } finally {
      np.recover()
    }
    for (let minute = 0; minute < 15; minute += 1) scene.passMinute()
    await payments.settle()
    const [row] = await sql`select read_back_at from provider_payment where provider_payment_id = ${id}`
    expect(row?.['read_back_at']).not.toBeNull()
    expect(await scene.grantsOf(who)).toHaveLength(1)
  })

  test('case 54: an answer that contradicts: not active, flagged, an alert once it lasts; the truth resolves it', async () => {
    const { orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    np.contradict(id, { payment_status: 'waiting', actually_paid: 0 })
    await deliver(id)
    expect(await scene.order(orderId)).toMatchObject({
      state: 'review',
      review_reason: 'contradiction',
      activated: false,
    })
    expect(await mails(orderId)).toEqual([])
    clock.advance(11 * MINUTE_MS)
    await payments.settle()
    expect((await mails(orderId)).map(({ cause }) => cause)).toEqual([`review:${orderId}:${id}:contradiction`])
    np.contradict(id, null)
    clock.advance(30 * MINUTE_MS)
    await payments.settle()
    expect(await scene.order(orderId)).toMatchObject({ state: 'paid', review_reason: null })
  })

  test('case 54: a provider that does not know the payment contradicts', async () => {
    const { orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    np.contradict(id, 'missing')
    await deliver(id)
    expect((await scene.order(orderId)).review_reason).toBe('contradiction')
  })

  test('case 52: a refused key: five questions, one alert, then none for a while', async () => {
    const { orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    np.fail('all', 'wrong_key')
    const readCount = () => np.requests.filter(({ method }) => method === 'GET').length
    const before = readCount()
    const service = createPayments(kernel, configuredNowPayments(kernel, { ...quick, breakMs: MINUTE_MS }))
    try {
      const route = await testApp(kernel, (each) => registerNotificationRoute(each, kernel, service))
      expect(await np.send(route, id)).toBe(200)
      for (let minute = 0; minute < 10; minute += 1) {
        await service.settle()
        clock.advance(MINUTE_MS)
      }
      expect(readCount() - before).toBe(5)
    } finally {
      np.recover()
      await service.close()
    }
    const alerts = await sql`select cause from outbox where cause like 'misconfigured:%'`
    expect(alerts).toHaveLength(1)
    const [health] = await sql`select last_failure from provider_health`
    expect(health).toEqual({ last_failure: 'misconfigured' })
  })
})

import { describe, expect, test } from 'vitest'
import { ledgerDiffers } from '#features/subscriptions/server/service.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { settleOrder } from './settle.ts'
import { settlementScene } from '../testing/settlement-scene.ts'

const scene = await settlementScene()
const { np, kernel, payments, sql, clock, opened, deliver, until, item, mails } = scene

describe('activation', () => {
  test('cases 29, 30: exact, at confirmed already; finished afterwards changes only the status', async () => {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'confirmed', share: 1 })
    await deliver(id)
    expect(await scene.order(orderId)).toMatchObject({ state: 'paid', status: 'confirmed', activated: true })
    const before = await until(who.trader_id)
    np.move(id, { status: 'finished' })
    await deliver(id)
    expect(await scene.order(orderId)).toMatchObject({ state: 'paid', status: 'finished', review_reason: null })
    expect(await until(who.trader_id)).toEqual(before)
    expect(await scene.grantsOf(who)).toHaveLength(1)
    expect(await ledgerDiffers(sql)).toEqual([])
  })

  test('the buyer is mailed once: the plan, until when, where the receipt is', async () => {
    const { who, orderId } = await opened('basic_annual')
    await deliver(np.pay(orderId, { status: 'finished', share: 1 }))
    const [mail, ...more] = await mails(orderId)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      kind: 'mail',
      recipient: `${who.username}@example.com`,
      cause: `activated:${orderId}`,
    })
    expect(mail?.body).toContain('il piano Basic Leaderboard, annuale è attivo fino al 20/11/2027')
    expect(mail?.body).toContain(`http://localhost:3000/?view=receipt&order=${orderId}`)
  })

  test('case 49: the order’s price counts, whatever the list says by now', async () => {
    const { who, orderId } = await opened()
    const wrong = np.pay(orderId, { status: 'finished', share: 1 })
    await sql`update payment_order set price_cents = 1999 where order_id = ${orderId}`
    await deliver(wrong)
    expect([(await scene.order(orderId)).state, await item(wrong)]).toEqual(['review', 'price_mismatch'])
    const right = np.pay(orderId, { status: 'finished', share: 1 })
    np.contradict(right, { price_amount: 19.99 })
    await deliver(right, { price_amount: 19.99 })
    expect((await scene.order(orderId)).state).toBe('paid')
    expect(await scene.grantsOf(who)).toHaveLength(1)
  })

  test('case 33: overpaid activates one period; the surplus is on record', async () => {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 3 })
    await deliver(id)
    expect(await scene.grantsOf(who)).toHaveLength(1)
    const [row] = await sql<{ more: boolean }[]>`
      select received::numeric = 3 * asked::numeric as more from provider_payment where provider_payment_id = ${id}`
    expect(row?.more).toBe(true)
  })

  test('case 42: one invoice paid twice: one period, one item, one alert', async () => {
    const { who, orderId } = await opened()
    const [first, second] = [np.pay(orderId, { status: 'finished', share: 1 }), np.pay(orderId, { status: 'finished' })]
    await deliver(first)
    await deliver(second)
    await payments.settle()
    expect(await scene.grantsOf(who)).toHaveLength(1)
    expect([await item(first), await item(second)]).toEqual([null, 'paid_twice'])
    const alerts = (await mails(orderId)).filter(({ kind }) => kind === 'admin_alert')
    expect(alerts.map(({ cause }) => cause)).toEqual([`review:${orderId}:${second}:paid_twice`])
  })

  test('case 45: refunded after it was active: still active, an item, an alert', async () => {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    await deliver(id)
    const before = await until(who.trader_id)
    np.move(id, { status: 'refunded' })
    await deliver(id)
    expect(await scene.order(orderId)).toMatchObject({ state: 'paid', activated: true })
    expect([await item(id), await until(who.trader_id)]).toEqual(['refunded', before])
    expect((await mails(orderId)).map(({ cause }) => cause)).toContain(`review:${orderId}:${id}:refunded`)
  })

  test('case 74: active to the millisecond, with the clock moved', async () => {
    const { who, orderId } = await opened('basic_monthly')
    await deliver(np.pay(orderId, { status: 'finished', share: 1 }))
    const [row] = await until(who.trader_id)
    const isActive = async () => {
      const url = `/api/user/${who.trader_id}/subscription-status`
      const answer = await scene.get(url, who)
      return answer.json<{ basic_leaderboard: { is_active: boolean } }>().basic_leaderboard.is_active
    }
    const now = clock.now()
    const end = Date.parse(row?.until ?? '')
    clock.set(end - 1)
    expect(await isActive()).toBe(true)
    clock.set(end)
    expect(await isActive()).toBe(false)
    clock.set(now)
  })
})

describe('an order without its user', () => {
  test('case 48: deactivated or erased between invoice and payment: no period, an orphan', async () => {
    for (const gone of ['deactivated', 'erased'] as const) {
      const { who, orderId } = await opened()
      if (gone === 'erased') await sql`update payment_order set trader_id = null where order_id = ${orderId}`
      else await sql`update trader set deactivated_at = now() where trader_id = ${who.trader_id}`
      await deliver(np.pay(orderId, { status: 'finished', share: 1 }))
      expect(await scene.order(orderId)).toMatchObject({ state: 'review', review_reason: 'orphan', activated: false })
      expect(await scene.grantsOf(who)).toEqual([])
    }
  })

  test('case 47: hidden, then money: shown again, active once an admin restores it', async () => {
    const { who, orderId } = await opened()
    await sql`update payment_order set deleted_at = ${new Date(clock.now()).toISOString()} where order_id = ${orderId}`
    await deliver(np.pay(orderId, { status: 'finished', share: 1 }))
    expect(await scene.order(orderId)).toMatchObject({ state: 'review', review_reason: 'money_after_delete' })
    const [row] = await sql`select resurfaced_at from payment_order where order_id = ${orderId}`
    expect(row?.['resurfaced_at']).not.toBeNull()
    await sql`update payment_order set deleted_at = null, resurfaced_at = null where order_id = ${orderId}`
    await settleOrder(kernel, orderId)
    expect((await scene.order(orderId)).state).toBe('paid')
    expect(await scene.grantsOf(who)).toHaveLength(1)
  })

  test.each([
    ['its money was known to be on its way', { status: 'confirming', share: 1 }],
    ['nothing of it was known', { status: 'waiting' }],
  ] as const)('case 47: hidden while %s, then finished: shown again', async (_what, known) => {
    const { orderId } = await opened()
    const id = np.pay(orderId, known)
    await deliver(id)
    await sql`update payment_order set deleted_at = ${new Date(clock.now()).toISOString()} where order_id = ${orderId}`
    await deliver(id, { updated_at: 1 })
    const shown = async () => {
      const [row] = await sql`select resurfaced_at from payment_order where order_id = ${orderId}`
      return row?.['resurfaced_at'] !== null
    }
    expect(await shown()).toBe(false)
    np.move(id, { status: 'finished', share: 1 })
    await deliver(id)
    expect(await scene.order(orderId)).toMatchObject({ state: 'review', review_reason: 'money_after_delete' })
    expect(await shown()).toBe(true)
    const calls = () => mails(orderId).then((all) => all.map(({ cause }) => cause))
    expect(await calls()).toEqual([`review:${orderId}::money_after_delete:${clock.now()}`])

    // Hidden again: money that comes after that calls again.
    clock.advance(MINUTE_MS)
    await sql`update payment_order set deleted_at = ${new Date(clock.now()).toISOString()}, resurfaced_at = null
               where order_id = ${orderId}`
    await deliver(np.pay(orderId, { status: 'finished', share: 1 }))
    expect(await shown()).toBe(true)
    expect(await calls()).toHaveLength(2)
  })

  test('an order that a reconciliation found dead comes back to life: it is to be reconciled again', async () => {
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'waiting' })
    await deliver(id)
    np.move(id, { status: 'failed', received: '0' })
    await scene.reconcile(who, { payment_id: id, order_id: orderId })
    expect((await scene.order(orderId)).reconciled_at).not.toBeNull()
    np.move(id, { status: 'partially_paid', share: 0.5 })
    await deliver(id)
    expect(await scene.order(orderId)).toMatchObject({ state: 'underpaid', reconciled_at: null })
  })

  test('money that is on its way for eight days is for a person, and activates whenever it arrives', async () => {
    const { orderId } = await opened()
    const id = np.pay(orderId, { status: 'confirming', share: 1 })
    await deliver(id)
    const begun = clock.now()
    for (const day of [1, 4, 7, 8, 9, 14, 20]) {
      clock.set(begun + day * DAY_MS)
      await payments.settle()
    }
    expect(await scene.order(orderId)).toMatchObject({ state: 'in_flight', activated: false })
    expect(await item(id)).toBe('stuck_with_money')
    expect((await mails(orderId)).map(({ cause }) => cause)).toEqual([`review:${orderId}:${id}:stuck_with_money`])
    np.move(id, { status: 'finished' })
    clock.advance(DAY_MS)
    await payments.settle()
    expect((await scene.order(orderId)).state).toBe('paid')
    expect(await item(id)).toBeNull()
  })

  test('a period beyond all bounds is refused: paid, not active, a person looks', async () => {
    const { who, orderId } = await opened('annual')
    await sql`
      insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
      values (${kernel.secrets.newId()}, ${who.trader_id}, 'diamond', '2100-12-01', 'active', 'manual', now(), now())`
    await deliver(np.pay(orderId, { status: 'finished', share: 1 }))
    expect(await scene.order(orderId)).toMatchObject({ state: 'review', review_reason: 'grant_refused' })
    await sql`delete from subscription where trader_id = ${who.trader_id}`
  })
})

test('the ledger adds up to the plans, after all of this', async () => {
  expect(await ledgerDiffers(sql)).toEqual([])
})

import { asOwner } from '#server/testing/database.ts'
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { checkPauseMs, checkLimit } from './reconcile.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { serveBuyers, buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, payments, admin, bought, someone, order, reconcile, grantsOf, get } = scene
const { sql, clock } = kernel

const auditOf = async (orderId: string) =>
  (await get('/api/admin/audit', admin))
    .json<{ entries: { action: string; details: Record<string, unknown> }[] }>()
    .entries.filter((entry) => entry.details['order_id'] === orderId)

describe('unusual states', () => {
  test('a dead order that turns out paid is reconciled then', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const id = np.pay(orderId, { status: 'failed', received: '0' })
    await np.send(app, id)
    await payments.settle()
    expect(await order(orderId)).toMatchObject({ state: 'dead', reconciled_at: null })
    np.move(id, { status: 'finished', share: 1 })
    clock.advance(checkPauseMs)
    await reconcile(anna, { order_id: orderId, payment_id: id })
    expect(await order(orderId)).toMatchObject({
      state: 'paid',
      reconciled_at: new Date(clock.now()).toISOString(),
    })
  })

  test('a check in the future, by a wrong clock, holds up no other', async () => {
    const anna = await someone()
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    await sql`
      update payment_order set last_checked_at = ${new Date(clock.now() + DAY_MS).toISOString()},
                               next_check_at = ${new Date(clock.now() + 90_000_000).toISOString()}
       where order_id = ${orderId}`
    await scene.statusOf(orderId, anna)
    // The view of the order makes it due and wakes the settlement, which must have ended before the order changes again.
    await payments.settle()
    expect(await order(orderId)).toMatchObject({
      last_checked_at: new Date(clock.now()).toISOString(),
      last_check_result: 'nothing_found',
    })
    await sql`
      update payment_order set last_checked_at = ${new Date(clock.now() + DAY_MS).toISOString()}
       where order_id = ${orderId}`
    np.pay(orderId, { status: 'finished' })
    const answer = await reconcile(admin, { order_id: orderId, payment_id: paymentId })
    expect(answer.json()).toMatchObject({ checked: true, activated: true })
  })

  test('an admin’s line is written with what it changes, or neither is', async () => {
    const anna = await someone()
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    np.pay(orderId, { status: 'finished' })
    await asOwner(
      kernel,
      (own) => own`
      create function no_line() returns trigger language plpgsql as $$ begin raise 'no room for this line'; end $$`,
    )
    await asOwner(
      kernel,
      (own) => own`
      create trigger no_line before insert on audit_log for each row
        when (new.action = 'payment.reconcile') execute function no_line()`,
    )
    try {
      expect((await reconcile(admin, { order_id: orderId, payment_id: paymentId })).statusCode).toBe(500)
      expect(await order(orderId)).toMatchObject({ state: 'open', activated: false })
      expect(await grantsOf(anna)).toEqual([])
    } finally {
      await asOwner(kernel, (own) => own`drop function no_line cascade`)
    }
    clock.advance(checkPauseMs)
    const answer = await reconcile(admin, { order_id: orderId, payment_id: paymentId })
    expect(answer.json()).toMatchObject({ activated: true })
    expect(await auditOf(orderId)).toMatchObject([{ details: { before: { state: 'open' }, after: { state: 'paid' } } }])
    expect(await grantsOf(anna)).toHaveLength(1)
  })

  test('an own invoice may have the number of another user’s payment', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { order_id: orderId, payment_id: invoice } = await bought(anna)
    const other = await bought(bruno)
    await sql`
      insert into provider_payment (provider, provider_payment_id, order_id, status, raw_status, first_seen_at, last_seen_at)
      values ('nowpayments', ${invoice}, ${other.order_id}, 'waiting', 'waiting', now(), now())`
    expect((await reconcile(anna, { order_id: orderId, payment_id: invoice })).statusCode).toBe(200)
  })

  test('an order whose user is deactivated is bound by an admin, with both names in the audit', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    np.pay(orderId, { status: 'finished' })
    await sql`update trader set deactivated_at = now() where trader_id = ${anna.trader_id}`
    const email = `${bruno.username}@example.com`
    const answer = await reconcile(admin, { order_id: orderId, payment_id: paymentId, email })
    expect(answer.json()).toMatchObject({ activated: true })
    expect(await grantsOf(bruno)).toHaveLength(1)
    const bound = (await auditOf(orderId)).find(({ action }) => action === 'payment.bind')
    expect(bound?.details).toMatchObject({
      before: { trader_id: anna.trader_id },
      after: { trader_id: bruno.trader_id },
    })
    expect(JSON.stringify(bound)).not.toContain('@')
  })

  test('an active order stays its user’s, also when they are deactivated', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    np.pay(orderId, { status: 'finished' })
    await reconcile(anna, { order_id: orderId, payment_id: paymentId })
    await sql`update trader set deactivated_at = now() where trader_id = ${anna.trader_id}`
    const named = (
      await sql<{ id: string }[]>`
      select provider_payment_id as id from provider_payment where order_id = ${orderId}`
    )[0]?.id
    await reconcile(admin, { order_id: orderId, payment_id: named, email: `${bruno.username}@example.com` })
    const [order] = await sql`select trader_id, activated from payment_order where order_id = ${orderId}`
    expect(order).toEqual({ trader_id: anna.trader_id, activated: true })
    expect((await auditOf(orderId)).filter(({ action }) => action === 'payment.bind')).toEqual([])
  })
})

describe('the pace of one person', () => {
  test('one question at a time: further requests meanwhile get the last known state', async () => {
    const anna = await someone()
    const orders = []
    for (const plan of ['monthly', 'annual', 'basic_annual'] as const) orders.push(await bought(anna, plan))
    const before = np.count('GET /payment/?')
    const { provider } = payments
    const listPayments = provider.listPayments.bind(provider)
    const release = Promise.withResolvers<void>()
    const held = vi.spyOn(provider, 'listPayments').mockImplementation(async function* (query, options) {
      await release.promise
      yield* listPayments(query, options)
    })
    let answered = 0
    const asking = orders.map(async ({ order_id, payment_id }) => {
      const answer = await reconcile(anna, { order_id, payment_id })
      answered += 1
      return answer
    })
    await expect.poll(() => answered, { timeout: 10_000 }).toBe(2)
    release.resolve()
    const answers = await Promise.all(asking)
    held.mockRestore()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(answers.filter((answer) => answer.json<{ checked: boolean }>().checked)).toHaveLength(1)
    expect(np.count('GET /payment/?') - before).toBe(1)
  })

  test('twenty questions an hour over two servers together; an admin has no limit', async () => {
    const anna = await someone()
    const start = clock.now()
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    const body = { order_id: orderId, payment_id: paymentId }
    const second = createPayments(kernel, configuredNowPayments(kernel, quick))
    const servers = [app, await serveBuyers(kernel, second)]
    const { times } = checkLimit
    try {
      expect((await reconcile(anna, body)).json()).toMatchObject({ checked: true })
      // A request that sends no question, because the last one is recent, does not count.
      expect((await reconcile(anna, body, servers[1])).json()).toMatchObject({ checked: false })
      clock.advance(checkPauseMs)
      for (let round = 1; round < times; round++) {
        expect((await reconcile(anna, body, servers[round % 2])).json()).toMatchObject({ checked: true })
        clock.advance(checkPauseMs)
      }
      for (const server of servers) {
        const refused = await reconcile(anna, body, server)
        expect(refused.statusCode).toBe(429)
        expect(refused.headers['retry-after']).toBe(String(3600 - times * 10))
      }
      expect((await reconcile(admin, body)).json()).toMatchObject({ checked: true })
      clock.set(start + HOUR_MS)
      expect((await reconcile(anna, body)).statusCode).toBe(200)
    } finally {
      clock.set(start)
      await second.close()
    }
  })
})

import { describe, expect, test } from 'vitest'
import { person } from '#server/testing/people.ts'
import { adminScene, ids, type List } from '../testing/admin-scene.ts'

const scene = await adminScene()
const { kernel, buyer, call, list, detail, dashboard, remove, restore, order, payment, invoice, event, erase } = scene
const { sql, clock } = kernel

describe('the list', () => {
  test('shows an order with its payment, the amount that arrived, and its invoice', async () => {
    await erase()
    const made = new Date(clock.now()).toISOString()
    const id = await order({ trader: buyer, plan: 'annual', state: 'underpaid', status: 'partially_paid' })
    await invoice(id, '5550001')
    await invoice(id, '5550002')
    await payment('9001', { order: id, status: 'partially_paid', price: '249.99', asked: '250', received: '150.5' })
    await payment('9002', { order: id, status: 'waiting', asked: '3.1', received: '0' })
    const page = await list()
    expect(page.total).toBe(1)
    expect(page.next_cursor).toBeNull()
    const at = new Date(clock.now()).toISOString()
    expect(page.payments).toEqual([
      {
        order_id: id,
        is_known: true,
        payment_id: '9001',
        invoice_url: 'https://nowpayments.io/payment/?iid=5550002',
        status: 'partially_paid',
        raw_status: 'partially_paid',
        class: 'to_reconcile',
        activated: false,
        subscription_activated: false,
        user_id: buyer.trader_id,
        user_gone: false,
        user_email: 'anna@example.com',
        username: 'anna',
        is_orphan: false,
        plan: 'annual',
        subscription_type: 'diamond',
        amount_usd: 249.99,
        amount: 249.99,
        price: 249.99,
        amount_paid: 150.49,
        amount_surplus: 0,
        coin: 'usdtbsc',
        coin_name: 'USDTBSC',
        asked: '250',
        received: '150.5',
        coverage: 60.2,
        review: null,
        review_mark: null,
        reviewed: null,
        reconciled_at: null,
        created_at: made,
        activated_at: null,
        deleted_at: null,
        last_notification_at: at,
        last_checked_at: null,
        last_check_result: null,
      },
    ])
  })

  test('counts arrived money by each payment’s own price, and none where the price is not in dollars', async () => {
    await erase()
    const id = await order({ trader: buyer, plan: 'basic_annual', state: 'review', status: 'confirming' })
    await payment('9003', { order: id, price: '1', review: 'price_mismatch' })
    await payment('9004', { order: id, price: null, review: 'price_mismatch' })
    await payment('9005', { order: id, price: '79.9', currency: 'eur', review: 'currency_mismatch' })
    expect((await list()).payments[0]).toMatchObject({ price: 79.9, amount_paid: 1 })
  })

  test('an order of a deactivated buyer is an orphan that can be given to another account', async () => {
    await erase()
    const left = await person(kernel, 'andato')
    const id = await order({ trader: left, state: 'review', status: 'confirming', review: 'orphan' })
    const found = () => detail(id).then(({ payment: row }) => [row.user_gone, row.is_orphan, row.review?.text])
    expect(await found()).toEqual([false, true, expect.stringContaining('è disattivato')])
    await sql`update trader set deactivated_at = now() where trader_id = ${left.trader_id}`
    expect(await found()).toEqual([true, true, expect.stringContaining('riattivalo, oppure collega')])
    await sql`update payment_order set trader_id = null`
    expect(await found()).toEqual([true, true, expect.stringContaining('non c’è più')])
  })

  test('has the invoice as payment until the provider names one', async () => {
    await erase()
    const id = await order({ trader: buyer })
    await invoice(id, '5550003')
    expect((await list()).payments[0]).toMatchObject({ payment_id: '5550003', raw_status: null, coverage: null })
  })

  test('is filtered', async () => {
    await erase()
    const open = await order({ trader: buyer })
    const active = await order({ trader: buyer, state: 'paid', status: 'finished', activated: true, paidBy: '1' })
    await payment('1', { order: active, status: 'finished' })
    const twice = await order({ trader: buyer, state: 'paid', status: 'finished', activated: true, paidBy: '2' })
    await payment('2', { order: twice, status: 'finished' })
    await payment('3', { order: twice, status: 'finished', review: 'paid_twice' })
    const child = await order({ trader: buyer, state: 'in_flight', status: 'confirming' })
    await payment('4', { order: child, status: 'confirming' })
    await payment('5', { order: child, status: 'finished', parent: '4', review: 'child_payment' })
    const short = await order({ trader: buyer, state: 'review', status: 'confirming', review: 'finished_short' })
    const settled = await order({ trader: buyer, state: 'dead', status: 'expired', reconciled: true })
    const off = await order({ trader: buyer, state: 'review', status: 'confirming', review: 'orphan' })
    const gone = await order({ trader: null, state: 'dead', status: 'expired' })
    const hidden = await order({ trader: buyer, deleted: true })
    const again = await order({ trader: buyer, deleted: true, resurfaced: true, state: 'review', status: 'confirming' })
    await payment('6', { claimed: 'WP-77', status: 'finished' })
    const all = ids(await list('?limit=100'))
    expect(all).toHaveLength(10)
    expect(all).not.toContain(hidden)
    const sorted = async (filter: string) => ids(await list(`?filter=${filter}`)).toSorted()
    expect(await sorted('to_reconcile')).toEqual([open, child, short, again, off].toSorted())
    expect(await sorted('review')).toEqual([twice, child, short, again, off, 'WP-77'].toSorted())
    expect(await sorted('orphans')).toEqual([twice, child, gone, off, 'WP-77'].toSorted())
    expect(await sorted('hidden')).toEqual([hidden])
    expect(
      (await list('?limit=100')).payments
        .filter((row) => row.is_orphan)
        .map((row) => row.order_id)
        .toSorted(),
    ).toEqual(await sorted('orphans'))
    expect(all).toEqual(expect.arrayContaining([active, settled]))
    expect((await dashboard()).cryptoStatistics).toEqual({
      total_payments: 9,
      completed_payments: 2,
      total_revenue: 23.98,
      total_refunded: 0,
      to_reconcile: 5,
      review: 6,
      orphans: 5,
    })
    const rows = (await list('?limit=100')).payments
    for (const [id, kind] of [
      [open, 'to_reconcile'],
      [active, 'completed'],
      [settled, 'pending'],
      ['WP-77', 'pending'],
    ]) {
      expect(rows.find((row) => row.order_id === id)?.class).toBe(kind)
    }
    expect(rows.find((row) => row.order_id === short)?.review).toEqual({
      code: 'finished_short',
      text: expect.stringContaining('meno del dovuto') as string,
    })
  })

  test('case 47: money for a hidden order shows it again, to be looked at', async () => {
    await erase()
    const id = await order({ trader: buyer, deleted: true })
    expect((await list()).total).toBe(0)
    await sql`update payment_order set state = 'review', status = 'confirming', review_reason = 'money_after_delete',
                     resurfaced_at = now() where order_id = ${id}`
    const [row] = (await list('?filter=review')).payments
    expect(row).toMatchObject({ order_id: id, activated: false, review: { code: 'money_after_delete' } })
    expect(row?.deleted_at).not.toBeNull()
  })

  test('lists payments of orders that we do not know, once for each order id', async () => {
    await erase()
    await payment('70', { claimed: 'shop-1', status: 'waiting', received: '0' })
    await payment('71', { claimed: 'shop-1', status: 'finished' })
    await payment('72', { claimed: null, status: 'confirming', price: null })
    const page = await list('?filter=orphans')
    expect(page.total).toBe(2)
    expect(page.payments.find((row) => row.order_id === 'shop-1')).toMatchObject({
      is_known: false,
      payment_id: '71',
      status: 'confirming',
      raw_status: 'finished',
      user_email: null,
      is_orphan: true,
      price: 11.99,
      amount_paid: 11.99,
      review: { code: 'unknown_order' },
    })
    expect(page.payments.find((row) => row.order_id === 'payment-72')).toMatchObject({ price: null, amount_paid: 0 })
    expect(ids(await list('?q=71'))).toEqual(['shop-1'])
    expect((await detail('shop-1')).payments.map((each) => each.payment_id)).toEqual(['70', '71'])
    expect((await remove('shop-1')).statusCode).toBe(404)
  })

  test.each(['..', '.', '', 'x'.repeat(201), 'a\tb', 'a\u202eb'])(
    'names a payment by its own number where the order id %j cannot stand in an address',
    async (claimed) => {
      await erase()
      await payment('73', { claimed, status: 'finished' })
      expect(ids(await list())).toEqual(['payment-73'])
      expect((await detail('payment-73')).payments).toHaveLength(1)
    },
  )

  test('is walked by its cursor while orders come, each one once', async () => {
    await erase()
    const made: string[] = []
    for (let index = 0; index < 23; index++) {
      // Several rows have the same moment, so the id decides.
      if (index % 4 === 0) clock.advance(1)
      made.push(
        index % 6 === 5
          ? await payment(`8${index}`, { claimed: `stray-${index}`, status: 'finished' })
          : await order({ trader: buyer }),
      )
    }
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await list(`?limit=5${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
      listed.push(...ids(page))
      cursor = page.next_cursor
      clock.advance(1000)
      await order({ trader: buyer })
    } while (cursor !== null)
    expect(listed.toSorted()).toEqual(made.toSorted())
  })

  test('is searched as written: order, payment, invoice, e-mail, name', async () => {
    await erase()
    const strange = await person(kernel, 'per_cento')
    const id = await order({ trader: strange, email: '100%_puro@example.com' })
    await invoice(id, 'INV_5')
    await payment('333444', { order: id })
    await order({ trader: buyer })
    const found = async (q: string) => ids(await list(`?q=${encodeURIComponent(q)}`))
    for (const q of [
      id,
      id.toLowerCase().slice(5, 20),
      '3344',
      'inv_5',
      '100%',
      '10',
      'PER_CENTO',
      '_puro@',
      ' 33344 ',
    ]) {
      expect({ q, found: await found(q) }).toEqual({ q, found: [id] })
    }
    expect(await found("' or true --")).toEqual([])
    expect(await found('%')).toEqual([])
    expect((await list('?q=')).total).toBe(2)
  })

  test.each(['limit=0', 'limit=101', 'filter=gold', 'cursor=x', 'cursor=1.', `q=${'x'.repeat(101)}`])(
    '%s is 422',
    async (query) => {
      expect((await call('GET', `/api/admin/crypto-payments?${query}`)).statusCode).toBe(422)
    },
  )
})

describe('one order', () => {
  test('is complete: deposits under their payment, checkouts, notifications, the plan it bought', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'paid', status: 'finished', activated: true, paidBy: '10' })
    await invoice(id, '777')
    await payment('10', { order: id, status: 'finished' })
    await payment('11', { order: id, status: 'waiting', received: '0' })
    await payment('12', { order: id, status: 'finished', parent: '10', review: 'child_payment' })
    await event('10', 'confirming', 'in_flight')
    await event('10', 'finished', 'paid')
    const found = await detail(id)
    expect(found.payments.map((each) => [each.payment_id, each.parent_payment_id])).toEqual([
      ['10', null],
      ['12', '10'],
      ['11', null],
    ])
    expect(found.payments[1]?.review?.code).toBe('child_payment')
    expect(found.invoices).toMatchObject([{ invoice_id: '777' }])
    expect(found.notifications.map((each) => [each.raw_status, each.outcome])).toEqual([
      ['confirming', 'in_flight'],
      ['finished', 'paid'],
    ])
    expect(found.period).toBeNull()
  })

  test('unknown is 404', async () => {
    const id = 'TT-00000000000000000000000000'
    expect((await call('GET', `/api/admin/crypto-payments/${id}`)).statusCode).toBe(404)
    expect((await remove(id)).statusCode).toBe(404)
    expect((await restore(id)).statusCode).toBe(404)
  })
})

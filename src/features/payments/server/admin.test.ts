import { describe, expect, test, vi } from 'vitest'
import { auditBrokenAt } from '#features/admin/server/service.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn, type Person } from '#server/testing/people.ts'
import type { CryptoPayment, getCryptoPayment, getPaymentsDashboard, listCryptoPayments } from '../admin-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { books } from './testing/admin-books.ts'
import { registerPaymentAdminRoutes } from './admin-routes.ts'

const DAY = 86_400_000
const kernel = await testKernel()
const { sql, clock } = kernel
const wake = vi.fn<() => void>()
const provider = { name: 'nowpayments', canList: true } as never
const app = await testApp(kernel, (instance) => registerPaymentAdminRoutes(instance, kernel, { provider, wake }))
const admin = await person(kernel, 'capo', { is_admin: true })
const buyer = await person(kernel, 'anna')
const { order, payment, invoice, event, refusal, erase } = books(kernel)

// Signed in anew: a day passes in some of these tests.
const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, who: Person = admin) =>
  app.inject({ method, url, headers: await signedIn(kernel, who.trader_id) })
type List = ResponseOf<typeof listCryptoPayments>
const list = async (query = ''): Promise<List> => (await call('GET', `/api/admin/crypto-payments${query}`)).json<List>()
const ids = (page: { payments: CryptoPayment[] }) => page.payments.map((row) => row.order_id)
const detail = async (id: string) =>
  (await call('GET', `/api/admin/crypto-payments/${encodeURIComponent(id)}`)).json<
    ResponseOf<typeof getCryptoPayment>
  >()
const dashboard = async () =>
  (await call('GET', '/api/admin/payments/dashboard')).json<ResponseOf<typeof getPaymentsDashboard>>()
const remove = (id: string) => call('DELETE', `/api/admin/crypto-payments/${id}/delete`)
const restore = (id: string) => call('POST', `/api/admin/crypto-payments/${id}/restore`)
const cleanup = async () =>
  (await call('DELETE', '/api/admin/payments/cleanup-orphaned')).json<{
    orphaned_found: number
    orphaned_removed: number
  }>()
const audit = async (action: string) =>
  sql<{ details: Record<string, unknown>; actor: string; subject: string | null }[]>`
    select details, actor, subject from audit_log where action = ${action} order by audit_id desc limit 1`

describe('the list', () => {
  test('shows an order with its payment, what arrived of it, and where it can be paid', async () => {
    await erase()
    const made = new Date(clock.now()).toISOString()
    const id = await order({ trader: buyer, plan: 'annual', state: 'underpaid', status: 'partially_paid' })
    await invoice(id, '5550001')
    await invoice(id, '5550002')
    await payment('9001', { order: id, status: 'partially_paid', asked: '250', received: '150.5' })
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
        user_email: 'anna@example.com',
        username: 'anna',
        is_orphan: false,
        plan: 'annual',
        subscription_type: 'diamond',
        amount_usd: 249.99,
        amount: 249.99,
        price: 249.99,
        amount_paid: 150.49,
        coin: 'usdtbsc',
        asked: '250',
        received: '150.5',
        coverage: 60.2,
        review: null,
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
    const gone = await order({ trader: null, state: 'dead', status: 'expired' })
    const hidden = await order({ trader: buyer, deleted: true })
    const again = await order({ trader: buyer, deleted: true, resurfaced: true, state: 'review', status: 'confirming' })
    await payment('6', { claimed: 'WP-77', status: 'finished' })
    const all = ids(await list('?limit=100'))
    expect(all).toHaveLength(9)
    expect(all).not.toContain(hidden)
    const sorted = async (filter: string) => ids(await list(`?filter=${filter}`)).toSorted()
    expect(await sorted('to_reconcile')).toEqual([open, child, short, again].toSorted())
    expect(await sorted('review')).toEqual([twice, child, short, again, 'WP-77'].toSorted())
    expect(await sorted('orphans')).toEqual([twice, child, gone, 'WP-77'].toSorted())
    expect(all).toEqual(expect.arrayContaining([active, settled]))
    expect((await dashboard()).cryptoStatistics).toEqual({
      total_payments: 8,
      completed_payments: 2,
      total_revenue: 23.98,
      to_reconcile: 4,
      review: 5,
      orphans: 4,
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

  test('is walked by its cursor while orders come, each one once', async () => {
    await erase()
    const made: string[] = []
    for (let index = 0; index < 23; index++) {
      // Several of one moment: the id decides.
      if (index % 4 === 0) clock.advance(1)
      made.push(
        index % 6 === 5
          ? await payment(`8${index}`, { claimed: `stray-${index}`, status: 'finished' })
          : await order({ trader: buyer }),
      )
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: List = await list(`?limit=5${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
      seen.push(...ids(page))
      cursor = page.next_cursor
      clock.advance(1000)
      await order({ trader: buyer })
    } while (cursor !== null)
    expect(seen.toSorted()).toEqual(made.toSorted())
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
      '%',
      'PER_CENTO',
      '_puro@',
      ' 33344 ',
    ]) {
      expect(await found(q), q).toEqual([id])
    }
    expect(await found("' or true --")).toEqual([])
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
  test('is told whole: deposits under their payment, checkouts, notifications, what it bought', async () => {
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

  test('that nobody knows is 404', async () => {
    const id = 'TT-00000000000000000000000000'
    expect((await call('GET', `/api/admin/crypto-payments/${id}`)).statusCode).toBe(404)
    expect((await remove(id)).statusCode).toBe(404)
    expect((await restore(id)).statusCode).toBe(404)
  })
})

describe('hiding and restoring', () => {
  test('hide an order, keep its rows, end its checks, and can be undone', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'underpaid', status: 'partially_paid', nextCheck: true })
    await payment('20', { order: id, status: 'partially_paid', received: '5' })
    expect((await remove(id)).json()).toEqual({ message: 'Pagamento eliminato dall’elenco.', order_id: id })
    expect((await list()).total).toBe(0)
    expect(await sql`select from provider_payment where order_id = ${id}`).toHaveLength(1)
    expect(await detail(id)).toMatchObject({ next_check_at: null, payment: { amount_paid: 5 } })
    const [line] = await audit('payment.delete')
    expect(line).toMatchObject({ actor: admin.trader_id, subject: buyer.trader_id, details: { order_id: id } })
    clock.advance(1000)
    const { deleted_at: first } = (await detail(id)).payment
    expect((await remove(id)).statusCode).toBe(200)
    expect((await detail(id)).payment.deleted_at).toBe(first)

    wake.mockClear()
    expect((await restore(id)).json()).toEqual({ message: 'Pagamento ripristinato.', order_id: id })
    expect(wake).toHaveBeenCalledOnce()
    expect(ids(await list())).toEqual([id])
    expect((await detail(id)).next_check_at).not.toBeNull()
    const before = await sql`select from audit_log`
    expect((await restore(id)).statusCode).toBe(200)
    expect(await sql`select from audit_log`).toHaveLength(before.length)
    expect(await auditBrokenAt(sql)).toBeNull()
  })

  test('never touch an order that activated a plan', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'paid', status: 'finished', activated: true, paidBy: '21' })
    await payment('21', { order: id, status: 'finished' })
    const answer = await remove(id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error_type: 'ORDER_ACTIVATED',
      detail: 'Questo pagamento ha attivato un piano: non si può eliminare.',
    })
    expect(ids(await list())).toEqual([id])
  })
})

describe('cleaning up', () => {
  test('case 82: counts what serves nobody, removes only dead or old orders that never saw money', async () => {
    await erase()
    const old = { age: 31 * DAY }
    const gone = [
      await order({ trader: null, state: 'dead', status: 'expired' }),
      await order({ trader: null, state: 'open', ...old }),
      await order({ trader: buyer, email: null, state: 'dead', status: 'failed' }),
    ]
    await invoice(gone[1] ?? '', '600')
    await payment('30', { order: gone[1] ?? '', status: 'expired', received: '0' })
    const kept = [
      await order({ trader: null, state: 'open' }),
      await order({ trader: null, state: 'review', status: 'confirming', ...old }),
      await order({ trader: null, state: 'dead', status: 'expired', ...old }),
      await order({ trader: null, state: 'dead', status: 'failed', ...old }),
      await order({ trader: null, state: 'paid', status: 'finished', activated: true, paidBy: '33', ...old }),
      await order({ trader: null, state: 'dead', status: 'expired', ...old }),
      await order({ trader: buyer, state: 'dead', status: 'expired', ...old }),
    ]
    await payment('31', { order: kept[1] ?? '', status: 'partially_paid', received: '0.00000001' })
    // A notification saw money that the joined figure lost; a word that means money has no figure; a message is not read yet.
    await payment('32', { order: kept[2] ?? '', status: 'expired', received: null, notified: { received: '3' } })
    await payment('34', { order: kept[3] ?? '', status: 'finished', received: null })
    await payment('33', { order: kept[4] ?? '', status: 'finished' })
    await event('35', 'confirming', null, `{"order_id":"${kept[5]}"}`)
    await payment('36', { claimed: 'shop-9', status: 'waiting', received: '0' })
    await payment('37', { order: kept[6] ?? '', status: 'finished', parent: '36' })

    expect(await cleanup()).toEqual({ orphaned_found: 11, orphaned_removed: 3 })
    const left = await sql<{ order_id: string }[]>`select order_id from payment_order`
    expect(left.map((row) => row.order_id).toSorted()).toEqual(kept.toSorted())
    expect(await sql`select from provider_payment`).toHaveLength(6)
    expect(await sql`select from payment_invoice`).toHaveLength(0)
    const [line] = await audit('payment.cleanup')
    expect(line?.details).toMatchObject({ found: 11, removed: 3 })
    expect((line?.details['order_ids'] as string[]).toSorted()).toEqual(gone.toSorted())
    expect(await cleanup()).toEqual({ orphaned_found: 8, orphaned_removed: 0 })
  })

  test('case 82: leaves an order that money reaches in the same moment', async () => {
    await erase()
    const id = await order({ trader: null, state: 'dead', status: 'expired' })
    let release = () => undefined as void
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let locked = () => undefined as void
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve
    })
    const settling = sql.begin(async (tx) => {
      await tx`select from payment_order where order_id = ${id} for update`
      locked()
      await held
      await payment('40', { order: id, status: 'finished' }, tx)
    })
    await isLocked
    expect(await cleanup()).toMatchObject({ orphaned_removed: 0 })
    release()
    await settling
    expect(await cleanup()).toMatchObject({ orphaned_removed: 0 })
    expect(await sql`select from payment_order where order_id = ${id}`).toHaveLength(1)
  })
})

describe('the dashboard', () => {
  const codes = async () => (await dashboard()).notices.map((notice) => notice.code)

  test('says nothing where all is well, and never a secret', async () => {
    await erase()
    const answer = await call('GET', '/api/admin/payments/dashboard')
    expect(answer.json<ResponseOf<typeof getPaymentsDashboard>>()).toMatchObject({ notices: [], cryptoPayments: [] })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('case 83: neither raw bodies nor refused ones leave in any answer', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'in_flight', status: 'confirming' })
    await payment('50', { order: id, status: 'confirming' })
    await event('50', 'confirming', 'in_flight', '{"secret":"xyzzy-raw"}')
    await refusal('bad_signature', 'xyzzy-refused')
    const answers = await Promise.all([
      call('GET', '/api/admin/payments/dashboard'),
      call('GET', '/api/admin/crypto-payments'),
      call('GET', `/api/admin/crypto-payments/${id}`),
    ])
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toMatch(/xyzzy|password|api_key|secret/i)
    }
  })

  test('tells of refused signatures for a day', async () => {
    await erase()
    await refusal('bad_signature')
    await refusal('no_signature')
    const { notices } = await dashboard()
    expect(notices.map((notice) => [notice.code, notice.tone])).toEqual([
      ['signatures_refused', 'danger'],
      ['unsigned_refused', 'info'],
    ])
    expect(notices[0]?.text).toContain('1 notifica rifiutata nelle ultime 24 ore')
    clock.advance(DAY + 1)
    expect(await codes()).toEqual([])
  })

  test('tells of movement without notifications, and of unread ones', async () => {
    await erase()
    const id = await order({ trader: buyer, state: 'in_flight', status: 'confirming' })
    await payment('60', { order: id, status: 'confirming', silent: true })
    expect(await codes()).toEqual(['notifications_missing'])
    await event('61', 'waiting', null)
    expect(await codes()).toEqual([])
    clock.advance(6 * 60_000)
    expect(await codes()).toEqual(['notifications_unread'])
  })

  test('tells of a provider that fails or refuses us, until it answers', async () => {
    await erase()
    const at = (ms: number) => new Date(clock.now() + ms).toISOString()
    const health = (failure: string, failures: number, success: string | null) => sql`
      insert into provider_health (provider, last_success_at, last_failure_at, last_failure, failures)
      values ('nowpayments', ${success}, ${at(0)}, ${failure}, ${failures})
      on conflict (provider) do update set last_success_at = excluded.last_success_at,
        last_failure_at = excluded.last_failure_at, last_failure = excluded.last_failure, failures = excluded.failures`
    await health('timeout: no answer', 2, at(-60_000))
    expect(await codes()).toEqual([])
    await health('timeout: no answer', 3, at(-60_000))
    expect(await codes()).toEqual(['provider_failing'])
    await health('misconfigured: INVALID_API_KEY', 1, null)
    expect(await codes()).toEqual(['provider_misconfigured'])
    await health('misconfigured: INVALID_API_KEY', 0, at(1000))
    expect(await codes()).toEqual([])
  })

  test('tells of messages that wait where mail is not set up', async () => {
    await erase()
    await sql`insert into outbox (message_id, cause, kind, subject, body, created_at)
              values (${kernel.secrets.newId()}, 'x', 'admin_alert', 's', 'b', ${new Date(clock.now()).toISOString()})`
    const { notices } = await dashboard()
    expect(notices).toMatchObject([{ code: 'mail_waiting', tone: 'warn' }])
    expect(notices[0]?.text).toContain('1 messaggio aspetta')
  })
})

test('tells what cannot be listed, and what is only played', async () => {
  await erase()
  const other = await testApp(kernel, (instance) =>
    registerPaymentAdminRoutes(instance, kernel, { provider: { name: 'sandbox', canList: false } as never, wake }),
  )
  const answer = await other.inject({
    method: 'GET',
    url: '/api/admin/payments/dashboard',
    headers: await signedIn(kernel, admin.trader_id),
  })
  expect(answer.json<ResponseOf<typeof getPaymentsDashboard>>().notices.map((notice) => notice.code)).toEqual([
    'listing_off',
    'sandbox',
  ])
})

describe('rights', () => {
  test.each([
    ['GET', '/api/admin/payments/dashboard'],
    ['GET', '/api/admin/crypto-payments'],
    ['GET', '/api/admin/crypto-payments/x'],
    ['DELETE', '/api/admin/crypto-payments/x/delete'],
    ['POST', '/api/admin/crypto-payments/x/restore'],
    ['DELETE', '/api/admin/payments/cleanup-orphaned'],
  ] as const)('%s %s is for admins', async (method, url) => {
    expect((await app.inject({ method, url })).statusCode).toBe(401)
    expect((await call(method, url, buyer)).statusCode).toBe(403)
  })
})

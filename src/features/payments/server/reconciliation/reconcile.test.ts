import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { newOrderId } from '../orders/checkout.ts'
import { checkPauseMs } from './reconcile.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { serveBuyers, buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, admin, bought, someone, order, payments, grantsOf, reconcile, get } = scene
const { sql, clock } = kernel

interface AuditEntry {
  action: string
  subject: string | null
  details: Record<string, unknown>
}
const auditOf = async (orderId: string) =>
  (await get('/api/admin/audit', admin))
    .json<{ entries: AuditEntry[] }>()
    .entries.filter((entry) => entry.details['order_id'] === orderId)

describe('permissions', () => {
  test('the owner: the provider is asked, its answer settles the order', async () => {
    const anna = await someone()
    const { order_id: orderId, payment_id: invoiceId } = await bought(anna)
    np.pay(orderId, { status: 'finished' })
    const answer = await reconcile(anna, { order_id: orderId, payment_id: invoiceId })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      order_id: orderId,
      status: 'finished',
      activated: true,
      expires_at: '2026-12-20T10:00:00.000Z',
      message: 'Pagamento confermato: il piano è attivo.',
      checked: true,
    })
    expect(await order(orderId)).toMatchObject({ state: 'paid', reconciled_at: '2026-11-20T10:00:00.000Z' })
    expect(await grantsOf(anna)).toHaveLength(1)
    expect(await auditOf(orderId)).toEqual([])
  })

  test('an admin, for any order: each time with a line in the audit log', async () => {
    const anna = await someone()
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    const body = { order_id: orderId, payment_id: paymentId }
    expect((await reconcile(admin, body)).json()).toMatchObject({ activated: false, status: 'waiting', checked: true })
    expect((await order(orderId)).reconciled_at).toBeNull()
    np.pay(orderId, { status: 'finished' })
    clock.advance(checkPauseMs)
    expect((await reconcile(admin, body)).json()).toMatchObject({ activated: true })
    expect(await auditOf(orderId)).toMatchObject([
      {
        action: 'payment.reconcile',
        subject: anna.trader_id,
        details: { payment_id: paymentId, before: { state: 'open' }, after: { state: 'paid', activated: true } },
      },
      { action: 'payment.reconcile', details: { after: { state: 'open' }, result: 'nothing_found' } },
    ])
  })

  test('another user: the order is not there', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    const before = np.requests.length
    const body = { order_id: orderId, payment_id: paymentId, email: `${bruno.username}@example.com` }
    expect((await reconcile(bruno, body)).statusCode).toBe(404)
    expect((await reconcile(bruno, { ...body, order_id: newOrderId() })).statusCode).toBe(404)
    expect((await scene.post('/api/crypto/reconcile-payment', body)).statusCode).toBe(401)
    expect(np.requests.length).toBe(before)
    expect(await order(orderId)).toMatchObject({ trader_id: anna.trader_id, last_checked_at: null })
  })

  test('case 77: another user’s payment settles nothing, whether we know it or only the provider does', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const [own, foreign] = [await bought(anna), await bought(bruno)]
    const known = np.pay(foreign.order_id, { status: 'finished' })
    await np.send(app, known)
    await payments.settle()
    const unknown = np.pay(foreign.order_id, { status: 'finished' })
    for (const paymentId of [known, foreign.payment_id, unknown, '999', '0', 'abc', '-1']) {
      for (const who of [anna, admin]) {
        clock.advance(checkPauseMs)
        const answer = await reconcile(who, { order_id: own.order_id, payment_id: paymentId })
        expect(answer.statusCode).toBe(409)
        expect(answer.json()).toMatchObject({ error_type: 'PAYMENT_OF_ANOTHER_ORDER' })
      }
    }
    expect(await order(own.order_id)).toMatchObject({ state: 'open', activated: false })
    expect(await grantsOf(anna)).toHaveLength(0)
  })

  test('a payment that only the provider knows of is adopted where its record names this order', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const id = np.pay(orderId, { status: 'finished' })
    expect((await reconcile(anna, { order_id: orderId, payment_id: id })).json()).toMatchObject({ activated: true })
  })

  test.each([
    { payment_id: '1' },
    { order_id: 'TT-1', payment_id: '1' },
    { order_id: newOrderId() },
    { order_id: newOrderId(), payment_id: 'x'.repeat(65) },
    { order_id: newOrderId(), payment_id: '../../status' },
  ])('%j is an error', async (body) => {
    expect((await reconcile(await someone(), body)).statusCode).toBe(422)
  })
})

describe('it forces nothing', () => {
  test('a short payment stays short', async () => {
    const anna = await someone()
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    np.pay(orderId, { status: 'partially_paid', share: 0.6 })
    for (const who of [anna, admin]) {
      clock.advance(checkPauseMs)
      expect((await reconcile(who, { order_id: orderId, payment_id: paymentId })).json()).toMatchObject({
        status: 'partially_paid',
        activated: false,
        message:
          'È arrivato meno dell’importo richiesto, e quanto è arrivato è registrato. Non inviare altro allo stesso indirizzo: scrivi all’assistenza con il numero dell’ordine.',
      })
    }
    expect((await order(orderId)).reconciled_at).toBeNull()
  })

  test('a short payment that is gone is dead, and reconciled once', async () => {
    const anna = await someone()
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    np.pay(orderId, { status: 'failed', received: '0' })
    const body = { order_id: orderId, payment_id: paymentId }
    expect((await reconcile(anna, body)).json()).toMatchObject({ status: 'failed', activated: false, expires_at: null })
    const { reconciled_at: first } = await order(orderId)
    expect(first).not.toBeNull()
    clock.advance(checkPauseMs)
    await reconcile(anna, body)
    expect((await order(orderId)).reconciled_at).toBe(first)
  })

  test('again on an active order: the same answer, one period', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna)
    const id = np.pay(orderId, { status: 'finished' })
    await np.send(app, id)
    await payments.settle()
    const body = { order_id: orderId, payment_id: id }
    clock.advance(checkPauseMs)
    const answers = await Promise.all(Array.from({ length: 10 }, () => reconcile(anna, body)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array<number>(10).fill(200))
    expect(answers.every((answer) => answer.json<{ activated: boolean }>().activated)).toBe(true)
    expect(await grantsOf(anna)).toHaveLength(1)
    // A notification settled it: nothing was left to reconcile.
    expect((await order(orderId)).reconciled_at).toBeNull()
  })
})

describe('the provider', () => {
  test('is asked once in ten seconds about one order, by any user', async () => {
    const anna = await someone()
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    const body = { order_id: orderId, payment_id: paymentId }
    const before = np.count('GET /payment/?')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => reconcile(index % 2 ? anna : admin, body)),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array<number>(20).fill(200))
    expect(np.count('GET /payment/?') - before).toBe(1)
    clock.advance(checkPauseMs - 1)
    // The second request sends no question and names the time of the last check.
    const known = (await reconcile(anna, body)).json<{ checked: boolean; message: string }>()
    expect(known.checked).toBe(false)
    expect(known.message).toMatch(/^Non risulta ancora nessun pagamento\..* Ultima verifica: .*\d{2}[:.]\d{2}.*\.$/)
    expect(np.count('GET /payment/?') - before).toBe(1)
    clock.advance(1)
    await reconcile(anna, body)
    expect(np.count('GET /payment/?') - before).toBe(2)
    // Payment numbers cannot be tried out faster either.
    const tried = await reconcile(anna, { order_id: orderId, payment_id: '77' })
    expect(tried.statusCode).toBe(429)
    expect(tried.headers['retry-after']).toBe('10')
  })

  test.each(['html', 'reset', 'truncated', 'hang', 500, 429, 'wrong_key'] as const)(
    '%s: 200, not checked, the last known state, and what to do',
    async (failure) => {
      const anna = await someone()
      const { order_id: orderId, payment_id: paymentId } = await bought(anna)
      np.pay(orderId, { status: 'finished' })
      np.fail('all', failure)
      const hasty = createPayments(kernel, configuredNowPayments(kernel, { ...quick, timeoutMs: 50 }))
      const server = await serveBuyers(kernel, hasty)
      try {
        const answer = await reconcile(anna, { order_id: orderId, payment_id: paymentId }, server)
        expect(answer.statusCode).toBe(200)
        expect(answer.json()).toEqual({
          order_id: orderId,
          status: 'waiting',
          activated: false,
          expires_at: null,
          message:
            'Ora non è possibile chiedere al fornitore dei pagamenti: questo è l’ultimo stato noto. Riprova tra un minuto.',
          checked: false,
        })
        clock.advance(checkPauseMs)
        const unknown = await reconcile(anna, { order_id: orderId, payment_id: '4242' }, server)
        expect(unknown.json()).toMatchObject({ checked: false, activated: false })
      } finally {
        np.recover()
        await hasty.close()
        clock.advance(16 * MINUTE_MS)
      }
      await expect
        .poll(
          async () => {
            clock.advance(checkPauseMs)
            return (await reconcile(anna, { order_id: orderId, payment_id: paymentId })).json<{ activated: boolean }>()
              .activated
          },
          { timeout: 5_000, interval: 100 },
        )
        .toBe(true)
    },
  )
})

describe('an order without its user', () => {
  async function orphan() {
    const gone = await someone()
    const { order_id: orderId } = await bought(gone)
    await sql`update payment_order set trader_id = null, user_email = null, username = null where order_id = ${orderId}`
    const id = np.pay(orderId, { status: 'finished' })
    await np.send(app, id)
    await payments.settle()
    expect(await order(orderId)).toMatchObject({ state: 'review', review_reason: 'orphan', activated: false })
    clock.advance(checkPauseMs)
    return { order_id: orderId, payment_id: id }
  }

  test('is bound by an admin to the account with that e-mail, which gets the paid plan', async () => {
    const anna = await someone()
    const body = await orphan()
    const answer = await reconcile(admin, { ...body, email: ` ${anna.username.toUpperCase()}@Example.com ` })
    expect(answer.json()).toMatchObject({ activated: true, status: 'finished' })
    expect(await order(body.order_id)).toMatchObject({
      trader_id: anna.trader_id,
      user_email: `${anna.username}@example.com`,
      state: 'paid',
    })
    expect((await order(body.order_id)).reconciled_at).not.toBeNull()
    expect(await grantsOf(anna)).toEqual([{ source_key: `order:${body.order_id}` }])
    expect((await auditOf(body.order_id)).map(({ action, subject }) => [action, subject])).toEqual([
      ['payment.reconcile', anna.trader_id],
      ['payment.bind', anna.trader_id],
    ])
    // Bound for good: another e-mail changes nothing.
    const bruno = await someone()
    clock.advance(checkPauseMs)
    await reconcile(admin, { ...body, email: `${bruno.username}@example.com` })
    expect(await order(body.order_id)).toMatchObject({ trader_id: anna.trader_id })
    expect(await grantsOf(bruno)).toHaveLength(0)
  })

  test('stays an orphan where no active account has that e-mail, or none is given', async () => {
    const body = await orphan()
    const anna = await someone()
    await sql`update trader set deactivated_at = now() where trader_id = ${anna.trader_id}`
    for (const email of ['nobody@example.com', `${anna.username}@example.com`]) {
      clock.advance(checkPauseMs)
      const answer = await reconcile(admin, { ...body, email })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ error_type: 'USER_NOT_FOUND' })
    }
    for (const email of ['', null, undefined]) {
      clock.advance(checkPauseMs)
      const answer = await reconcile(admin, { ...body, ...(email !== undefined && { email }) })
      expect(answer.json()).toMatchObject({ activated: false, status: 'confirming' })
    }
    expect(await order(body.order_id)).toMatchObject({ trader_id: null, state: 'review' })
  })

  test('cannot be claimed by users: for them it is not there', async () => {
    const body = await orphan()
    const anna = await someone()
    expect((await reconcile(anna, { ...body, email: `${anna.username}@example.com` })).statusCode).toBe(404)
    expect(await order(body.order_id)).toMatchObject({ trader_id: null })
  })

  test('an owner’s own e-mail field is ignored', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const { order_id: orderId, payment_id: paymentId } = await bought(anna)
    np.pay(orderId, { status: 'finished' })
    await reconcile(anna, { order_id: orderId, payment_id: paymentId, email: `${bruno.username}@example.com` })
    expect(await grantsOf(anna)).toHaveLength(1)
    expect(await grantsOf(bruno)).toHaveLength(0)
  })
})

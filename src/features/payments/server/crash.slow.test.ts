import { afterAll, describe, expect, test, vi } from 'vitest'
import { ledgerDiffers } from '#features/subscriptions/server/service.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { startNowPayments } from '../testing/nowpayments-stand-in.ts'
import { armStop, startPaymentsProcess, type PaymentsProcess } from '../testing/payments-process.ts'

vi.setConfig({ testTimeout: 60_000 })

const np = await startNowPayments()
afterAll(() => np.close())
const kernel = await testKernel({ env: np.env, now: Date.now() })
const { sql, address, config } = kernel

let servers = 0
let people = 0
const someone = (): Promise<Person> => person(kernel, `buyer_${++people}`)

/** A server of its own process over the database of this file. */
function server(): Promise<PaymentsProcess> {
  const env = {
    ...np.env,
    DATA_DIR: config.DATA_DIR,
    SECRET_KEY: config.SECRET_KEY ?? '',
    APP_URL: config.APP_URL,
    RATE_LIMITS: 'off',
  }
  return startPaymentsProcess({ address, env, name: `server ${++servers}` })
}

async function call(
  at: PaymentsProcess,
  who: Person,
  path: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${at.url}${path}`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const create = (at: PaymentsProcess, who: Person, plan = 'basic_monthly') =>
  call(at, who, '/api/crypto/create-payment', { user_id: who.trader_id, plan })

async function ordered(at: PaymentsProcess, who: Person): Promise<string> {
  const { status, body } = await create(at, who)
  expect(status).toBe(201)
  return String(body['order_id'])
}

/** The state of an order, and how often it was served: periods and messages. */
async function served(orderId: string) {
  const [order] = await sql`select state, activated, trader_id from payment_order where order_id = ${orderId}`
  const periods = await sql`select from entitlement_entry where source_key = ${`order:${orderId}`}`
  const mail = await sql`select from outbox where cause = ${`activated:${orderId}`}`
  return { state: order?.['state'], activated: order?.['activated'], periods: periods.length, mails: mail.length }
}

const once = { state: 'paid', activated: true, periods: 1, mails: 1 }
const never = { state: 'open', activated: false, periods: 0, mails: 0 }

describe('a server that is killed', () => {
  test('case 60: after the notification was stored: the other one finishes it', async () => {
    const [doomed, other] = await Promise.all([server(), server()])
    const orderId = await ordered(other, await someone())
    const paymentId = np.pay(orderId, { status: 'finished' })
    const stop = await armStop(kernel, { table: 'provider_payment', when: 'before insert' }, doomed.name)
    expect(await np.send(doomed.url, paymentId)).toBe(200)
    await stop.reached()
    await doomed.kill()
    await stop.release()
    expect(await served(orderId)).toEqual(never)
    await other.job()
    expect(await served(orderId)).toEqual(once)
  })

  test('case 60: as the notification is being stored: never acknowledged, it comes again and counts once', async () => {
    const [doomed, other] = await Promise.all([server(), server()])
    const orderId = await ordered(other, await someone())
    const paymentId = np.pay(orderId, { status: 'finished' })
    const stop = await armStop(kernel, { table: 'provider_event', when: 'after insert' }, doomed.name)
    const answer = np.send(doomed.url, paymentId).catch(() => 'no answer')
    await stop.reached()
    await doomed.kill()
    await stop.release()
    expect(await answer).toBe('no answer')
    expect(await served(orderId)).toEqual(never)
    expect(await np.send(other.url, paymentId)).toBe(200)
    await expect.poll(() => served(orderId), { timeout: 10_000 }).toEqual(once)
    expect(await sql`select from provider_event where provider_payment_id = ${paymentId}`).toHaveLength(1)
  })

  test('case 61: after the ledger line, before the commit: nothing stays of it, and the other one gives it once', async () => {
    const [doomed, other] = await Promise.all([server(), server()])
    const orderId = await ordered(other, await someone())
    const paymentId = np.pay(orderId, { status: 'finished' })
    const stop = await armStop(kernel, { table: 'entitlement_entry', when: 'after insert' }, doomed.name)
    expect(await np.send(doomed.url, paymentId)).toBe(200)
    await stop.reached()
    await doomed.kill()
    await stop.release()
    expect(await served(orderId)).toMatchObject({ activated: false, periods: 0, mails: 0 })
    await other.job()
    expect(await served(orderId)).toEqual(once)
  })

  test('case 62: after the commit of the period, before the answer: asked again, it gives nothing more', async () => {
    const [doomed, other] = await Promise.all([server(), server()])
    const buyer = await someone()
    const orderId = await ordered(other, buyer)
    const paymentId = np.pay(orderId, { status: 'finished' })
    // The user's own request settles it; its answer is never read, and its server is gone.
    const gone = new AbortController()
    const answer = fetch(`${doomed.url}/api/crypto/reconcile-payment`, {
      method: 'POST',
      headers: { ...buyer.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: orderId, payment_id: paymentId }),
      signal: gone.signal,
    }).catch(() => null)
    await expect.poll(() => served(orderId), { interval: 1, timeout: 10_000 }).toEqual(once)
    gone.abort()
    await doomed.kill()
    await answer
    expect(await np.send(other.url, paymentId)).toBe(200)
    const again = await call(other, buyer, '/api/crypto/reconcile-payment', {
      order_id: orderId,
      payment_id: paymentId,
    })
    expect(again).toMatchObject({ status: 200, body: { activated: true } })
    await other.job()
    expect(await served(orderId)).toEqual(once)
  })

  test('case 62: after the commit of the period, before the notification was noted as done', async () => {
    const [doomed, other] = await Promise.all([server(), server()])
    const orderId = await ordered(other, await someone())
    const paymentId = np.pay(orderId, { status: 'finished' })
    const stop = await armStop(kernel, { table: 'provider_event', when: 'before update' }, doomed.name)
    expect(await np.send(doomed.url, paymentId)).toBe(200)
    await stop.reached()
    await doomed.kill()
    await stop.release()
    await other.job()
    expect(await served(orderId)).toEqual(once)
    expect(await sql`select from provider_event where processed_at is null`).toHaveLength(0)
  })

  test('cases 51, 65: between order and invoice: the next click goes on with the same order, and both invoices pay it once', async () => {
    const [doomed, other] = await Promise.all([server(), server()])
    const buyer = await someone()
    const stop = await armStop(kernel, { table: 'payment_invoice', when: 'before insert' }, doomed.name)
    const answer = create(doomed, buyer).catch(() => 'no answer')
    await stop.reached()
    await doomed.kill()
    await stop.release()
    expect(await answer).toBe('no answer')
    const orders = await sql<{ order_id: string }[]>`
      select order_id from payment_order where trader_id = ${buyer.trader_id}`
    expect(orders).toHaveLength(1)
    const orderId = await ordered(other, buyer)
    expect(orderId).toBe(orders[0]?.order_id)
    const invoices = [...np.invoices.values()].filter((invoice) => invoice.order_id === orderId)
    expect(invoices).toHaveLength(2)
    for (const invoice of invoices) {
      expect(await np.send(other.url, np.pay(invoice.id, { status: 'finished' }))).toBe(200)
    }
    await other.job()
    expect(await served(orderId)).toEqual(once)
  })
})

describe('two servers', () => {
  test('cases 18, 19, 20: one notification twenty times at once, on one server and on both', async () => {
    const [left, right] = await Promise.all([server(), server()])
    for (const targets of [[left], [left, right]]) {
      const orderId = await ordered(left, await someone())
      const paymentId = np.pay(orderId, { status: 'finished' })
      const copies = Array.from({ length: 20 }, (_, index) =>
        np.send((targets[index % targets.length] ?? left).url, paymentId),
      )
      expect(await Promise.all(copies)).toEqual(Array<number>(20).fill(200))
      await Promise.all([left.job(), right.job()])
      expect(await served(orderId)).toEqual(once)
      expect(await sql`select from provider_event where provider_payment_id = ${paymentId}`).toHaveLength(1)
    }
  })

  test('case 64: notification, job and the user’s own request in the same second, on both', async () => {
    const [left, right] = await Promise.all([server(), server()])
    const buyer = await someone()
    const orderId = await ordered(left, buyer)
    const paymentId = np.pay(orderId, { status: 'finished' })
    await sql`update payment_order set next_check_at = created_at where order_id = ${orderId}`
    const body = { order_id: orderId, payment_id: paymentId }
    await Promise.all(
      [left, right].flatMap((each) => [
        np.send(each.url, paymentId),
        each.job(),
        call(each, buyer, '/api/crypto/reconcile-payment', body),
        call(each, buyer, '/api/crypto/reconcile-payment', body),
      ]),
    )
    await Promise.all([left.job(), right.job()])
    expect(await served(orderId)).toEqual(once)
  })

  test('case 66: the job on both at once: the provider is asked about each order once', async () => {
    const [left, right] = await Promise.all([server(), server()])
    const orders: { orderId: string; paymentId: string }[] = []
    for (let each = 0; each < 6; each++) {
      const orderId = await ordered(each % 2 === 0 ? left : right, await someone())
      orders.push({ orderId, paymentId: np.pay(orderId, { status: 'finished' }) })
    }
    await Promise.all([left.job(), right.job()])
    const before = np.requests.length
    await sql`
      update payment_order set next_check_at = created_at where order_id = any(${orders.map(({ orderId }) => orderId)})`
    await Promise.all([left.job(), right.job()])
    for (const { orderId } of orders) expect(await served(orderId)).toEqual(once)
    const lists = np.requests.slice(before).filter(({ path }) => path.startsWith('/payment/?'))
    const invoices = lists.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('invoiceId'))
    expect(new Set(invoices).size).toBe(invoices.length)
    expect(invoices).toHaveLength(orders.length)
  })
})

test('case 75: after all of it the plans are what the ledger says', async () => {
  expect(await ledgerDiffers(sql)).toEqual([])
})

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { StartFault } from '#server/start-fault.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { Verified } from '../../provider.ts'
import { createDeliveries } from './deliveries.ts'
import { createSandbox } from './provider.ts'
import { registerSandboxRoutes } from './routes.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const sandbox = createSandbox(kernel)
const app = await testApp(kernel, registerSandboxRoutes)
const { signal } = new AbortController()

/** The site that is notified: what it was sent, and what it answers. */
interface Heard {
  status: string
  body: Record<string, unknown>
  verified: Verified
}
const heard: Heard[] = []
let answers: number | 'silent' = 200
const site = createServer((request, response) => {
  void read(request).then((text) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const body = JSON.parse(text) as Record<string, unknown>
    const verified = sandbox.verifyNotification({ headers, rawBody: Buffer.from(text) })
    heard.push({ status: String(body['payment_status']), body, verified })
    if (answers !== 'silent') response.writeHead(answers).end('{}')
  })
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  site.closeAllConnections()
  site.close()
})
const notifyUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/ipn`

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

beforeEach(() => {
  heard.length = 0
  answers = 200
})

const orderId = 'TT-0123456789ABCDEFGHJKMNPQRS'
async function checkout(priceCents = 2490, coin?: string): Promise<string> {
  const { invoiceId, url, paymentId } = await sandbox.createCheckout(
    {
      orderId,
      priceCents,
      currency: 'usd',
      description: 'Basic Leaderboard <b>3 mesi</b>',
      ...(coin !== undefined && { coin }),
      notifyUrl,
      successUrl: 'http://localhost:3000/?view=payment&order=1',
      cancelUrl: 'http://localhost:3000/?view=payment&order=2',
    },
    { signal },
  )
  expect(invoiceId).toMatch(/^\d{13,14}$/)
  expect(url).toBe(`http://localhost:3000/sandbox/pay/${invoiceId}`)
  expect(paymentId).toBeNull()
  return invoiceId
}

interface Books {
  payments: {
    payment_id: string
    parent_payment_id: string | null
    status: string
    coin: string
    asked: string
    received: string
  }[]
  deliveries: {
    delivery_id: number
    status: string
    manner: string
    answered: number | null
    attempts: number
    next_attempt_at: string | null
  }[]
}

async function play(invoiceId: string, fields: Record<string, string>): Promise<Books> {
  const { statusCode, body } = await send(invoiceId, fields, 'application/json')
  if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
  return JSON.parse(body) as Books
}

function send(invoiceId: string, fields: Record<string, string>, accept = 'text/html') {
  return app.inject({
    method: 'POST',
    url: `/sandbox/pay/${invoiceId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
    payload: new URLSearchParams(fields).toString(),
  })
}

const course = ['waiting', 'confirming', 'confirmed', 'sending', 'finished']

test('production refuses it, by the settings and by itself', () => {
  const production = {
    APP_ENV: 'production',
    APP_URL: 'https://toptrader.example',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  expect(() => readConfig({ ...production, PAYMENTS_PROVIDER: 'sandbox' })).toThrow(
    /sandbox in produzione non è ammessa/,
  )
  expect(() => readConfig(production)).toThrow(/PAYMENTS_PROVIDER: in produzione è obbligatoria/)
  expect(() => createSandbox({ ...kernel, config: { ...kernel.config, APP_ENV: 'production' } })).toThrow(StartFault)
})

test('an exact payment runs its course; each status is notified in its order, signed as the real provider signs', async () => {
  const invoiceId = await checkout()
  const { payments } = await play(invoiceId, { action: 'pay', coin: 'usdtbsc' })
  expect(payments).toMatchObject([{ status: 'finished', coin: 'usdtbsc', asked: '24.9', received: '24.9' }])
  expect(heard.map(({ status }) => status)).toEqual(course)
  expect(heard.every(({ verified }) => verified.ok)).toBe(true)
  const last = heard.at(-1)
  expect(last?.body).toMatchObject({
    payment_id: Number(payments[0]?.payment_id),
    invoice_id: Number(invoiceId),
    parent_payment_id: null,
    price_amount: 24.9,
    price_currency: 'usd',
    pay_amount: 24.9,
    actually_paid: 24.9,
    order_id: orderId,
    updated_at: clock.now() + 4,
    fee: { currency: 'usdtbsc', depositFee: 0.000083 },
  })
  const paymentId = payments[0]?.payment_id ?? ''
  const read = await sandbox.readPayment(paymentId, { signal })
  expect(read).toMatchObject({ providerPaymentId: paymentId, status: 'finished', orderId, parentPaymentId: null })
  expect(last?.verified).toMatchObject({
    payment: { asked: read?.asked, received: read?.received, price: read?.price },
  })
  expect(await sandbox.readPayment('12345', { signal })).toBeNull()
})

test.each([
  ['short', { share: '60' }, 'partially_paid', '14.94'],
  ['a hair short, with an Italian comma', { share: '99,5' }, 'partially_paid', '24.7755'],
  ['more', { share: '120' }, 'finished', '29.88'],
  ['an exact amount', { amount: '10,5', share: '100' }, 'partially_paid', '10.5'],
])('paid %s', async (_name, fields, status, received) => {
  const { payments } = await play(await checkout(), { action: 'pay', coin: 'usdtbsc', ...fields })
  expect(payments).toMatchObject([{ status, received, asked: '24.9' }])
})

test('case 41: what is under the minimum of its coin fails with its money, though all that was asked arrived', async () => {
  const invoiceId = await checkout(1199)
  expect((await play(invoiceId, { action: 'pay', coin: 'btc' })).payments).toMatchObject([
    { status: 'failed', asked: '0.00018735', received: '0.00018735' },
  ])
  expect(heard.map(({ status }) => status)).toEqual(['waiting', 'confirming', 'failed'])
  const coins = await sandbox.coins({ signal })
  const unpayable = coins.filter(({ minimumCents }) => (minimumCents ?? 0) > 1199).map(({ coin }) => coin)
  expect(unpayable).toEqual(['usdterc20', 'btc', 'sol'])
  await expect(checkout(1199, 'btc')).rejects.toMatchObject({ kind: 'below_minimum' })
  await expect(checkout(1199, 'shib')).rejects.toMatchObject({ kind: 'refused' })
})

test('step by step, expired and paid late, failed and accepted, refunded', async () => {
  const invoiceId = await checkout(2490, 'trx')
  const [opened] = (await play(invoiceId, { action: 'open' })).payments
  expect(opened).toMatchObject({ status: 'waiting', coin: 'trx', received: '0', asked: '199.2' })
  const payment_id = opened?.payment_id ?? ''
  const status = async (fields: Record<string, string>) =>
    (await play(invoiceId, { payment_id, ...fields })).payments[0]?.status
  expect(await status({ action: 'expire' })).toBe('expired')
  expect(await status({ action: 'step', share: '60' })).toBe('confirming')
  expect(await status({ action: 'step' })).toBe('confirmed')
  expect(await status({ action: 'finish' })).toBe('partially_paid')
  expect(await status({ action: 'accept' })).toBe('finished')
  expect(await status({ action: 'refund' })).toBe('refunded')
  const refused = await send(invoiceId, { action: 'step', payment_id }, 'application/json')
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ detail: 'Questo pagamento è già concluso.' })
})

test('a repeated and a foreign deposit are children that repeat the whole price and ask for what arrived', async () => {
  const invoiceId = await checkout()
  const [root] = (await play(invoiceId, { action: 'pay', share: '50' })).payments
  const payment_id = root?.payment_id ?? ''
  await play(invoiceId, { action: 'deposit', payment_id, amount: '0.5' })
  const { payments } = await play(invoiceId, { action: 'wrong_asset', payment_id, coin: 'ltc', share: '10' })
  expect(payments.slice(1)).toMatchObject([
    { parent_payment_id: payment_id, status: 'finished', asked: '0.5', received: '0.5', coin: 'usdtbsc' },
    { parent_payment_id: payment_id, status: 'finished', asked: '0.031125', coin: 'ltc' },
  ])
  expect(heard.at(-1)?.body).toMatchObject({ price_amount: 24.9, pay_amount: 0.031125, actually_paid: 0.031125 })
  const listed = await Array.fromAsync(sandbox.listPayments({ invoiceId }, { signal }))
  expect(listed.map(({ parentPaymentId }) => parentPaymentId)).toEqual([null, payment_id, payment_id])
  const day = { from: new Date(clock.now() - 1000), to: new Date(clock.now() + 1000) }
  expect(await Array.fromAsync(sandbox.listPayments(day, { signal }))).toEqual(expect.arrayContaining(listed))
  const same = await send(invoiceId, { action: 'wrong_asset', payment_id, coin: 'usdtbsc' }, 'application/json')
  expect(same.statusCode).toBe(422)
})

test('notifications: lost ones never leave, doubled twice, reversed last first, delayed a minute later, old ones again', async () => {
  const lost = await play(await checkout(), { action: 'pay', notify: 'lost' })
  expect(heard).toEqual([])
  expect(lost.deliveries.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0])
  await play(await checkout(), { action: 'pay', notify: 'doubled' })
  expect(heard.map(({ status }) => status)).toEqual(course.flatMap((status) => [status, status]))
  heard.length = 0
  const invoiceId = await checkout()
  const { deliveries } = await play(invoiceId, { action: 'pay', notify: 'reversed' })
  expect(heard.map(({ status }) => status)).toEqual(course.toReversed())
  const first = deliveries.find(({ status }) => status === 'waiting')
  await play(invoiceId, { action: 'replay', delivery_id: String(first?.delivery_id) })
  expect(heard.at(-1)?.body).toEqual(heard[4]?.body)
  heard.length = 0
  await play(await checkout(), { action: 'pay', notify: 'delayed' })
  expect(heard).toEqual([])
  clock.advance(60_000)
  await expect.poll(() => heard.map(({ status }) => status), { timeout: 5_000 }).toEqual(course)
})

test('an answer that is no success, or none within three seconds, is asked for again after a minute, three times', async () => {
  const invoiceId = await checkout()
  answers = 503
  await play(invoiceId, { action: 'open' })
  expect(heard).toHaveLength(1)
  const deliveries = createDeliveries(kernel)
  onTestFinished(() => deliveries.close())
  for (let minute = 1; minute <= 5; minute += 1) {
    clock.advance(59_000)
    await deliveries.deliver()
    expect(heard).toHaveLength(Math.min(minute, 4))
    clock.advance(1_000)
    await deliveries.deliver()
    await expect.poll(() => heard.length).toBe(Math.min(minute + 1, 4))
  }
  const { deliveries: rows } = await play(invoiceId, { action: 'open' })
  expect(rows[1]).toMatchObject({ attempts: 4, answered: 503, next_attempt_at: null })
  answers = 'silent'
  const began = performance.now()
  await play(invoiceId, { action: 'open' })
  await expect
    .poll(
      async () =>
        (
          await sql`select 1 from sandbox_delivery where attempts = 1 and answered is null and next_attempt_at > now() - interval '1 year' and manner = 'usual' and delivery_id = (select max(delivery_id) from sandbox_delivery)`
        ).length,
    )
    .toBe(1)
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('what a stopped server left behind is delivered by the next one; two servers deliver it once', async () => {
  answers = 200
  await sql`update sandbox_delivery set next_attempt_at = null`
  await play(await checkout(), { action: 'pay', notify: 'delayed' })
  clock.advance(60_000)
  heard.length = 0
  const [one, two] = [createDeliveries(kernel), createDeliveries(kernel)]
  await Promise.all([one.deliver(), two.deliver()])
  await expect.poll(() => heard.map(({ status }) => status).toSorted()).toEqual(course.toSorted())
  await Promise.all([one.close(), two.close()])
  answers = 'silent'
  await play(await checkout(), { action: 'open', notify: 'lost' })
  await sql`update sandbox_delivery set next_attempt_at = ${new Date(clock.now()).toISOString()} where manner = 'lost' and delivery_id = (select max(delivery_id) from sandbox_delivery)`
  const stopping = createDeliveries(kernel)
  const running = stopping.deliver()
  await new Promise((resolve) => setTimeout(resolve, 50))
  const began = performance.now()
  await stopping.close()
  await running
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('the page is whole without scripts, says that it is a simulation, shows what happened, and escapes what it is given', async () => {
  const invoiceId = await checkout()
  await play(invoiceId, { action: 'pay', share: '60' })
  const { body, headers, statusCode } = await app.inject(`/sandbox/pay/${invoiceId}`)
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('Simulazione: nessun denaro si muove')
  expect(body).toContain('Basic Leaderboard &lt;b&gt;3 mesi&lt;/b&gt;')
  expect(body).toContain('24,90\u00a0USDT')
  expect(body).toContain('14,940000\u00a0USDT')
  expect(body).toContain('risposta 200')
  expect(body).toContain('href="http://localhost:3000/?view=payment&amp;order=1"')
  expect(body).not.toMatch(/\sstyle=|<style|\son\w+=|<script(?! src="\/theme\.js")/)
  const moved = await send(invoiceId, { action: 'open' })
  expect(moved.statusCode).toBe(303)
  expect(moved.headers.location).toBe(`/sandbox/pay/${invoiceId}#pagamenti`)
  const faulty = await send(invoiceId, { action: 'pay', share: '<i>' })
  expect(faulty.statusCode).toBe(422)
  expect(faulty.body).toMatch(/role="alert">\s*Scrivi l’importo/)
  expect((await app.inject('/sandbox/style.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

test.each([
  [{ action: 'steal' }, 'Azione sconosciuta.'],
  [{}, 'Azione sconosciuta.'],
  [{ action: 'pay', coin: 'shib' }, 'Questa moneta non è tra quelle offerte.'],
  [{ action: 'pay', share: '0' }, 'L’importo pagato deve essere più di zero.'],
  [{ action: 'pay', share: '-5' }, 'Scrivi l’importo o la quota come numero, per esempio 60 o 11,99.'],
  [{ action: 'pay', share: '1001' }, 'La quota va da poco più di 0 a 1000 per cento.'],
  [{ action: 'step', payment_id: '7' }, 'Scegli un pagamento di questa fattura.'],
  [{ action: 'replay', delivery_id: '' }, 'Scegli una notifica di questa fattura.'],
])('a form that makes no sense changes nothing: %o', async (fields: Record<string, string>, sentence) => {
  const invoiceId = await checkout()
  const answer = await send(invoiceId, fields, 'application/json')
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ detail: sentence })
  const books = await app.inject({ url: `/sandbox/pay/${invoiceId}`, headers: { accept: 'application/json' } })
  expect(books.json()).toMatchObject({ payments: [], deliveries: [] })
})

test('an address without an invoice is a page that says so', async () => {
  expect((await app.inject('/sandbox/pay/1')).statusCode).toBe(404)
  expect((await app.inject('/sandbox/pay/1')).body).toContain('Fattura inesistente')
  expect((await send('1', { action: 'pay' })).statusCode).toBe(404)
})

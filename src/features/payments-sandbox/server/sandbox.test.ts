import { expect, test } from 'vitest'
import { readConfig } from '#server/settings/config.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { createSandbox } from './provider.ts'
import { course, orderId, sandboxScene } from './testing/scene.ts'

const scene = await sandboxScene()
const { kernel, sandbox, app, signal, play, send } = scene
const { clock } = kernel

async function invoice(priceCents?: number, coin?: string): Promise<string> {
  return (await scene.checkout(priceCents, coin)).invoiceId
}

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
  expect(() => createSandbox({ ...kernel, config: { ...kernel.config, APP_ENV: 'production' } })).toThrow(StartupError)
})

test('a checkout is an invoice with the address of its page and no payment yet', async () => {
  const { invoiceId, url, paymentId } = await scene.checkout()
  expect(invoiceId).toMatch(/^\d{13,14}$/)
  expect(url).toBe(`http://localhost:3000/sandbox/pay/${invoiceId}`)
  expect(paymentId).toBeNull()
})

test('an exact payment runs its course; each status is notified in its order, signed as the real provider signs', async () => {
  const invoiceId = await invoice()
  const { payments } = await play(invoiceId, { action: 'pay', coin: 'usdtbsc' })
  expect(payments).toMatchObject([{ status: 'finished', coin: 'usdtbsc', asked: '24.9', received: '24.9' }])
  expect(scene.received.map(({ status }) => status)).toEqual(course)
  expect(scene.received.every(({ verified }) => verified.ok)).toBe(true)
  const last = scene.received.at(-1)
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
  const { payments } = await play(await invoice(), { action: 'pay', coin: 'usdtbsc', ...fields })
  expect(payments).toMatchObject([{ status, received, asked: '24.9' }])
})

test('case 41: a payment under the minimum of its coin fails with its money, though all that was asked arrived', async () => {
  const invoiceId = await invoice(1199)
  expect((await play(invoiceId, { action: 'pay', coin: 'btc' })).payments).toMatchObject([
    { status: 'failed', asked: '0.00018735', received: '0.00018735' },
  ])
  expect(scene.received.map(({ status }) => status)).toEqual(['waiting', 'confirming', 'failed'])
  const coins = await sandbox.coins({ signal })
  const unpayable = coins.filter(({ minimumCents }) => (minimumCents ?? 0) > 1199).map(({ coin }) => coin)
  expect(unpayable).toEqual(['usdterc20', 'btc', 'sol'])
  await expect(invoice(1199, 'btc')).rejects.toMatchObject({ kind: 'below_minimum' })
  await expect(invoice(1199, 'shib')).rejects.toMatchObject({ kind: 'refused' })
})

test('step by step, expired and paid late, failed and accepted, refunded', async () => {
  const invoiceId = await invoice(2490, 'trx')
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
  const invoiceId = await invoice()
  const [root] = (await play(invoiceId, { action: 'pay', share: '50' })).payments
  const payment_id = root?.payment_id ?? ''
  await play(invoiceId, { action: 'deposit', payment_id, amount: '0.5' })
  const { payments } = await play(invoiceId, { action: 'wrong_asset', payment_id, coin: 'ltc', share: '10' })
  expect(payments.slice(1)).toMatchObject([
    { parent_payment_id: payment_id, status: 'finished', asked: '0.5', received: '0.5', coin: 'usdtbsc' },
    { parent_payment_id: payment_id, status: 'finished', asked: '0.031125', coin: 'ltc' },
  ])
  expect(scene.received.at(-1)?.body).toMatchObject({
    price_amount: 24.9,
    pay_amount: 0.031125,
    actually_paid: 0.031125,
  })
  const listed = await Array.fromAsync(sandbox.listPayments({ invoiceId }, { signal }))
  expect(listed.map(({ parentPaymentId }) => parentPaymentId)).toEqual([null, payment_id, payment_id])
  const day = { from: new Date(clock.now() - 1000), to: new Date(clock.now() + 1000) }
  expect(await Array.fromAsync(sandbox.listPayments(day, { signal }))).toEqual(expect.arrayContaining(listed))
  const same = await send(invoiceId, { action: 'wrong_asset', payment_id, coin: 'usdtbsc' }, 'application/json')
  expect(same.statusCode).toBe(422)
})

test('the page is complete without scripts, names the simulation, shows the events, and escapes its input', async () => {
  const invoiceId = await invoice()
  await play(invoiceId, { action: 'pay', share: '60' })
  const { body, headers, statusCode } = await app.inject(`/sandbox/pay/${invoiceId}`)
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('Simulazione: nessun denaro si muove')
  expect(body).toContain('Basic Leaderboard &lt;b&gt;3 mesi&lt;/b&gt;')
  expect(body).toContain('24,90\u00a0USDT')
  expect(body).toContain('14,94\u00a0USDT')
  expect(body).toContain('risposta 200')
  expect(body).toContain('href="http://localhost:3000/?view=payment&amp;order=1"')
  expect(body).not.toMatch(/\sstyle=|<style|\son\w+=|<script /)
  expect(body.match(/<script>/g)).toHaveLength(1)
  const moved = await send(invoiceId, { action: 'open' })
  expect(moved.statusCode).toBe(303)
  expect(moved.headers.location).toBe(`/sandbox/pay/${invoiceId}#pagamenti`)
  const faulty = await send(invoiceId, { action: 'pay', share: '<i>' })
  expect(faulty.statusCode).toBe(422)
  expect(faulty.body).toMatch(/role="alert">\s*Scrivi l’importo/)
  expect(body).toMatch(/<a class="skip" href="#contenuto">[\s\S]*<main id="contenuto">/)
  expect((await app.inject('/sandbox/style.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

test('a refused form keeps what was typed, in that form alone', async () => {
  const invoiceId = await invoice()
  const fieldsOf = (page: string) =>
    [
      ...[...page.matchAll(/name="(share|amount)"\s+value="([^"]*)"/g)].map((match) => `${match[1]}=${match[2]}`),
      ...[...page.matchAll(/<option value="(\w+)" selected>/g)].map((match) => match[1]),
    ].toSorted()
  const [root] = (await play(invoiceId, { action: 'open' })).payments
  const payForm = ['share=100', 'amount=', 'usdtbsc', 'usual']
  const ofPayment = ['share=100', 'trx', 'usual']
  const fresh = await app.inject(`/sandbox/pay/${invoiceId}`)
  expect(fieldsOf(fresh.body)).toEqual([...payForm, ...ofPayment].toSorted())
  const paying = await send(invoiceId, { action: 'pay', coin: 'ltc', share: '"1 e mezzo', amount: '3', notify: 'lost' })
  expect(paying.statusCode).toBe(422)
  expect(fieldsOf(paying.body)).toEqual(['share=&quot;1 e mezzo', 'amount=3', 'ltc', 'lost', ...ofPayment].toSorted())
  const stepping = await send(invoiceId, {
    action: 'step',
    payment_id: root?.payment_id ?? '',
    share: 'molto',
    coin: 'ltc',
    notify: 'doubled',
  })
  expect(fieldsOf(stepping.body)).toEqual([...payForm, 'share=molto', 'ltc', 'doubled'].toSorted())
})

test.each([
  [{ action: 'steal' }, 'Azione sconosciuta.'],
  [{}, 'Azione sconosciuta.'],
  [{ action: 'pay', coin: 'shib' }, 'Questa moneta non è tra quelle offerte.'],
  [{ action: 'pay', share: '0' }, 'L’importo pagato deve essere più di zero.'],
  [{ action: 'pay', share: '-5' }, 'Scrivi l’importo o la quota come numero, per esempio 60 o 11,99.'],
  [{ action: 'pay', share: '1001' }, 'La quota va da poco più di 0 a 1000 per cento.'],
  [{ action: 'step', payment_id: '7' }, 'Scegli un pagamento di questa richiesta.'],
  [{ action: 'replay', delivery_id: '' }, 'Scegli una notifica di questa richiesta.'],
])('a form that makes no sense changes nothing: %o', async (fields: Record<string, string>, sentence) => {
  const invoiceId = await invoice()
  const answer = await send(invoiceId, fields, 'application/json')
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ detail: sentence })
  const books = await app.inject({ url: `/sandbox/pay/${invoiceId}`, headers: { accept: 'application/json' } })
  expect(books.json()).toMatchObject({ payments: [], deliveries: [] })
})

test('an address without an invoice is a page that says so', async () => {
  expect((await app.inject('/sandbox/pay/1')).statusCode).toBe(404)
  expect((await app.inject('/sandbox/pay/1')).body).toContain('Richiesta inesistente')
  expect((await send('1', { action: 'pay' })).statusCode).toBe(404)
})

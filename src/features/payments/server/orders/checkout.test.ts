import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { checkoutsLimit, ordersLimit, reuseMs } from './checkout.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { serveBuyers, buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene()
const { np, kernel, app, buy, bought, someone, order, ordersOf, invoicesOf, grantsOf, payments, post } = scene

/** The provider's page of a coin list with these minimums, US cents. */
async function offerCoins(coins: Record<string, number | null>): Promise<void> {
  await kernel.sql`delete from payment_coin`
  let place = 0
  for (const [coin, minimum] of Object.entries(coins)) {
    await kernel.sql`
      insert into payment_coin ${kernel.sql({
        provider: 'nowpayments',
        coin,
        symbol: coin.toUpperCase(),
        name: coin,
        network: coin,
        needs_memo: false,
        minimum_cents: minimum,
        place: place++,
        checked_at: new Date(kernel.clock.now()).toISOString(),
      })}`
  }
}

describe('opening a payment', () => {
  test('answers 201 with the provider’s page, the order is stored with the price list’s price', async () => {
    const anna = await someone()
    const answer = await buy(anna, 'basic_quarterly')
    expect(answer.statusCode).toBe(201)
    const { order_id: orderId, invoice_url: url, payment_id: paymentId } = answer.json<Record<string, string>>()
    expect(orderId).toMatch(/^TT-[0-9A-HJKMNP-TV-Z]{26}$/)
    const invoice = np.invoiceOf(orderId ?? '')
    expect(invoice).toMatchObject({ price_amount: '24.9', price_currency: 'usd', pay_currency: null })
    expect(paymentId).toBe(invoice?.id)
    expect(url).toContain(invoice?.id)
    expect(await order(orderId ?? '')).toMatchObject({
      state: 'open',
      status: 'waiting',
      price_cents: 2490,
      user_email: `${anna.username}@example.com`,
      username: anna.username,
      next_check_at: '2026-11-20T10:02:00.000Z',
    })
  })

  test('case 80: price, e-mail and whatever else the client sends are ignored', async () => {
    const anna = await someone()
    const { order_id: orderId } = await bought(anna, 'annual', {
      email: 'bruno@example.com',
      price: 0.01,
      price_cents: 1,
      price_amount: '0.01',
      amount: 1,
      tier: 'basic',
      status: 'finished',
      activated: true,
      order_id: 'TT-00000000000000000000000000',
    })
    expect(np.invoiceOf(orderId)?.price_amount).toBe('249.99')
    expect(await order(orderId)).toMatchObject({
      price_cents: 24_999,
      tier: 'diamond',
      activated: false,
      user_email: `${anna.username}@example.com`,
    })
    expect(await grantsOf(anna)).toHaveLength(0)
  })

  test('case 79: no user buys for another one, admins neither', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    for (const who of [bruno, scene.admin]) {
      const answer = await post('/api/crypto/create-payment', { user_id: anna.trader_id, plan: 'monthly' }, who)
      expect(answer.statusCode).toBe(403)
    }
    expect((await post('/api/crypto/create-payment', { user_id: anna.trader_id, plan: 'monthly' })).statusCode).toBe(
      401,
    )
    expect(await ordersOf(anna)).toHaveLength(0)
    // Ids are the same in capitals.
    expect((await buy(anna, 'monthly', { user_id: anna.trader_id.toUpperCase() })).statusCode).toBe(201)
  })

  test.each(['gold', 'Monthly', '', null, 1, ['monthly'], { code: 'monthly' }, '__proto__', 'basic_monthly '])(
    'refuses the plan %j',
    async (plan) => {
      const anna = await someone()
      const answer = await buy(anna, plan)
      expect(answer.json()).toMatchObject({ error_type: 'PLAN_UNKNOWN' })
      expect(answer.statusCode).toBe(400)
      expect(await ordersOf(anna)).toHaveLength(0)
    },
  )

  test('refuses a body without a plan', async () => {
    const anna = await someone()
    const answer = await post('/api/crypto/create-payment', { user_id: anna.trader_id }, anna)
    expect(answer.json()).toMatchObject({ error_type: 'PLAN_UNKNOWN' })
  })

  test('a deactivated user opens nothing', async () => {
    const anna = await someone()
    await kernel.sql`update trader set deactivated_at = now() where trader_id = ${anna.trader_id}`
    expect((await buy(anna)).statusCode).toBe(401)
    expect(await ordersOf(anna)).toHaveLength(0)
  })
})

describe('coins', () => {
  test('case 59: a coin whose minimum is above the plan’s price is refused, the same coin takes a dearer plan', async () => {
    await offerCoins({ usdtbsc: 120, btc: 1290, xrp: null })
    const anna = await someone()
    const refused = await buy(anna, 'basic_monthly', { pay_currency: 'btc' })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ error_type: 'COIN_NOT_OFFERED' })
    expect((await buy(anna, 'basic_monthly', { pay_currency: 'doge' })).statusCode).toBe(422)
    expect(await ordersOf(anna)).toHaveLength(0)
    for (const [plan, coin] of [
      ['monthly', 'btc'],
      ['basic_monthly', 'usdtbsc'],
      ['basic_quarterly', 'xrp'],
    ]) {
      const answer = await buy(anna, plan, { pay_currency: coin })
      expect(answer.statusCode).toBe(201)
      expect(np.invoiceOf(answer.json<{ order_id: string }>().order_id)?.pay_currency).toBe(coin)
    }
    await offerCoins({})
  })

  test.each(['', 'USDT', 'usdt bsc', 'a', 'x'.repeat(21), 7, ['btc']])('the ticker %j is no ticker', async (coin) => {
    const anna = await someone()
    expect((await buy(anna, 'monthly', { pay_currency: coin })).statusCode).toBe(422)
  })

  test('the provider’s own "below the minimum" says so as well', async () => {
    const anna = await someone()
    np.fail(
      'invoice',
      {
        status: 400,
        body: { status: false, statusCode: 400, code: 'AMOUNT_MINIMAL_ERROR', message: 'amountTo is too small' },
      },
      1,
    )
    const answer = await buy(anna, 'basic_monthly', { pay_currency: 'btc' })
    expect(answer.json()).toMatchObject({ error_type: 'COIN_NOT_OFFERED' })
    expect(await ordersOf(anna)).toMatchObject([{ state: 'dead', status: 'failed', next_check_at: null }])
  })

  test('another coin is another page of the same order, and each of them stays', async () => {
    const anna = await someone()
    const any = await bought(anna)
    const bsc = await bought(anna, 'basic_monthly', { pay_currency: 'usdtbsc' })
    const again = await bought(anna)
    const bscAgain = await bought(anna, 'basic_monthly', { pay_currency: 'usdtbsc' })
    expect(bsc.order_id).toBe(any.order_id)
    expect(again).toEqual(any)
    expect(bscAgain).toEqual(bsc)
    expect(bsc.invoice_url).not.toBe(any.invoice_url)
    expect(new Set((await invoicesOf(any.order_id)).map(({ coin }) => coin))).toEqual(new Set(['usdtbsc', null]))
  })
})

describe('one open order', () => {
  test('case 65: twenty clicks at once make one order and one checkout, however slow the provider', async () => {
    const anna = await someone()
    const usual = configuredNowPayments(kernel, quick)
    const slow = createPayments(kernel, {
      ...usual,
      createCheckout: (request, options) => sleep(150).then(() => usual.createCheckout(request, options)),
    })
    const till = await serveBuyers(kernel, slow)
    const before = np.count('POST /invoice')
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(anna, 'basic_monthly', {}, till)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array<number>(20).fill(201))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(await ordersOf(anna)).toHaveLength(1)
    expect(np.count('POST /invoice') - before).toBe(1)
    await slow.close()
  })

  test('case 65: two coins at the same moment are two pages of one order', async () => {
    const anna = await someone()
    const coins = ['usdtbsc', 'trx', 'usdtbsc', 'trx', null]
    const opened = await Promise.all(coins.map((coin) => bought(anna, 'basic_annual', { pay_currency: coin })))
    expect(new Set(opened.map(({ order_id: orderId }) => orderId)).size).toBe(1)
    expect(new Set(opened.map(({ invoice_url: url }) => url)).size).toBe(3)
    expect(await invoicesOf(opened[0]?.order_id ?? '')).toHaveLength(3)
  })

  test('case 65: on two servers as well, and every page that was made belongs to the one order', async () => {
    const anna = await someone()
    const second = createPayments(kernel, configuredNowPayments(kernel, quick))
    const other = await serveBuyers(kernel, second)
    try {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => buy(anna, 'monthly', {}, index % 2 === 0 ? app : other)),
      )
      expect(answers.map((answer) => answer.statusCode)).toEqual(Array<number>(20).fill(201))
      const [only, ...more] = await ordersOf(anna)
      expect(more).toEqual([])
      expect(new Set(answers.map((answer) => answer.json<{ order_id: string }>().order_id))).toEqual(
        new Set([only?.order_id]),
      )
      const invoices = await invoicesOf(only?.order_id ?? '')
      expect(invoices.length).toBeLessThanOrEqual(2)
      // Paying each of them is still one period.
      const ids = invoices.map(({ invoice_id: id }) => np.pay(id, { status: 'finished' }))
      for (const id of ids) expect(await np.send(other, id)).toBe(200)
      await payments.settle()
      expect(await grantsOf(anna)).toHaveLength(1)
    } finally {
      await second.close()
    }
  })

  test('another plan, another user, an older, paid, dead or hidden order: each time a new one', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const first = await bought(anna)
    expect((await bought(anna, 'basic_annual')).order_id).not.toBe(first.order_id)
    expect((await bought(bruno)).order_id).not.toBe(first.order_id)
    const start = kernel.clock.now()
    try {
      kernel.clock.set(start + reuseMs - 1)
      expect((await bought(anna)).order_id).toBe(first.order_id)
      kernel.clock.set(start + reuseMs)
      const second = await bought(anna)
      expect(second.order_id).not.toBe(first.order_id)
      for (const change of ["state = 'dead'", 'deleted_at = now()', "state = 'paid'", 'price_cents = 1']) {
        const { order_id: open } = await bought(anna)
        await kernel.sql.unsafe(`update payment_order set ${change} where order_id = '${open}'`)
        expect((await bought(anna)).order_id).not.toBe(open)
      }
    } finally {
      kernel.clock.set(start)
    }
  })

  test('ten orders an hour, then 429 with the seconds to wait', async () => {
    const anna = await someone()
    const start = kernel.clock.now()
    try {
      for (let made = 0; made < ordersLimit.times; made++) {
        const { order_id: orderId } = await bought(anna)
        await kernel.sql`update payment_order set state = 'dead', status = 'failed' where order_id = ${orderId}`
        kernel.clock.advance(MINUTE_MS)
      }
      const refused = await buy(anna)
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('3000')
      expect((await buy(await someone())).statusCode).toBe(201)
      kernel.clock.set(start + HOUR_MS)
      expect((await buy(anna)).statusCode).toBe(201)
    } finally {
      kernel.clock.set(start)
    }
  })

  test('one order in changing coins makes thirty pages an hour, no more', async () => {
    const anna = await someone()
    const start = kernel.clock.now()
    try {
      const { order_id: orderId } = await bought(anna, 'annual')
      for (let made = 1; made < checkoutsLimit.times; made++)
        await bought(anna, 'annual', { pay_currency: `coin${made}` })
      const refused = await buy(anna, 'annual', { pay_currency: 'usdtbsc' })
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('3600')
      // An order made before is still offered.
      expect((await bought(anna, 'annual')).order_id).toBe(orderId)
    } finally {
      kernel.clock.set(start)
    }
  })
})

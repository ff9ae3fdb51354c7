import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { plans } from '#features/subscriptions/catalogue.ts'
import { buildFrame } from '#server/http/frame.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { Coin, PaymentProvider } from '../../provider.ts'
import { quick, startNowPayments } from '../../testing/nowpayments-stand-in.ts'
import { replaceCoins } from './coin-queries.ts'
import { storedCoins } from './coin-queries.ts'
import { coinFits, refreshCoins, registerCurrencyRoutes } from './coins.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { until } from '#server/testing/until.ts'

const np = await startNowPayments()
const kernel = await testKernel({ env: np.env })
const { sql, clock } = kernel
const provider = configuredNowPayments(kernel, quick)

beforeAll(() => () => np.close())
afterEach(async () => {
  np.recover()
  delete np.options.minimums
  delete np.options.coinsShape
  await sql`delete from payment_coin`
})

const offered = async () => (await storedCoins(sql, 'nowpayments')).map(({ coin }) => coin)
const warnings = () => kernel.lines.filter((line) => String(line['msg']).includes('the last list holds')).length

/** A started server of its own; its coin list is fetched in the background. */
async function withApp(run: (ask: () => Promise<Answer>) => Promise<void>, from: PaymentProvider = provider) {
  const app = await buildFrame(kernel, { development: false })
  registerCurrencyRoutes(app, kernel, { provider: from })
  await app.ready()
  const ask = async () => (await app.inject('/api/crypto/supported-currencies')).json<Answer>()
  try {
    await run(ask)
  } finally {
    await app.close()
  }
}
interface Answer {
  currencies: string[]
  coins: {
    code: string
    name: string
    symbol: string
    network: string
    needs_memo: boolean
    minimum_usd: number | null
  }[]
}

describe('the coins of the provider', () => {
  test('stand in the buyer’s order, with name, network, memo and minimum', async () => {
    expect(await refreshCoins(kernel, provider)).toBe(9)
    expect(await storedCoins(sql, 'nowpayments')).toEqual([
      coin('usdtbsc', 'Tether', 'USDT', 'BNB Smart Chain (BEP20)', 120),
      coin('usdttrc20', 'Tether', 'USDT', 'Tron (TRC20)', 1141),
      coin('btc', 'Bitcoin', 'BTC', 'Bitcoin', 1290),
      coin('eth', 'Ethereum', 'ETH', 'Ethereum (ERC20)', 200),
      coin('bnbbsc', 'BNB', 'BNB', 'BNB Smart Chain (BEP20)', 200),
      coin('ada', 'Cardano', 'ADA', 'Cardano', 200),
      { ...coin('xrp', 'Ripple', 'XRP', 'XRP Ledger', 1194), needsMemo: true },
      coin('doge', 'Dogecoin', 'DOGE', 'Dogecoin', 200),
      coin('ltc', 'Litecoin', 'LTC', 'Litecoin', 200),
    ])
  })
  test('a coin whose minimum gets no answer keeps the last one, and all others are renewed', async () => {
    np.fail('GET /min-amount?currency_from=doge', 500)
    expect(await refreshCoins(kernel, provider)).toBe(9)
    const least = async (code: string) =>
      (await storedCoins(sql, 'nowpayments')).find((each) => each.coin === code)?.minimumCents
    expect(await least('doge')).toBeNull()
    np.recover()
    await refreshCoins(kernel, provider)
    expect(await least('doge')).toBe(200)
    np.options.minimums = { ltc: 7 }
    np.fail('GET /min-amount?currency_from=doge', 500)
    expect(await refreshCoins(kernel, provider)).toBe(9)
    expect(await least('doge')).toBe(200)
    expect(await least('ltc')).toBe(700)
  })
  test('get their minimum against the payout coin, in dollars, one after the other', async () => {
    const from = np.requests.length
    await refreshCoins(kernel, provider)
    const minimumRequests = np.requests.slice(from).filter(({ path }) => path.startsWith('/min-amount'))
    expect(minimumRequests).toHaveLength(9)
    for (const { path } of minimumRequests) {
      expect(path).toMatch(
        /^\/min-amount\?currency_from=\w+&currency_to=usdtbsc&fiat_equivalent=usd&is_fixed_rate=false&is_fee_paid_by_user=false$/,
      )
    }
  })
  test('case 58: selectedCurrencies in capitals and currencies in lower case are the same list', async () => {
    await refreshCoins(kernel, provider)
    const live = await offered()
    np.options.coinsShape = 'currencies'
    await sql`delete from payment_coin`
    await refreshCoins(kernel, provider)
    expect(await offered()).toEqual(live)
  })
  test('are left out where they cannot be received or converted, and where the account does not take them', async () => {
    np.options.minimums = { eth: null }
    await refreshCoins(kernel, provider)
    const codes = await offered()
    for (const absent of ['eth', 'sol', 'xmr', 'trx']) expect(codes).not.toContain(absent)
    expect(codes).toContain('btc')
  })
  test('case 59: a coin whose minimum exceeds the plan does not fit it; the edge does', async () => {
    np.options.minimums = { btc: 12.9, usdttrc20: 11.990001, usdtbsc: 11.99 }
    await refreshCoins(kernel, provider)
    const coins = await storedCoins(sql, 'nowpayments')
    const fits = (code: string, cents: number) =>
      coins.filter((each) => each.coin === code).map((each) => coinFits(each, cents))
    expect(fits('btc', 1199)).toEqual([false])
    expect(fits('usdttrc20', 1199)).toEqual([false])
    expect(fits('usdtbsc', 1199)).toEqual([true])
    for (const { price_cents: cents } of plans.filter(({ code }) => code !== 'basic_monthly')) {
      expect(fits('btc', cents)).toEqual([true])
    }
    expect(coinFits({ minimumCents: null }, 1)).toBe(true)
  })
  test('stay the same where the provider is away, refuses, or names none', async () => {
    await refreshCoins(kernel, provider)
    const before = await offered()
    const warned = warnings()
    for (const what of [
      { status: 400, body: { message: 'no' } },
      { status: 200, body: { selectedCurrencies: [] } },
    ] as const) {
      np.fail('coins', what, 1)
      expect(await refreshCoins(kernel, provider)).toBeNull()
      np.recover()
    }
    expect(await offered()).toEqual(before)
    expect(warnings() - warned).toBe(2)
    expect(kernel.lines.at(-1)?.['msg']).toBe('the payment provider names no coin, the last list holds')
  })
  test('are replaced whole: coins that the account no longer accepts are gone', async () => {
    await refreshCoins(kernel, provider)
    np.fail('coins', { status: 200, body: { currencies: ['btc'] } }, 1)
    expect(await refreshCoins(kernel, provider)).toBe(1)
    expect(await offered()).toEqual(['btc'])
  })
  test('instances that refresh at once leave one whole list, and none of them fails', async () => {
    await refreshCoins(kernel, provider)
    const coins = await storedCoins(sql, 'nowpayments')
    await sql`delete from payment_coin`
    const at = new Date(clock.now()).toISOString()
    await Promise.all(Array.from({ length: 8 }, () => replaceCoins(sql, 'nowpayments', coins, at)))
    expect(await storedCoins(sql, 'nowpayments')).toEqual(coins)
  })
})

describe('GET /api/crypto/supported-currencies', () => {
  test('has the usual tickers, and no coin to choose, before the provider ever answered', async () => {
    np.fail('all', 'hang')
    await withApp(
      async (ask) => {
        expect(await ask()).toEqual({
          currencies: ['btc', 'eth', 'usdt', 'usdc', 'bnb', 'ltc', 'doge', 'ada', 'dot', 'sol'],
          coins: [],
        })
      },
      configuredNowPayments(kernel, quick),
    )
  })
  test('a start fetches a missing list in the background, and waits for nothing', async () => {
    await withApp(async (ask) => {
      await until(async () => (await ask()).coins.length > 0)
      const { currencies, coins } = await ask()
      expect(currencies).toEqual(coins.map(({ code }) => code))
      expect(coins[1]).toEqual({
        code: 'usdttrc20',
        name: 'Tether',
        symbol: 'USDT',
        network: 'Tron (TRC20)',
        needs_memo: false,
        minimum_usd: 11.41,
      })
    })
  })
  test('a list of this hour is not fetched again, an older one is', async () => {
    await refreshCoins(kernel, provider)
    const from = np.requests.length
    await withApp(async (ask) => expect((await ask()).coins).toHaveLength(9))
    expect(np.requests.length).toBe(from)
    clock.advance(61 * MINUTE_MS)
    await withApp(async () => void (await until(() => np.requests.length > from)))
  })
  test('a server that stops aborts the question', async () => {
    np.fail('all', 'hang')
    const patient = configuredNowPayments(kernel, { ...quick, timeoutMs: 60_000 })
    const from = np.requests.length
    const at = performance.now()
    await withApp(async () => void (await until(() => np.requests.length > from)), patient)
    expect(performance.now() - at).toBeLessThan(5_000)
  })
})

describe('the provider of the settings', () => {
  test('lists only with e-mail and password', async () => {
    expect(provider).toMatchObject({ name: 'nowpayments', canList: true })
    const { NOWPAYMENTS_EMAIL: _, NOWPAYMENTS_PASSWORD: __, ...withoutLogin } = np.env
    expect(configuredNowPayments(await testKernel({ env: withoutLogin })).canList).toBe(false)
  })
  test('without its key nothing starts; without its secret no notification is believed', async () => {
    const { NOWPAYMENTS_API_KEY: _, ...withoutKey } = np.env
    const keyless = await testKernel({ env: withoutKey })
    expect(() => configuredNowPayments(keyless)).toThrow('NOWPAYMENTS_API_KEY')
    const { NOWPAYMENTS_IPN_SECRET: __, ...withoutSecret } = np.env
    const withoutSecretKey = configuredNowPayments(await testKernel({ env: withoutSecret }))
    const id = np.pay('TT-00000000000000000000000001')
    const { headers, payload } = np.notification(id)
    expect(withoutSecretKey.verifyNotification({ headers, rawBody: Buffer.from(payload) })).toEqual({
      ok: false,
      reason: 'not_configured',
    })
    expect(provider.verifyNotification({ headers, rawBody: Buffer.from(payload) }).ok).toBe(true)
  })
})

function coin(code: string, name: string, symbol: string, network: string, minimumCents: number): Coin {
  return { coin: code, name, symbol, network, needsMemo: false, minimumCents }
}

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { ProviderError, type ProviderPayment } from '../../../provider.ts'
import { quick, startNowPayments, type NowPaymentsStandIn } from '../../../testing/nowpayments-stand-in.ts'
import { createNowPayments } from './provider.ts'

let np: NowPaymentsStandIn
let day = Date.UTC(2026, 10, 1)
beforeEach(async () => {
  np = await startNowPayments({ now: () => day })
  return () => np.close()
})

function provider(login: { email: string; password: string } | null = null) {
  const {
    NOWPAYMENTS_EMAIL: email = '',
    NOWPAYMENTS_PASSWORD: password = '',
    NOWPAYMENTS_API_KEY: apiKey = '',
  } = np.env
  const settings = { apiUrl: np.url, apiKey, ipnSecret: np.secret, payout: 'usdtbsc' }
  return createNowPayments({ ...settings, login: login ?? { email, password } }, quick)
}

const soon = () => ({ signal: AbortSignal.timeout(20_000) })
const days = () => ({ from: new Date(Date.UTC(2026, 9, 20)), to: new Date(Date.UTC(2026, 10, 30)) })

async function ids(list: AsyncIterable<ProviderPayment>): Promise<string[]> {
  const found: string[] = []
  for await (const payment of list) found.push(payment.providerPaymentId)
  return found
}

/** @returns ids in the order of their making, an hour apart */
function payments(count: number): string[] {
  const start = day
  const made = Array.from({ length: count }, (_, place) => {
    day = start + place * HOUR_MS
    return np.pay(`TT-${String(place).padStart(26, '0')}`, { status: 'finished' })
  })
  day = start
  return made
}

describe('a list of payments', () => {
  test('is read to its end, also with few entries on a page', async () => {
    const made = payments(23)
    np.options.listLimit = 5
    expect(await ids(provider().listPayments(days(), soon()))).toEqual(made)
    expect(np.count('GET /payment/?')).toBe(5)
    expect(np.count('POST /auth')).toBe(1)
  })
  test('holds the payments of one invoice, or of a span of time', async () => {
    const made = payments(10)
    const second = np.payments.get(made[1] ?? '')
    const more = np.pay(second?.invoice.id ?? '', { coin: 'eth' })
    expect(await ids(provider().listPayments({ invoiceId: second?.invoice.id ?? '' }, soon()))).toEqual([made[1], more])
    const from = new Date(day + 2.5 * HOUR_MS)
    const to = new Date(day + 5.5 * HOUR_MS)
    expect(await ids(provider().listPayments({ from, to }, soon()))).toEqual(made.slice(3, 6))
    expect(await ids(provider().listPayments({ invoiceId: '1' }, soon()))).toEqual([])
  })
  test('carries the fields of a single answer', async () => {
    const [id = ''] = payments(1)
    const own = provider()
    const [listed] = await Array.fromAsync(own.listPayments(days(), soon()))
    expect(listed).toEqual(await own.readPayment(id, soon()))
  })
  test.each(['insert', 'remove'] as const)(
    'case 56: pages shift while they are read (%s): each payment once, none missing',
    async (pageShift) => {
      const made = payments(12)
      np.options.listLimit = 4
      np.options.pageShift = pageShift
      const found = await ids(provider().listPayments(days(), soon()))
      expect(new Set(found).size).toBe(found.length)
      expect(found.toSorted()).toEqual([...new Set([...made, ...np.payments.keys()])].toSorted())
      expect(found.length).toBe(pageShift === 'insert' ? 13 : 12)
    },
  )
  test('case 55: a JWT that dies in mid-list is renewed, and nothing is read twice or missed', async () => {
    const made = payments(9)
    np.options.listLimit = 3
    const found: string[] = []
    for await (const payment of provider().listPayments(days(), soon())) {
      found.push(payment.providerPaymentId)
      if (found.length === 4) np.expireTokens()
    }
    expect(found).toEqual(made)
    expect(np.count('POST /auth')).toBe(2)
  })
  test('case 55: tokens that expire at once: the error is named, and the list ends', async () => {
    payments(3)
    np.options.jwtMs = -1
    await expect(ids(provider().listPayments(days(), soon()))).rejects.toMatchObject({ kind: 'misconfigured' })
    expect(np.count('POST /auth')).toBe(2)
  })
  test('a password that is refused is not tried again at once, and checkouts go on', async () => {
    const own = provider({ email: 'conti@example.com', password: 'wrong' })
    for (let each = 0; each < 8; each++) {
      await expect(ids(own.listPayments(days(), soon()))).rejects.toMatchObject({ kind: 'misconfigured' })
    }
    expect(np.count('POST /auth')).toBe(1)
    const [id = ''] = payments(1)
    expect(await own.readPayment(id, soon())).not.toBeNull()
  })
  test('without a login there is no list, and the provider says so', async () => {
    const { NOWPAYMENTS_API_KEY: apiKey = '' } = np.env
    const own = createNowPayments({ apiUrl: np.url, apiKey, ipnSecret: null, login: null, payout: 'usdtbsc' }, quick)
    expect(own.canList).toBe(false)
    await expect(ids(own.listPayments(days(), soon()))).rejects.toMatchObject({ kind: 'misconfigured' })
    expect(np.requests).toHaveLength(0)
  })
  test('an entry that cannot be read holds up no other one, and is an error at the end', async () => {
    const made = payments(5)
    np.contradict(made[2] ?? '', { payment_id: null })
    const found: string[] = []
    const read = async () => {
      for await (const { providerPaymentId } of provider().listPayments(days(), soon())) found.push(providerPaymentId)
    }
    await expect(read()).rejects.toThrow('1 entries could not be read')
    expect(found).toEqual(made.toSpliced(2, 1))
  })
  test('a service that ignores the filter shows no other invoice’s payments', async () => {
    const made = payments(3)
    const invoice = np.payments.get(made[0] ?? '')?.invoice.id ?? ''
    const data = made.map((id) => ({ payment_id: Number(id), invoice_id: Number(np.payments.get(id)?.invoice.id) }))
    np.fail('list', { status: 200, body: { data, limit: 500, page: 0, pagesCount: 1, total: 3 } })
    expect(await ids(provider().listPayments({ invoiceId: invoice }, soon()))).toEqual([made[0]])
  })
  test('a list that counts more than it shows is an error, not an end', async () => {
    np.fail('list', { status: 200, body: { data: [{ payment_id: 5 }], limit: 500, page: 0, pagesCount: 1, total: 2 } })
    await expect(ids(provider().listPayments(days(), soon()))).rejects.toMatchObject({ kind: 'bad_answer' })
  })
  test('a list without an end is left', async () => {
    np.fail('list', { status: 200, body: { data: [{ payment_id: 5 }], limit: 1, page: 0, pagesCount: 10 ** 9 } })
    const error = await ids(provider().listPayments(days(), soon())).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProviderError)
    expect(np.count('GET /payment/?')).toBe(200)
  })
  test.each([{}, null, [], { data: 'x' }, { data: {} }])('%j is no list', async (body) => {
    np.fail('list', { status: 200, body })
    await expect(ids(provider().listPayments(days(), soon()))).rejects.toMatchObject({ kind: 'bad_answer' })
  })
  test('two lists at once sign in once', async () => {
    const made = payments(4)
    const own = provider()
    const [one, other] = await Promise.all([
      ids(own.listPayments(days(), soon())),
      ids(own.listPayments(days(), soon())),
    ])
    expect(one).toEqual(made)
    expect(other).toEqual(made)
    expect(np.count('POST /auth')).toBe(1)
  })
  test('a caller that gives up while signing in ends it for no other', async () => {
    const made = payments(4)
    const own = provider()
    np.fail('auth', 'hang', 1)
    const impatient = ids(own.listPayments(days(), { signal: AbortSignal.timeout(100) }))
    const patient = ids(own.listPayments(days(), soon()))
    await expect(impatient).rejects.toMatchObject({ kind: 'timeout', sent: false })
    // The sign-in that hangs ends by its own timeout.
    await expect(patient).rejects.toMatchObject({ kind: 'timeout', sent: true })
    expect(await ids(own.listPayments(days(), soon()))).toEqual(made)
  })
  test('once every caller has given up, the sign-in ends as well', async () => {
    const made = payments(1)
    const own = provider()
    np.fail('auth', 'hang', 1)
    const impatient = ids(own.listPayments(days(), { signal: AbortSignal.timeout(100) }))
    await expect(impatient).rejects.toMatchObject({ kind: 'timeout', sent: false })
    const from = performance.now()
    expect(await ids(own.listPayments(days(), soon()))).toEqual(made)
    expect(performance.now() - from).toBeLessThan(1_000)
  })
})

test('the stand-in can go and come back under the same address', async () => {
  const [id = ''] = payments(1)
  await np.down()
  await expect(provider().readPayment(id, soon())).rejects.toMatchObject({ kind: 'unreachable' })
  await np.up()
  onTestFinished(() => np.close())
  expect((await provider().readPayment(id, soon()))?.providerPaymentId).toBe(id)
})

import { afterEach, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { signedIn } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { listCryptoPayments } from '../../admin-contract.ts'
import { ProviderError, type PaymentProvider } from '../../provider.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { registerPaymentAdminRoutes } from '../admin/routes.ts'
import { registerNotificationRoute } from '../notifications/inbox.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments, type Payments } from '../service.ts'
import { settlementScene } from '../testing/settlement-scene.ts'
import { readAndApply } from './read-and-apply.ts'

const scene = await settlementScene()
const { np, kernel, payments, clock, opened, deliver, item, mails } = scene
const { sql } = kernel

// Takes notifications in and settles nothing by itself.
const inboxOnly = await testApp(kernel, (each) =>
  registerNotificationRoute(each, kernel, { provider: payments.provider, wake: () => undefined }),
)

const panel = await testApp(kernel, (each) => registerPaymentAdminRoutes(each, kernel, payments))

/** The order's review items, as admins see them. */
async function toLookAt(orderId: string) {
  const headers = await signedIn(kernel, scene.admin.trader_id)
  const answer = await panel.inject({ method: 'GET', url: '/api/admin/crypto-payments?filter=review', headers })
  const { payments: rows } = answer.json<ResponseOf<typeof listCryptoPayments>>()
  return rows.find((row) => row.order_id === orderId)
}

afterEach(async () => {
  np.recover()
  clock.advance(30 * MINUTE_MS)
  await payments.settle()
})

/** A payments service whose provider fails each reading with the given error. */
function failingBy(failure: (paymentId: string) => ProviderError | null) {
  const usual = configuredNowPayments(kernel, quick)
  const provider: PaymentProvider = {
    ...usual,
    readPayment: async (id, options) => {
      const error = failure(id)
      if (error !== null) throw error
      return usual.readPayment(id, options)
    },
  }
  return createPayments(kernel, provider)
}

const down = (sent: boolean) => new ProviderError('unreachable', 'no route', { retryable: true, sent })

/** Settles every minute. */
async function minutes(count: number, service = payments): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    clock.advance(MINUTE_MS)
    await service.settle()
  }
}

test('case 54: an answer that denies is ended by another answer alone: not by a failure, not by another notification', async () => {
  const { who, orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  np.contradict(id, { payment_status: 'waiting', actually_paid: 0 })
  await deliver(id)
  const service = failingBy(() => down(true))
  await minutes(20, service)
  expect(await np.send(inboxOnly, id, { updated_at: 123 })).toBe(200)
  await minutes(30, service)
  expect(await scene.order(orderId)).toMatchObject({
    state: 'review',
    review_reason: 'contradiction',
    activated: false,
  })
  expect(await scene.grantsOf(who)).toEqual([])
  np.contradict(id, null)
  await minutes(60)
  expect(await scene.order(orderId)).toMatchObject({ state: 'paid', review_reason: null })
  await service.close()
})

/** A payment that its genuine notification calls paid, and that nothing has settled yet. */
async function claimed(orderId: string): Promise<string> {
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  expect(await np.send(inboxOnly, id)).toBe(200)
  return id
}

/** Settles each minute. @returns after how many the order was active; null where it never was */
async function minutesUntilActive(orderId: string, most: number, service: Payments): Promise<number | null> {
  try {
    for (let minute = 0; minute <= most; minute += 1) {
      if (minute > 0) clock.advance(MINUTE_MS)
      await service.settle()
      if ((await scene.order(orderId)).activated) return minute
    }
    return null
  } finally {
    await service.close()
  }
}

/** A service with the real adapter, its pauses and breakers included. A provider that hangs gets a short timeout. */
const server = (shape?: unknown) =>
  createPayments(
    kernel,
    configuredNowPayments(kernel, { ...quick, breakMs: 1, ...(shape === 'hang' && { timeoutMs: 10 }) }),
  )

const foreign = { status: 403, body: { status: false, statusCode: 403, code: 'FORBIDDEN', message: 'no' } }
/** Failures that say nothing of a payment. */
const noAnswers = [
  500,
  429,
  'html',
  'html403',
  'html200',
  'html404',
  'redirect',
  'hang',
  'reset',
  'truncated',
  'wrong_key',
  foreign,
] as const

test.each(noAnswers)(
  'case 53: a provider that answers nothing (%j): what its notifications call paid is active after 15 minutes',
  async (shape) => {
    const waiting: string[] = []
    for (let each = 0; each < 3; each += 1) waiting.push((await opened()).orderId)
    for (const orderId of waiting) await claimed(orderId)
    np.fail('all', shape)
    expect(await minutesUntilActive(waiting.at(-1) ?? '', 20, server(shape))).toBe(15)
    const states = await Promise.all(waiting.map(async (orderId) => (await scene.order(orderId)).state))
    expect(new Set(states)).toEqual(new Set(['paid']))
  },
)

test('case 53: a claim that a hanging provider leaves no time for is asked about in the next run, and active minutes later at most', async () => {
  const waiting: string[] = []
  for (let each = 0; each < 4; each += 1) waiting.push((await opened()).orderId)
  for (const orderId of waiting) await claimed(orderId)
  let questions = 0
  // The time of a run is enough for one question.
  const service = failingBy(() =>
    questions++ % 2 === 0 ? down(true) : new ProviderError('timeout', 'no time', { sent: false }),
  )
  expect(await minutesUntilActive(waiting.at(-1) ?? '', 25, service)).toSatisfy(
    (minutes: number) => minutes >= 15 && minutes <= 20,
  )
})

test('case 53: of one payment alone no answer comes for 15 minutes: it is active, others are not held up, and a day later the admins are alerted', async () => {
  const { who, orderId } = await opened()
  const id = await claimed(orderId)
  np.fail(`GET /payment/${id}`, 500)
  expect(await minutesUntilActive(orderId, 14, server())).toBeNull()
  const other = await opened()
  await claimed(other.orderId)
  expect(await minutesUntilActive(other.orderId, 1, server())).toBe(0)
  expect(await minutesUntilActive(orderId, 2, server())).toBe(1)
  expect(await scene.grantsOf(who)).toHaveLength(1)
  const service = server()
  for (let hour = 0; hour < 25; hour += 1) await minutes(1, service).then(() => clock.advance(59 * MINUTE_MS))
  await service.close()
  expect(await item(id)).toBe('never_confirmed')
  const causes = (await mails(orderId)).map(({ cause }) => cause)
  expect(causes.filter((cause) => cause === `review:${orderId}:${id}:never_confirmed`)).toHaveLength(1)
})

test('case 53: any answer about the payment ends the wait: an earlier status than the notification’s, and a denial', async () => {
  const behind = await opened()
  const behindId = await claimed(behind.orderId)
  const denied = await opened()
  const deniedId = await claimed(denied.orderId)
  let failure = (_id: string): ProviderError | null => down(true)
  const service = failingBy((id) => failure(id))
  await service.settle()
  await minutes(14, service)
  np.contradict(behindId, { payment_status: 'confirming' })
  failure = (id) => (id === deniedId ? new ProviderError('refused', 'not this one') : null)
  await minutes(1, service)
  failure = () => down(true)
  await minutes(60, service)
  expect(await scene.order(behind.orderId)).toMatchObject({ state: 'in_flight', activated: false })
  expect(await scene.order(denied.orderId)).toMatchObject({
    state: 'review',
    review_reason: 'contradiction',
    activated: false,
  })
  expect(await scene.grantsOf(denied.who)).toEqual([])
  failure = () => null
  np.contradict(behindId, null)
  await minutes(120, service)
  for (const { orderId } of [behind, denied]) expect((await scene.order(orderId)).activated).toBe(true)
  await service.close()
})

test.each([
  ['our own deadline', 'timeout', true],
  ['a pause that began before anything failed', 'unreachable', false],
  ['a pause after a real failure', 'unreachable', true],
] as const)('case 53: a question that was never sent is no attempt: %s', async (_what, kind, first) => {
  const { orderId } = await opened()
  const id = await claimed(orderId)
  let calls = 0
  const service = failingBy(() =>
    first && calls++ === 0 ? down(true) : new ProviderError(kind, 'not sent', { sent: false }),
  )
  await minutes(40, service)
  expect((await scene.order(orderId)).activated).toBe(false)
  await service.close()
  np.move(id, { status: 'refunded' })
  await deliver(id)
})

test('claims without an answer do not delay the check of an older order whose notification was lost', async () => {
  const lost = await opened()
  const id = np.pay(lost.orderId, { status: 'waiting', share: 0 })
  await deliver(id)
  clock.advance(12 * HOUR_MS)
  await payments.settle()
  np.move(id, { status: 'finished', share: 1 })
  await sql`update payment_order set next_check_at = ${new Date(clock.now()).toISOString()} where order_id = ${lost.orderId}`
  const { orderId } = await opened()
  const unreadable = [await claimed(orderId), await claimed(orderId), await claimed(orderId)]
  for (const each of unreadable) np.fail(`GET /payment/${each}`, 500)
  expect(await minutesUntilActive(lost.orderId, 5, server())).toBeLessThanOrEqual(1)
  await payments.settle()
})

test('a check that sent nothing is due again in a minute, and the result of the last one stays', async () => {
  const { orderId } = await opened()
  await deliver(np.pay(orderId, { status: 'waiting', share: 0 }))
  clock.advance(12 * HOUR_MS)
  await payments.settle()
  const before = await scene.order(orderId)
  const now = () => new Date(clock.now()).toISOString()
  await sql`update payment_order set next_check_at = ${now()} where order_id = ${orderId}`
  np.fail('all', 'wrong_key')
  const service = createPayments(kernel, configuredNowPayments(kernel, { ...quick, breakMs: MINUTE_MS }))
  for (let refusals = 0; refusals < 5; refusals += 1) await service.provider.read('5', { signal: payments.signal })
  await service.settle()
  expect(await scene.order(orderId)).toMatchObject({
    last_check_result: before.last_check_result,
    last_checked_at: before.last_checked_at,
    next_check_at: new Date(clock.now() + MINUTE_MS).toISOString(),
  })
  await service.close()
})

test('case 53: an order that a claim alone activated is asked about until an answer comes; one that contradicts is for a person, the plan stays', async () => {
  const { who, orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  np.contradict(id, { payment_status: 'waiting', actually_paid: 0 })
  let failure: ProviderError | null = down(true)
  const service = failingBy(() => failure)
  expect(await np.send(inboxOnly, id)).toBe(200)
  await service.settle()
  await minutes(16, service)
  expect(await scene.order(orderId)).toMatchObject({ state: 'paid', activated: true })
  const causes = async () => (await mails(orderId)).map(({ cause }) => cause)
  for (let hour = 0; hour < 23; hour += 1) await minutes(1, service).then(() => clock.advance(59 * MINUTE_MS))
  expect([await item(id), await causes()]).toEqual([null, [`activated:${orderId}`]])
  for (let day = 0; day < 12; day += 1) {
    clock.advance(DAY_MS)
    await service.settle()
  }
  // Only the notification says that it is paid, so a person looks and the plan stays.
  expect(await item(id)).toBe('never_confirmed')
  expect(await causes()).toContain(`review:${orderId}:${id}:never_confirmed`)
  expect(await toLookAt(orderId)).toMatchObject({ activated: true, review: { code: 'never_confirmed' } })
  expect((await scene.order(orderId)).next_check_at).not.toBeNull()
  failure = null
  clock.advance(DAY_MS)
  await service.settle()
  expect(await scene.order(orderId)).toMatchObject({ state: 'paid', activated: true })
  expect(await item(id)).toBe('contradiction')
  expect(await causes()).toContain(`review:${orderId}:${id}:contradiction`)
  expect(await scene.grantsOf(who)).toHaveLength(1)
  // The next answer confirms the payment.
  np.contradict(id, null)
  await readAndApply(kernel, payments.provider, id, { signal: payments.signal })
  expect(await item(id)).toBeNull()
  await service.close()
})

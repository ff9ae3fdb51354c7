import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { signedIn } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listCryptoPayments } from '../../admin-contract.ts'
import { ProviderError, type PaymentProvider } from '../../provider.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { registerPaymentAdminRoutes } from '../admin/routes.ts'
import { registerNotificationRoute } from '../notifications/inbox.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { readAndApply } from './reading.ts'
import { createPayments } from '../service.ts'
import { MINUTE, settledScene } from '../testing/settled.ts'

const scene = await settledScene()
const { np, kernel, payments, clock, opened, deliver, item, mails } = scene

// Takes notifications in and settles nothing by itself.
const deaf = await testApp(kernel, (each) =>
  registerNotificationRoute(each, kernel, { provider: payments.provider, wake: () => undefined }),
)

const panel = await testApp(kernel, (each) => registerPaymentAdminRoutes(each, kernel, payments))

/** What admins are shown to look at. */
async function toLookAt(orderId: string) {
  const headers = await signedIn(kernel, scene.admin.trader_id)
  const answer = await panel.inject({ method: 'GET', url: '/api/admin/crypto-payments?filter=review', headers })
  const { payments: rows } = answer.json<ResponseOf<typeof listCryptoPayments>>()
  return rows.find((row) => row.order_id === orderId)
}

/** The settling with a provider whose readings fail as they are told. */
function failingBy(fault: (paymentId: string) => ProviderError | null) {
  const usual = configuredNowPayments(kernel, quick)
  const provider: PaymentProvider = {
    ...usual,
    readPayment: async (id, options) => {
      const error = fault(id)
      if (error !== null) throw error
      return usual.readPayment(id, options)
    },
  }
  return createPayments(kernel, provider)
}

const down = (asked: boolean) => new ProviderError('unreachable', 'no route', { retryable: true, asked })

/** Settles every minute. */
async function minutes(count: number, its = payments): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    clock.advance(MINUTE)
    await its.settle()
  }
}

test('case 54: an answer that denies is ended by another answer alone: not by a failure, not by another notification', async () => {
  const { who, orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  np.contradict(id, { payment_status: 'waiting', actually_paid: 0 })
  await deliver(id)
  const its = failingBy(() => down(true))
  await minutes(20, its)
  expect(await np.send(deaf, id, { updated_at: 123 })).toBe(200)
  await minutes(30, its)
  expect(await scene.order(orderId)).toMatchObject({
    state: 'review',
    review_reason: 'contradiction',
    activated: false,
  })
  expect(await scene.grantsOf(who)).toEqual([])
  np.contradict(id, null)
  await minutes(60)
  expect(await scene.order(orderId)).toMatchObject({ state: 'paid', review_reason: null })
  await its.close()
})

test('case 53: the wait is one unbroken stretch of questions in vain: it begins with the first of them, an answer begins it anew', async () => {
  const { orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  expect(await np.send(deaf, id)).toBe(200)
  let fault: ProviderError | null = down(true)
  const its = failingBy(() => fault)
  // The server was away for longer than the wait: its first question is the first one in vain.
  const idle = failingBy(() => new ProviderError('timeout', 'no time', { asked: false }))
  await minutes(20, idle)
  await minutes(14, its)
  expect((await scene.order(orderId)).activated).toBe(false)
  // One step behind: neither a denial nor a second key, and the end of the stretch.
  np.contradict(id, { payment_status: 'confirming' })
  fault = null
  clock.advance(15 * MINUTE)
  await its.settle()
  expect(await scene.order(orderId)).toMatchObject({ state: 'in_flight', activated: false })
  await Promise.all([its.close(), idle.close()])
})

test('case 53: a provider that answers about the payment, if only to refuse, is not away', async () => {
  const { orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  expect(await np.send(deaf, id)).toBe(200)
  const its = failingBy(() => new ProviderError('refused', 'not this one'))
  await minutes(17, its)
  expect((await scene.order(orderId)).activated).toBe(false)
  await its.close()
  np.move(id, { status: 'refunded' })
  await deliver(id)
})

test.each([
  ['our own deadline', 'timeout', true],
  ['a pause that began before anything failed', 'unreachable', false],
  ['a pause after a real failure', 'unreachable', true],
] as const)('case 53: what was never asked: %s', async (_what, kind, first) => {
  const { orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  expect(await np.send(deaf, id)).toBe(200)
  let calls = 0
  const its = failingBy(() =>
    first && calls++ === 0 ? down(true) : new ProviderError(kind, 'not asked', { asked: false }),
  )
  await minutes(17, its)
  expect((await scene.order(orderId)).activated).toBe(false)
  await its.close()
  np.move(id, { status: 'refunded' })
  await deliver(id)
})

test.each([
  ['what it said', 'finished'],
  ['that it has none', 'missing'],
  ['that it refuses', 'refused'],
] as const)(
  'case 53: silence about one payment is none of the provider’s: about another it says %s',
  async (_what, says) => {
    const other = await opened()
    const otherId = np.pay(other.orderId, { status: 'finished', share: 1 })
    const { who, orderId } = await opened()
    const id = np.pay(orderId, { status: 'finished', share: 1 })
    let isAway = false
    const its = failingBy((asked) => {
      if (isAway || asked === id) return down(true)
      return asked === otherId && says === 'refused' ? new ProviderError('refused', 'not this one') : null
    })
    await deliver(otherId)
    if (says === 'missing') np.contradict(otherId, 'missing')
    expect(await np.send(deaf, id)).toBe(200)
    await minutes(40, its)
    expect(await scene.order(orderId)).toMatchObject({ state: 'in_flight', activated: false })
    expect(await scene.grantsOf(who)).toEqual([])
    // Now it is silent about whatever it is asked.
    isAway = true
    await minutes(14, its)
    expect((await scene.order(orderId)).activated).toBe(false)
    await minutes(5, its)
    expect((await scene.order(orderId)).activated).toBe(true)
    np.contradict(otherId, null)
    await minutes(60)
    await its.close()
  },
)

test('case 53: what one key activated is asked about until an answer came; one that denies is for a person, the plan stays', async () => {
  const { who, orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  np.contradict(id, { payment_status: 'waiting', actually_paid: 0 })
  let fault: ProviderError | null = down(true)
  const its = failingBy(() => fault)
  expect(await np.send(deaf, id)).toBe(200)
  await its.settle()
  await minutes(16, its)
  expect(await scene.order(orderId)).toMatchObject({ state: 'paid', activated: true })
  const causes = async () => (await mails(orderId)).map(({ cause }) => cause)
  for (let hour = 0; hour < 23; hour += 1) await minutes(1, its).then(() => clock.advance(59 * MINUTE))
  expect([await item(id), await causes()]).toEqual([null, [`activated:${orderId}`]])
  for (let day = 0; day < 12; day += 1) {
    clock.advance(24 * 60 * MINUTE)
    await its.settle()
  }
  // Nobody but the notification says that it is paid: a person looks, the plan stays.
  expect(await item(id)).toBe('never_confirmed')
  expect(await causes()).toContain(`review:${orderId}:${id}:never_confirmed`)
  expect(await toLookAt(orderId)).toMatchObject({ activated: true, review: { code: 'never_confirmed' } })
  expect((await scene.order(orderId)).next_check_at).not.toBeNull()
  fault = null
  clock.advance(24 * 60 * MINUTE)
  await its.settle()
  expect(await scene.order(orderId)).toMatchObject({ state: 'paid', activated: true })
  expect(await item(id)).toBe('contradiction')
  expect(await causes()).toContain(`review:${orderId}:${id}:contradiction`)
  expect(await scene.grantsOf(who)).toHaveLength(1)
  // Asked once more, and known for certain.
  np.contradict(id, null)
  await readAndApply(kernel, payments.provider, id, { signal: payments.signal })
  expect(await item(id)).toBeNull()
  await its.close()
})

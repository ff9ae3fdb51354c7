import { afterEach, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { registerNotificationRoute } from '../notifications/inbox.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { MINUTE, settledScene } from '../testing/settled.ts'

const scene = await settledScene()
const { np, kernel, payments, clock, opened, deliver, item, mails } = scene
const { sql } = kernel

// Takes notifications in and settles nothing by itself.
const deaf = await testApp(kernel, (each) =>
  registerNotificationRoute(each, kernel, { provider: payments.provider, wake: () => undefined }),
)

/** The real adapter, with all it keeps back by itself, on a server of its own. */
const server = (timeoutMs: number = quick.timeoutMs) =>
  createPayments(kernel, configuredNowPayments(kernel, { ...quick, timeoutMs, breakMs: 1 }))
/** Where it hangs that is waited out many times. */
const serverFor = (shape: unknown) => server(shape === 'hang' ? 50 : undefined)

/** Settles each minute. @returns after how many the order was active; null where it never was */
async function minutesUntilActive(orderId: string, most: number, its = server()): Promise<number | null> {
  try {
    for (let minute = 0; minute <= most; minute += 1) {
      if (minute > 0) clock.advance(MINUTE)
      await its.settle()
      if ((await scene.order(orderId)).activated) return minute
    }
    return null
  } finally {
    await its.close()
  }
}

async function claimed(orderId: string): Promise<string> {
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  expect(await np.send(deaf, id)).toBe(200)
  return id
}

/** An order whose payment the provider has told us about. */
async function answered(): Promise<string> {
  const { orderId } = await opened()
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  await deliver(id)
  expect((await scene.order(orderId)).activated).toBe(true)
  clock.advance(1_000)
  return id
}

afterEach(async () => {
  np.recover()
  clock.advance(30 * MINUTE)
  await payments.settle()
  const left = await sql`select from provider_payment where reading_wanted`
  if (left.length > 0) throw new Error('a claim is left to the next test')
})

test('case 53: before anything was ever answered a question that names no payment is compared with', async () => {
  const { orderId } = await opened()
  await claimed(orderId)
  np.fault('payment', 500)
  expect(await minutesUntilActive(orderId, 20)).toBeNull()
  np.fault('coins', 500)
  // What could not be read for long is asked about every three minutes.
  expect(await minutesUntilActive(orderId, 20)).toSatisfy((minutes: number) => minutes >= 15 && minutes <= 18)
})

const refusal = { status: 403, body: { status: false, statusCode: 403, code: 'FORBIDDEN', message: 'no' } }

test.each([500, 'html403', 'html200', 'html404', 'redirect', 'hang', 'reset', refusal] as const)(
  'case 53: payments of which the provider alone tells nothing (%j) are no silence, stop nobody, and are told to the admins',
  async (shape) => {
    await answered()
    const { who, orderId } = await opened()
    const forged = [await claimed(orderId), await claimed(orderId), await claimed(orderId)]
    for (const id of forged) np.fault(`GET /payment/${id}`, shape)
    expect(await minutesUntilActive(orderId, 18, serverFor(shape))).toBeNull()
    const honest = await opened()
    await claimed(honest.orderId)
    expect(await minutesUntilActive(honest.orderId, 2)).toBeLessThanOrEqual(1)
    clock.advance(45 * MINUTE)
    expect(await minutesUntilActive(orderId, 2)).toBeNull()
    expect(await scene.grantsOf(who)).toEqual([])
    expect(await scene.order(orderId)).toMatchObject({ state: 'in_flight', status: 'confirming' })
    const [first = ''] = forged
    expect(await item(first)).toBe('unread_claim')
    const causes = (await mails(orderId)).map(({ cause }) => cause)
    expect(causes.filter((cause) => cause === `review:${orderId}:${first}:unread_claim`)).toHaveLength(1)
    for (const id of forged) np.contradict(id, 'missing')
  },
  180_000,
)

test.each([500, 429, 'html', 'html403', 'html200', 'html404', 'redirect', 'hang', 'reset', 'truncated'] as const)(
  'case 53: nothing that is asked is answered (%s): all that waits is active after 15 minutes, at once',
  async (shape) => {
    await answered()
    const waiting = []
    for (let each = 0; each < 7; each += 1) waiting.push((await opened()).orderId)
    for (const orderId of waiting) await claimed(orderId)
    np.fault('all', shape)
    expect(await minutesUntilActive(waiting[0] ?? '', 20, serverFor(shape))).toBe(15)
    const states = await Promise.all(waiting.map(async (orderId) => (await scene.order(orderId)).state))
    expect(new Set(states)).toEqual(new Set(['paid']))
  },
  180_000,
)

test('case 53: a key that is refused is no silence, and does not end one', async () => {
  await answered()
  const { orderId } = await opened()
  await claimed(orderId)
  np.fault('all', 'wrong_key')
  expect(await minutesUntilActive(orderId, 35)).toBeNull()
})

test('case 53: a payment that was answered before and is not any more is no silence: another one is asked about', async () => {
  const poisoned = [await answered(), await answered()]
  await answered()
  for (const id of poisoned.slice(0, 1)) np.fault(`GET /payment/${id}`, 500)
  const { orderId } = await opened()
  const id = await claimed(orderId)
  np.fault(`GET /payment/${id}`, 500)
  expect(await minutesUntilActive(orderId, 25)).toBeNull()
})

test('case 53: what a clock that was ahead wrote down neither keeps the wait from ending nor ends it', async () => {
  await answered()
  const ahead = new Date(clock.now() + 10 * 24 * 60 * MINUTE).toISOString()
  await sql`update provider_health set last_answer_at = ${ahead}, silent_since = ${ahead}, silent_until = ${ahead}`
  const { orderId } = await opened()
  await claimed(orderId)
  np.fault('all', 500)
  expect(await minutesUntilActive(orderId, 20)).toBe(15)
  np.recover()
  await answered()
  const [health] = await sql<{ last_answer_at: string }[]>`select last_answer_at from provider_health`
  expect(Date.parse(health?.last_answer_at ?? '')).toBeLessThanOrEqual(clock.now())
})

test('case 53: an answer in between begins the wait anew, and so do five minutes without a question', async () => {
  const other = await answered()
  const { orderId } = await opened()
  await claimed(orderId)
  np.fault('all', 500)
  expect(await minutesUntilActive(orderId, 10)).toBeNull()
  np.recover()
  np.fault('all', 500)
  clock.advance(6 * MINUTE)
  expect(await minutesUntilActive(orderId, 10)).toBeNull()
  np.recover()
  expect(await payments.provider.readPayment(other, { signal: payments.signal })).not.toBeNull()
  np.fault('all', 500)
  expect(await minutesUntilActive(orderId, 14)).toBeNull()
  expect(await minutesUntilActive(orderId, 4)).not.toBeNull()
})

test('beside claims that nobody can read an older order whose notification was lost is found as soon as it is due', async () => {
  await answered()
  const lost = await opened()
  const id = np.pay(lost.orderId, { status: 'waiting', share: 0 })
  await deliver(id)
  clock.advance(12 * 60 * MINUTE)
  await payments.settle()
  np.move(id, { status: 'finished', share: 1 })
  await sql`update payment_order set next_check_at = ${new Date(clock.now()).toISOString()} where order_id = ${lost.orderId}`
  const { orderId } = await opened()
  const forged = [await claimed(orderId), await claimed(orderId), await claimed(orderId)]
  for (const each of forged) np.fault(`GET /payment/${each}`, 500)
  expect(await minutesUntilActive(lost.orderId, 5)).toBeLessThanOrEqual(1)
  for (const each of forged) np.contradict(each, 'missing')
})

test('a check that was not asked is due again in a minute, and how the last one ended stays', async () => {
  const { orderId } = await opened()
  await deliver(np.pay(orderId, { status: 'waiting', share: 0 }))
  clock.advance(12 * 60 * MINUTE)
  await payments.settle()
  const before = await scene.order(orderId)
  const now = () => new Date(clock.now()).toISOString()
  await sql`update payment_order set next_check_at = ${now()} where order_id = ${orderId}`
  np.fault('all', 'wrong_key')
  const its = server()
  await expect(its.provider.coins({ signal: payments.signal })).rejects.toMatchObject({ kind: 'misconfigured' })
  await its.settle()
  expect(await scene.order(orderId)).toMatchObject({
    last_check_result: before.last_check_result,
    last_checked_at: before.last_checked_at,
    next_check_at: new Date(clock.now() + MINUTE).toISOString(),
  })
  await its.close()
})

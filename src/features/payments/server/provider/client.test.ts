import { afterAll, afterEach, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { quick, startNowPayments } from '../../testing/nowpayments-stand-in.ts'
import { createClient } from './client.ts'
import { configuredNowPayments } from './configured.ts'

const np = await startNowPayments()
afterAll(() => np.close())
afterEach(() => np.recover())
const kernel = await testKernel({ env: np.env })
const { sql } = kernel

const failures = async () => {
  const [health] = await sql<{ failures: number; last_failure: string | null }[]>`select * from provider_health`
  return [health?.failures ?? 0, health?.last_failure ?? null]
}

test('a call that was not made says nothing of the provider', async () => {
  const clientWith = (spacingMs: number) => createClient(kernel, configuredNowPayments(kernel, { ...quick, spacingMs }))
  const spaced = clientWith(60_000)
  const id = np.pay('TT-00000000000000000000000001')
  expect(await spaced.read(id, { signal: AbortSignal.timeout(5_000) })).toMatchObject({ kind: 'payment' })
  for (let each = 0; each < 4; each++) {
    const early = await spaced.read(id, { signal: AbortSignal.timeout(20) })
    expect(early).toMatchObject({ kind: 'unasked', error: { kind: 'timeout' } })
  }
  expect(await failures()).toEqual([0, null])
  np.fail('payment', 500)
  const failed = await clientWith(0).read(id, { signal: AbortSignal.timeout(9_000) })
  expect(failed).toMatchObject({ kind: 'unreachable', error: { kind: 'unreachable', sent: true } })
  expect(await failures()).toEqual([1, 'unreachable'])
})

const refused = { status: 400, body: { status: false, statusCode: 400, code: 'BAD_REQUEST', message: 'no' } }
const otherPayment = { status: 200, body: { payment_id: 7, payment_status: 'waiting' } }
const foreign = { status: 403, body: { status: false, statusCode: 403, code: 'FORBIDDEN', message: 'no' } }

test.each([
  ['payment', null],
  ['absent', { status: 404, body: { status: false, statusCode: 404, message: 'Payment not found' } }],
  ['denied', refused],
  ['unreachable', 500],
  ['unreachable', 429],
  ['unreachable', 'hang'],
  ['unreachable', 'reset'],
  ['unreachable', 'truncated'],
  ['unreachable', 'html200'],
  ['unreachable', 'html403'],
  ['unreachable', 'html404'],
  ['unreachable', 'redirect'],
  ['unreachable', 'wrong_key'],
  ['unreachable', foreign],
  ['unreachable', otherPayment],
] as const)('one question about a payment is answered %s where the provider does %j', async (kind, does) => {
  const client = createClient(kernel, configuredNowPayments(kernel, { ...quick, timeoutMs: 100 }))
  const id = np.pay('TT-00000000000000000000000001')
  if (does !== null) np.fail('payment', does)
  expect((await client.read(id, { signal: AbortSignal.timeout(9_000) })).kind).toBe(kind)
})

test('a question that this server ends, or that waits behind a long pause, is not sent', async () => {
  const client = createClient(kernel, configuredNowPayments(kernel, quick))
  const id = np.pay('TT-00000000000000000000000001')
  expect(await client.read(id, { signal: AbortSignal.abort() })).toMatchObject({ kind: 'unasked' })
  np.fail('payment', { status: 429, body: {}, headers: { 'retry-after': '60' } }, 1)
  const { signal } = new AbortController()
  expect((await client.read(id, { signal })).kind).toBe('unreachable')
  expect((await client.read(id, { signal })).kind).toBe('unasked')
})

test.each([
  ['wrong_key', 'rifiuta la nostra chiave', 'NOWPAYMENTS_API_KEY'],
  ['redirect', 'rimanda a un altro indirizzo', 'NOWPAYMENTS_API_URL'],
] as const)('%s: admins are alerted once a day', async (does, subject, setting) => {
  const shop = await testKernel({ env: np.env })
  const client = createClient(shop, configuredNowPayments(shop, quick))
  const { signal } = new AbortController()
  np.fail('payment', does)
  for (let each = 0; each < 3; each++) await client.read('5', { signal })
  const alerts = await shop.sql<{ subject: string; body: string }[]>`select subject, body from outbox`
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.subject).toContain(subject)
  expect(alerts[0]?.body).toContain(setting)
})

test('a refused dashboard login is reported as such, stops lists alone, and is tried again after five minutes', async () => {
  const signal = AbortSignal.timeout(20_000)
  const other = await startNowPayments()
  const shop = await testKernel({ env: other.env })
  const client = createClient(shop, configuredNowPayments(shop, quick))
  const id = other.pay('TT-00000000000000000000000002')
  other.fail('auth', { status: 403, body: { message: 'Access denied' } })
  const lists = () => Array.fromAsync(client.listPayments({ invoiceId: '5' }, { signal }))
  await expect(lists()).rejects.toMatchObject({ kind: 'misconfigured', sent: true })
  await expect(lists()).rejects.toMatchObject({ kind: 'misconfigured', sent: false })
  expect(other.count('POST /auth')).toBe(1)
  expect((await client.read(id, { signal })).kind).toBe('payment')
  const alerts = await shop.sql<{ subject: string; body: string }[]>`select subject, body from outbox`
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.subject).toContain('accesso al pannello')
  expect(alerts[0]?.body).not.toContain('nessuno può pagare')
  await other.close()
})

import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { ProviderError } from '../../provider.ts'
import { quick, startNowPayments } from '../../testing/nowpayments-stand-in.ts'
import { watchProvider } from './health.ts'
import { configuredNowPayments } from './configured.ts'

const np = await startNowPayments()
const kernel = await testKernel({ env: np.env })
const { sql } = kernel

const failures = async () => {
  const [health] = await sql<{ failures: number; last_failure: string | null }[]>`select * from provider_health`
  return [health?.failures ?? 0, health?.last_failure ?? null]
}

test('what was not asked says nothing of the provider', async () => {
  const provider = watchProvider(kernel, configuredNowPayments(kernel, { ...quick, spacingMs: 500 }))
  const id = np.pay('TT-00000000000000000000000001')
  await provider.readPayment(id, { signal: AbortSignal.timeout(5_000) })
  for (let each = 0; each < 4; each++) {
    const early = provider.readPayment(id, { signal: AbortSignal.timeout(20) })
    await expect(early).rejects.toBeInstanceOf(ProviderError)
  }
  expect(await failures()).toEqual([0, null])
  np.fault('payment', 500)
  const failed = provider.readPayment(id, { signal: AbortSignal.timeout(9_000) })
  await expect(failed).rejects.toMatchObject({ kind: 'unreachable', asked: true })
  expect(await failures()).toEqual([1, 'unreachable'])
  await np.close()
})

test('a refused dashboard login is told as what it is, stops lists alone, and is tried again after five minutes', async () => {
  const signal = AbortSignal.timeout(20_000)
  const other = await startNowPayments()
  const shop = await testKernel({ env: other.env })
  const provider = watchProvider(shop, configuredNowPayments(shop, quick))
  const id = other.pay('TT-00000000000000000000000002')
  other.fault('auth', { status: 403, body: { message: 'Access denied' } })
  const lists = () => Array.fromAsync(provider.listPayments({ invoiceId: '5' }, { signal }))
  await expect(lists()).rejects.toMatchObject({ kind: 'misconfigured', asked: true })
  await expect(lists()).rejects.toMatchObject({ kind: 'misconfigured', asked: false })
  expect(other.count('POST /auth')).toBe(1)
  expect((await provider.readPayment(id, { signal }))?.providerPaymentId).toBe(id)
  const alerts = await shop.sql<{ subject: string; body: string }[]>`select subject, body from outbox`
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.subject).toContain('accesso al pannello')
  expect(alerts[0]?.body).not.toContain('nessuno può pagare')
  await other.close()
})

import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { dashboardWith, paymentWith, subscriptionWith } from './answers.ts'

export const overview = 'GET /api/admin/payments/dashboard'
export const subscriptions = 'GET /api/admin/payments/subscriptions'
export const payments = 'GET /api/admin/crypto-payments'

/** The tab's lists, unless a test says otherwise. */
export function serve(more: Parameters<typeof serveCalls>[0] = {}) {
  return serveCalls({
    [overview]: () => ({ body: dashboardWith() }),
    [subscriptions]: () => ({ body: { subscriptions: [subscriptionWith()], total: 1, next_cursor: null } }),
    [payments]: () => ({ body: { payments: [paymentWith()], total: 1, next_cursor: null } }),
    'GET /api/admin/outbox': () => ({ body: { messages: [], total: 0, next_cursor: null, sends: false } }),
    ...more,
  })
}

export const rowOf = (name: RegExp) => page.getByRole('row', { name })

/** Idempotency keys under which calls of this part of an address were sent, in turn. */
export function keysOf(part: string): (string | null)[] {
  return vi
    .mocked(window.fetch)
    .mock.calls.filter(([address]) => typeof address === 'string' && address.includes(part))
    .map(([, init]) => new Headers(init?.headers).get('idempotency-key'))
}

import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { dashboardWith, paymentWith } from './answers.ts'

export const overview = 'GET /api/admin/payments/dashboard'
export const payments = 'GET /api/admin/crypto-payments'

export type Handlers = Parameters<typeof serveCalls>[0]

/** Figures and orders, unless a test says otherwise. */
export function serve(more: Handlers = {}) {
  return serveCalls({
    [overview]: () => ({ body: dashboardWith() }),
    [payments]: () => ({ body: { payments: [paymentWith()], total: 1, next_cursor: null } }),
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

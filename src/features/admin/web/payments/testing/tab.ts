import type { Handlers } from '#features/payments/web/admin/testing/tab.ts'
import { serve as servePayments } from '#features/payments/web/admin/testing/tab.ts'
import type { ListedSubscription } from '../../subscriptions/subscriptions.ts'

export const subscriptions = 'GET /api/admin/payments/subscriptions'

/** Both lists of the tab, unless a test overrides them. */
export function serve(more: Handlers = {}) {
  return servePayments({
    [subscriptions]: () => ({ body: { subscriptions: [subscriptionWith()], total: 1, next_cursor: null } }),
    ...more,
  })
}

export function subscriptionWith(change: Partial<ListedSubscription> = {}): ListedSubscription {
  return {
    subscription_id: 'a0000000-0000-4000-8000-000000000001',
    status: 'active',
    subscription_type: 'basic',
    plan_type: 'quarterly',
    end_date: '2026-11-28T10:00:00.000Z',
    days_remaining: 8,
    trader_id: 'b0000000-0000-4000-8000-000000000001',
    trader_username: 'lucabertani',
    trader_display_name: 'Luca Bertani',
    trader_email: 'luca@bertani.example',
    trader_deactivated: false,
    created_at: '2026-11-20T15:00:00.000Z',
    ...change,
  }
}

import type { CryptoPayment, getPaymentsDashboard } from '#features/payments/admin-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

const at = '2026-11-20T15:00:00.000Z'

export function paymentWith(change: Partial<CryptoPayment> = {}): CryptoPayment {
  return {
    order_id: 'TT-8F3A0000000000000000000001',
    is_known: true,
    payment_id: '5550001',
    invoice_url: 'https://nowpayments.io/payment/?iid=5550001',
    status: 'confirming',
    raw_status: 'confirming',
    class: 'to_reconcile',
    activated: false,
    subscription_activated: false,
    user_id: 'b0000000-0000-4000-8000-000000000001',
    user_gone: false,
    user_email: 'tommaso@galli.example',
    username: 'tgalli.fx',
    is_orphan: false,
    plan: 'basic_annual',
    subscription_type: 'basic',
    amount_usd: 79.9,
    amount: 79.9,
    price: 79.9,
    amount_surplus: 0,
    amount_paid: 47.94,
    coin: 'usdtbsc',
    coin_name: 'USDT, BNB Smart Chain (BEP20)',
    asked: '79.95',
    received: '47.97',
    coverage: 60,
    review: null,
    review_mark: null,
    reviewed: null,
    reconciled_at: null,
    created_at: at,
    activated_at: null,
    deleted_at: null,
    last_notification_at: at,
    last_checked_at: null,
    last_check_result: null,
    ...change,
  }
}

type Dashboard = ResponseOf<typeof getPaymentsDashboard>

export function dashboardWith(change: Partial<Dashboard> = {}): Dashboard {
  return {
    subscriptions: [],
    cryptoPayments: [],
    cryptoStatistics: {
      total_payments: 386,
      completed_payments: 351,
      total_revenue: 14_208.4,
      total_refunded: 0,
      to_reconcile: 12,
      review: 3,
      orphans: 2,
    },
    notices: [],
    ...change,
  }
}

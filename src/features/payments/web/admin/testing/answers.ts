import type { CryptoPayment, getCryptoPayment, getPaymentsDashboard } from '#features/payments/admin-contract.ts'
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

type CryptoDetail = ResponseOf<typeof getCryptoPayment>

/** All that is on record of the order: one payment, its invoice and one notification. */
export function cryptoDetailOf(payment: CryptoPayment): CryptoDetail {
  return {
    payment,
    payments: [
      {
        payment_id: '9001',
        parent_payment_id: null,
        invoice_id: '4522625843',
        status: 'finished',
        raw_status: 'finished',
        coin: 'usdttrc20',
        coin_name: 'USDT, Tron (TRC20)',
        asked: '79.95',
        received: '47.97',
        coverage: 60,
        price_amount: '79.9',
        price_currency: 'usd',
        review: null,
        first_seen_at: at,
        notified_at: at,
        read_back_at: null,
      },
    ],
    invoices: [
      {
        invoice_id: '4522625843',
        invoice_url: 'https://nowpayments.io/payment/?iid=4522625843',
        coin: null,
        created_at: at,
      },
    ],
    notifications: [{ received_at: at, payment_id: '9001', raw_status: 'confirming', outcome: 'in_flight' }],
    period: null,
    next_check_at: null,
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

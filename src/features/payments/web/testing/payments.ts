import type { Dashboard } from '#features/dashboard/web/notices.ts'
import { synced } from '#features/dashboard/web/testing/dashboard.ts'
import type { PaymentState, Receipt, listCurrencies, reconcilePayment } from '#features/payments/contract.ts'
import { catalogue } from '#features/subscriptions/catalogue.ts'
import type { SubscriptionStatus } from '#features/subscriptions/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { OfferedCoin } from '../subscribe/coins.ts'

/** Answers of the calls that the payment screens make. */

export const orderId = 'TT-0123456789ABCDEFGHJKMNPQRS'

export const plans = { plans: catalogue() }

export function coinWith(code: string, changes: Partial<OfferedCoin> = {}): OfferedCoin {
  return { code, name: code, symbol: code.toUpperCase(), network: code, needs_memo: false, minimum_usd: 1, ...changes }
}

/** The six that most people look for, Tether on two networks, at the minimums that were measured. */
export const coins: OfferedCoin[] = [
  coinWith('usdttrc20', { name: 'Tether', symbol: 'USDT', network: 'Tron (TRC20)', minimum_usd: 11.41 }),
  coinWith('usdtbsc', { name: 'Tether', symbol: 'USDT', network: 'BNB Smart Chain (BEP20)', minimum_usd: 1.2 }),
  coinWith('btc', { name: 'Bitcoin', symbol: 'BTC', network: 'Bitcoin', minimum_usd: 12.9 }),
  coinWith('eth', { name: 'Ethereum', symbol: 'ETH', network: 'Ethereum', minimum_usd: 11.8 }),
  coinWith('bnbbsc', { name: 'BNB', symbol: 'BNB', network: 'BNB Smart Chain', minimum_usd: 2 }),
  coinWith('ada', { name: 'Cardano', symbol: 'ADA', network: 'Cardano', minimum_usd: 3 }),
  coinWith('xrp', { name: 'Ripple', symbol: 'XRP', network: 'XRP Ledger', needs_memo: true, minimum_usd: 11.94 }),
]

export const moreCoins: OfferedCoin[] = [
  ...coins,
  coinWith('ltc', { name: 'Litecoin', symbol: 'LTC', network: 'Litecoin' }),
  coinWith('sol', { name: 'Solana', symbol: 'SOL', network: 'Solana', minimum_usd: 12.1 }),
  coinWith('usdcmatic', { name: 'USD Coin', symbol: 'USDC', network: 'Polygon' }),
]

export function currencies(list: OfferedCoin[] = coins): ResponseOf<typeof listCurrencies> {
  return { currencies: list.map(({ code }) => code), coins: list }
}

export const buyer: Dashboard = { ...synced, leaderboard_expires: null, diamond_expires: null }

export function orderWith(changes: Partial<PaymentState> = {}): PaymentState {
  return {
    order_id: orderId,
    payment_id: '4522625843',
    status: 'waiting',
    activated: false,
    plan: 'basic_annual',
    subscription_type: 'basic',
    amount_usd: 79.9,
    amount_paid: 0,
    amount_missing: 79.9,
    amount_surplus: 0,
    deposits: [],
    coin: null,
    expires_at: null,
    invoice_url: 'https://nowpayments.io/payment/?iid=4522625843',
    under_review: false,
    attention: null,
    reviewed_at: null,
    created_at: '2026-11-20T15:42:00.000Z',
    checked_at: null,
    ...changes,
  }
}

/** The answer to a check of the order with the provider. */
export function reconciled(changes: Partial<ResponseOf<typeof reconcilePayment>>) {
  const body: ResponseOf<typeof reconcilePayment> = {
    order_id: orderId,
    status: 'waiting',
    activated: false,
    expires_at: null,
    message: '',
    checked: true,
  }
  return { body: { ...body, ...changes } }
}

export function recentWith(
  changes: Partial<SubscriptionStatus['recent_payments'][number]> = {},
): SubscriptionStatus['recent_payments'][number] {
  return {
    order_id: orderId,
    plan: 'basic_annual',
    subscription_type: 'basic',
    amount_usd: 79.9,
    status: 'waiting',
    activated: false,
    created_at: '2026-11-20T15:42:00.000Z',
    ...changes,
  }
}

export const receipt: Receipt = {
  order_id: orderId,
  plan: 'basic_annual',
  subscription_type: 'basic',
  months: 12,
  amount_usd: 79.9,
  paid_at: '2026-11-20T15:58:00.000Z',
  period: { from: '2026-11-20T15:58:00.000Z', until: '2027-11-20T15:58:00.000Z' },
  coin: { code: 'usdtbsc', symbol: 'USDT', asked: '79.912345', received: '79.912345' },
  provider: 'nowpayments',
  payment_id: '5261148849',
  attention: null,
  reviewed_at: null,
  deposits: [],
  customer: { display_name: 'Chiara Neri', username: 'chiara.neri', email: 'chiara@example.org' },
}

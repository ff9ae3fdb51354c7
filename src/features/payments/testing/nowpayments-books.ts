import { createHmac } from 'node:crypto'
import Big from 'big.js'

/** One invoice as the stand-in stores it; `ipn_callback_url` and the other fields as they were sent. */
export interface StandInInvoice {
  id: string
  order_id: string | null
  price_amount: string
  price_currency: string
  pay_currency: string | null
  ipn_callback_url: string
  created_at: string
}

/** One payment in its books. Amounts are decimal texts here; on the wire they are numbers. */
export interface StandInPayment {
  id: string
  invoice: StandInInvoice
  parent: string | null
  status: string
  coin: string
  asked: string
  received: string
  purchase_id: string
  created_at: string
  updated_at: number
}

export interface StandInCoin {
  code: string
  name: string
  network: string
  ticker: string
  extra_id_exists: boolean
  enable: boolean
  available_for_payment: boolean
  /** Chosen by the account. */
  selected: boolean
}

const coin = (code: string, name: string, network: string, ticker: string, rest: Partial<StandInCoin> = {}) => ({
  code: code.toUpperCase(),
  name,
  network,
  ticker,
  extra_id_exists: false,
  enable: true,
  available_for_payment: true,
  selected: true,
  ...rest,
})

export const standInCoins: StandInCoin[] = [
  coin('doge', 'Dogecoin', 'doge', 'doge'),
  coin('btc', 'Bitcoin', 'btc', 'btc'),
  coin('xrp', 'Ripple', 'xrp', 'xrp', { extra_id_exists: true }),
  coin('usdttrc20', 'Tether USD (Tron)', 'trx', 'usdt'),
  coin('usdtbsc', 'Tether USD (Binance Smart Chain)', 'bsc', 'usdt'),
  coin('eth', 'Ethereum', 'eth', 'eth'),
  coin('bnbbsc', 'Binance Coin (BSC)', 'bsc', 'bnb'),
  coin('ada', 'Cardano', 'ada', 'ada'),
  coin('ltc', 'Litecoin', 'ltc', 'ltc'),
  coin('sol', 'Solana', 'sol', 'sol', { selected: false }),
  coin('xmr', 'Monero', 'xmr', 'xmr', { enable: false }),
  coin('trx', 'Tron', 'trx', 'trx', { available_for_payment: false }),
]

/** The worth of the least payment in US dollars, where a test sets no other. */
export const standInMinimums: Record<string, number> = { btc: 12.9, usdttrc20: 11.41, xrp: 11.94, usdtbsc: 1.2 }

/** US dollars a coin; everything else is worth one. */
const rates: Record<string, string> = { btc: '87654.32', eth: '3123.45', bnbbsc: '612.3', xrp: '2.17', ada: '0.61' }

/** The amount of a coin that pays a price in US dollars, to 8 places. */
export function amountDue(price: string, coinCode: string): string {
  return new Big(price)
    .div(rates[coinCode] ?? '1')
    .round(8, Big.roundUp)
    .toFixed()
}

export function shareOf(asked: string, share: number | string): string {
  return new Big(asked).times(String(share)).round(8, Big.roundDown).toFixed()
}

/** The provider's own way (its Node sample), written apart from the product's so that an error of one is not an error of both. */
export function signed(secret: string, value: unknown): string {
  const order = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each
    const source = each as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const key of Object.keys(source).sort()) result[key] = order(source[key])
    return result
  }
  return createHmac('sha512', secret.trim())
    .update(JSON.stringify(order(value)))
    .digest('hex')
}

/** The fields of invoice, status and amounts, which both bodies have in one order. */
function priceFields({ invoice, status, asked, received }: StandInPayment): Record<string, unknown> {
  return {
    invoice_id: Number(invoice.id),
    payment_status: status,
    pay_address: 'TNDFkiSmBQorNFacb3735q8MnT29sn8BLn',
    payin_extra_id: null,
    price_amount: Number(invoice.price_amount),
    price_currency: invoice.price_currency,
    pay_amount: Number(asked),
    actually_paid: Number(received),
  }
}

/** The body of `GET /payment/{id}` and of the list's entries: ids and amounts are numbers there. */
export function paymentAnswer(payment: StandInPayment): Record<string, unknown> {
  const { invoice } = payment
  return {
    payment_id: Number(payment.id),
    ...priceFields(payment),
    pay_currency: payment.coin,
    order_id: invoice.order_id,
    order_description: null,
    purchase_id: Number(payment.purchase_id),
    outcome_amount: Number(payment.received),
    outcome_currency: 'usdtbsc',
    payin_hash: null,
    payout_hash: null,
    created_at: payment.created_at,
    updated_at: new Date(payment.updated_at).toISOString(),
    burning_percent: 'null',
    type: 'crypto2crypto',
    ...(payment.parent === null
      ? { payment_extra_ids: [] }
      : { parent_payment_id: Number(payment.parent), origin_type: 'REPEATED' }),
  }
}

/** The body of a notification, keys in the order in which the live service wrote them. */
export function notificationBody(payment: StandInPayment): Record<string, unknown> {
  const { invoice } = payment
  return {
    payment_id: Number(payment.id),
    parent_payment_id: payment.parent === null ? null : Number(payment.parent),
    ...priceFields(payment),
    actually_paid_at_fiat: 0,
    pay_currency: payment.coin,
    order_id: invoice.order_id,
    order_description: null,
    purchase_id: payment.purchase_id,
    updated_at: payment.updated_at,
    outcome_amount: Number(payment.received),
    outcome_currency: 'usdtbsc',
    payment_extra_ids: null,
    fee: { currency: payment.coin, depositFee: 0.000083, withdrawalFee: 0, serviceFee: 1e-7 },
  }
}

import Big from 'big.js'
import { amountOfCents, centsOf, sharePaidCents } from '#features/payments/decimal.ts'
import type { Coin, Dec } from '#features/payments/provider.ts'

export interface SandboxCoin extends Coin {
  minimumCents: number
  /** US dollars for one: fixed, so that a play can be repeated. */
  rate: Dec
  /** Decimal places of an amount. */
  places: number
}

/** The sandbox's coins. Minimums were measured on the real provider in September 2026, so that a plan below one shows. */
export const sandboxCoins: readonly SandboxCoin[] = [
  coin('usdttrc20', 'Tether', 'USDT', 'Tron (TRC20)', 1141, '1', 6),
  coin('usdtbsc', 'Tether', 'USDT', 'BNB Smart Chain (BEP20)', 120, '1', 6),
  coin('usdterc20', 'Tether', 'USDT', 'Ethereum (ERC20)', 1250, '1', 6),
  coin('btc', 'Bitcoin', 'BTC', 'Bitcoin', 1290, '64000', 8),
  coin('eth', 'Ethereum', 'ETH', 'Ethereum', 1180, '3200', 8),
  coin('bnbbsc', 'BNB', 'BNB', 'BNB Smart Chain (BEP20)', 310, '580', 8),
  coin('ada', 'Cardano', 'ADA', 'Cardano', 420, '0.4', 6),
  { ...coin('xrp', 'Ripple', 'XRP', 'XRP Ledger', 1194, '0.5', 6), needsMemo: true },
  coin('ltc', 'Litecoin', 'LTC', 'Litecoin', 260, '80', 8),
  coin('sol', 'Solana', 'SOL', 'Solana', 1210, '150', 8),
  coin('trx', 'Tron', 'TRX', 'Tron', 380, '0.125', 6),
]

function coin(
  code: string,
  name: string,
  symbol: string,
  network: string,
  minimumCents: number,
  rate: Dec,
  places: number,
): SandboxCoin {
  return { coin: code, name, symbol, network, needsMemo: false, minimumCents, rate, places }
}

/** The coin with this ticker; null where the sandbox does not offer it. */
export function coinOf(code: string): SandboxCoin | null {
  return sandboxCoins.find((each) => each.coin === code) ?? null
}

/** A price in a coin, rounded up to its places. */
export function amountDue(priceAmount: Dec, { rate, places }: SandboxCoin): Dec {
  return new Big(priceAmount).div(rate).round(places, Big.roundUp).toFixed()
}

/** `percent` of an amount in a coin, cut off to its places. */
export function shareOf(amount: Dec, percent: Dec, { places }: SandboxCoin): Dec {
  return new Big(amount).times(percent).div(100).round(places, Big.roundDown).toFixed()
}

/** The end of a payment. As at the real provider, short money under the coin's minimum is `failed` and no partial payment. */
export function endingOf(
  priceAmount: Dec,
  { asked, received }: { asked: Dec; received: Dec },
  { minimumCents }: SandboxCoin,
): 'finished' | 'partially_paid' | 'failed' {
  const cents = sharePaidCents(centsOf(priceAmount) ?? 0, received, asked) ?? 0
  if (new Big(received).gte(asked)) return cents < minimumCents ? 'failed' : 'finished'
  return cents < minimumCents ? 'failed' : 'partially_paid'
}

/** `12.90` of a minimum in US cents, for the pay page. */
export function minimumAmount({ minimumCents }: SandboxCoin): number {
  return Number(amountOfCents(minimumCents))
}

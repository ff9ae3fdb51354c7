import { centsUp, decimalOf } from '../../../decimal.ts'
import { ProviderError, type Coin } from '../../../provider.ts'
import type { CallOptions, Transport } from './transport.ts'

/** The most coins of a refresh. Each minimum takes one question and one second, so this many take minutes. */
const mostCoins = 150
/** The largest minimum that can be stored. A coin that demands more is no way to pay. */
const mostCents = 2 ** 31 - 1

/** Common names of coins. The provider's own names add the network in changing ways. The buyer's list begins with the first six. */
const names: Record<string, string> = {
  USDT: 'Tether',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  BNB: 'BNB',
  ADA: 'Cardano',
  XRP: 'Ripple',
  USDC: 'USD Coin',
  LTC: 'Litecoin',
  DOGE: 'Dogecoin',
  DOT: 'Polkadot',
  SOL: 'Solana',
  TRX: 'Tron',
}

/** Names of networks as wallets use them, by the provider's code, and the ending of their tickers. */
const networks: Record<string, { name: string; endings: string[] }> = {
  btc: { name: 'Bitcoin', endings: [] },
  eth: { name: 'Ethereum (ERC20)', endings: ['erc20'] },
  trx: { name: 'Tron (TRC20)', endings: ['trc20'] },
  bsc: { name: 'BNB Smart Chain (BEP20)', endings: ['bsc'] },
  matic: { name: 'Polygon', endings: ['matic', 'mainnet'] },
  pol: { name: 'Polygon', endings: ['pol', 'matic'] },
  sol: { name: 'Solana', endings: ['sol'] },
  ton: { name: 'TON', endings: ['ton'] },
  arbitrum: { name: 'Arbitrum One', endings: ['arb'] },
  arb: { name: 'Arbitrum One', endings: ['arb'] },
  op: { name: 'OP Mainnet', endings: ['op'] },
  base: { name: 'Base', endings: ['base'] },
  avaxc: { name: 'Avalanche C-Chain', endings: ['arc20', 'avaxc'] },
  ada: { name: 'Cardano', endings: [] },
  xrp: { name: 'XRP Ledger', endings: [] },
  ltc: { name: 'Litecoin', endings: [] },
  doge: { name: 'Dogecoin', endings: [] },
  dot: { name: 'Polkadot', endings: [] },
  xlm: { name: 'Stellar', endings: [] },
}

/**
 * The coins that the account accepts and the provider can receive, each with the least amount worth sending when it pays out in
 * `payout`. A coin that cannot be converted is left out. A coin whose minimum got no answer comes without one. One call after the
 * other.
 * @throws ProviderError
 */
export async function acceptedCoins(api: Transport, payout: string, options: CallOptions): Promise<Coin[]> {
  const chosen = new Set(codesOf(await api.get('/merchant/coins', options)))
  const known = (await api.get('/full-currencies', options)) as { currencies?: unknown } | null
  if (!Array.isArray(known?.currencies)) throw new ProviderError('bad_answer', 'GET /full-currencies: no list')
  const details = new Map(known.currencies.flatMap(coinOf).map((coin) => [coin.coin, coin]))
  const candidates = [...details.values()]
    .filter(({ coin }) => chosen.has(coin))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, mostCoins)
  const coins: Coin[] = []
  for (const coin of candidates) {
    const minimum = await minimumOf(api, coin.coin, payout, options)
    if (minimum === 'not payable') continue
    if (minimum === 'no answer') coins.push({ ...coin, minimumCents: null, minimumUnknown: true })
    else if (minimum === null || minimum <= mostCents) coins.push({ ...coin, minimumCents: minimum })
  }
  return coins
}

/** The documentation has `currencies` in lower case; the live service sends `selectedCurrencies` in capitals. */
function codesOf(answer: unknown): string[] {
  const { selectedCurrencies, currencies } = (answer ?? {}) as Record<string, unknown>
  const list = [selectedCurrencies, currencies].find(Array.isArray) as unknown[] | undefined
  if (list === undefined) throw new ProviderError('bad_answer', 'GET /merchant/coins: no list')
  return list.flatMap((code) => (typeof code === 'string' ? code.toLowerCase() : []))
}

function coinOf(entry: unknown): Omit<Coin, 'minimumCents' | 'minimumUnknown'>[] {
  if (typeof entry !== 'object' || entry === null) return []
  const details = entry as Record<string, unknown>
  const coin = text(details['code']).toLowerCase()
  if (!/^[a-z0-9]{2,20}$/.test(coin)) return []
  if (details['enable'] === false || details['available_for_payment'] === false) return []
  const code = text(details['network']).toLowerCase()
  const symbol = symbolOf(coin, code, text(details['ticker']))
  return [
    {
      coin,
      name: names[symbol] ?? (text(details['name']).replace(/\s*\(.*$/, '') || symbol),
      symbol,
      network: networks[code]?.name ?? code.toUpperCase(),
      needsMemo: details['extra_id_exists'] === true,
    },
  ]
}

/** `usdttrc20` on Tron is USDT: the ticker without its network's ending. */
function symbolOf(coin: string, network: string, ticker: string): string {
  if (/^[a-z0-9]{2,12}$/i.test(ticker)) return ticker.toUpperCase()
  const ending = networks[network]?.endings.find((each) => coin.endsWith(each) && coin.length - each.length >= 3)
  return (ending === undefined ? coin : coin.slice(0, -ending.length)).toUpperCase()
}

/** Popular coins come first, where the account accepts more than can be asked about. */
function rank({ symbol }: { symbol: string }): number {
  const place = Object.keys(names).indexOf(symbol)
  return place === -1 ? Number.POSITIVE_INFINITY : place
}

/** US cents, rounded up. Always against the payout coin: without it the figure is off by up to a factor of ten. */
async function minimumOf(
  api: Transport,
  coin: string,
  payout: string,
  options: CallOptions,
): Promise<number | null | 'not payable' | 'no answer'> {
  const query = new URLSearchParams({
    currency_from: coin,
    currency_to: payout,
    fiat_equivalent: 'usd',
    is_fixed_rate: 'false',
    is_fee_paid_by_user: 'false',
  })
  try {
    const answer = await api.get(`/min-amount?${query}`, options)
    const least = decimalOf((answer as { fiat_equivalent?: unknown } | null)?.fiat_equivalent)
    return least === null ? null : centsUp(least)
  } catch (error) {
    if (!(error instanceof ProviderError) || options.signal.aborted) throw error
    if (error.kind === 'refused') return 'not payable'
    // A coin that fails hides no other coin. A provider that is down, or asks for a pause, gets no further question.
    if (!error.sent || error.kind === 'misconfigured' || error.kind === 'rate_limited') throw error
    return 'no answer'
  }
}

function text(value: unknown): string {
  return typeof value === 'string'
    ? value
        .replaceAll(/[\p{Cc}\p{Cs}]/gu, '')
        .trim()
        .slice(0, 60)
    : ''
}

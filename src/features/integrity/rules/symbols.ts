/** Currencies that brokers pair. */
const currencies = new Set('AUD CAD CHF CNH CZK DKK EUR GBP HKD HUF JPY MXN NOK NZD PLN SEK SGD TRY USD ZAR'.split(' '))

/** Coins that stand for a dollar: `EURUSDT` trades on a Saturday, `EURUSDc` is a cent account's EURUSD. */
const coin = /USD[CT](?![A-Za-z])/

/** Base and quote of a currency pair in a broker's symbol, such as `EURUSD.r` or `mGBPJPYc`; null for anything else. */
export function pairOf(symbol: string): { base: string; quote: string } | null {
  if (coin.test(symbol)) return null
  const letters = symbol.toUpperCase().replaceAll(/[^A-Z]/g, '')
  for (let start = 0; start + 6 <= letters.length; start += 1) {
    const [base, quote] = [letters.slice(start, start + 3), letters.slice(start + 3, start + 6)]
    if (base !== quote && currencies.has(base) && currencies.has(quote)) return { base, quote }
  }
  return null
}

const metalOrCoin = /XAU|XAG|GOLD|SILVER|BTC|ETH/i

/** Its market closes for an hour a day at most, but for weekends and holidays. */
export const tradesAllDay = (symbol: string): boolean => pairOf(symbol) !== null || metalOrCoin.test(symbol)

/** Currencies that moved by several per cent within an hour, some of them more than once. */
const lively = new Set('CZK HUF MXN NOK PLN SEK TRY ZAR'.split(' '))

export const isLively = ({ base, quote }: { base: string; quote: string }): boolean =>
  lively.has(base) || lively.has(quote)

/** Gold, and indices that name the number of their shares. The years of futures (`ESZ26`) are none of these numbers for years. */
const goldOrIndex = /XAU|GOLD|[A-Z](?:20|30|35|40|50|100|200|225|500|600|2000)(?!\d)/i

/** No pair, but it moves about twice as far as large pairs do, and not three times. */
export const isSteady = (symbol: string): boolean => goldOrIndex.test(symbol)

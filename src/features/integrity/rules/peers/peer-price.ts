import { median } from '../median.ts'
import { nightRule } from '../night-rule.ts'
import { amount, count, namedAtMost, share } from '../rule.ts'

/** Closes at prices that no other account was given. Spreads are not stored: the scatter of the others stands for them. */
export const peerPrice = nightRule({
  thresholds: {
    price_peers: count(3),
    price_share: share(0.0015),
    price_scatter: amount(5),
    price_seconds: amount(60),
    price_deals: count(3),
  },
  findings: {
    peer_price: {
      rule: 'R23',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: 'The price of `price_deals` closes differs from the median of `price_peers` other accounts or more, within `price_seconds` seconds, by more than `price_share` and by more than `price_scatter` times their scatter.',
      name: 'Prezzo fuori mercato',
      admin: 'Prezzi lontani da quelli di altri conti sullo stesso simbolo e minuto. Controlla suffissi e spread.',
    },
  },
  terms: {
    peers_price: 'Prezzo degli altri',
    closes: 'Chiusure guardate',
    price_deals: 'Operazioni, almeno',
    price_peers: 'Altri conti, almeno',
    price_scatter: 'Volte lo scarto degli altri',
    price_seconds: 'Finestra, in secondi',
    price_share: 'Scarto ammesso',
  },
  detect({ fills }, { price_peers, price_share, price_scatter, price_deals, price_seconds }) {
    const outside: { ticket: string; price: number; peers_price: number; peers: number }[] = []
    let compared = 0
    for (const [ticket, those] of Map.groupBy(fills, (fill) => fill.ticket)) {
      const byAccount = Map.groupBy(those, ({ account_id }) => account_id)
      if (byAccount.size < price_peers) continue
      compared += 1
      // One price for each account: none outweighs the others by closing often.
      const prices = [...byAccount.values()].map((own) => median(own.map(({ peer_price }) => peer_price)))
      const middle = median(prices)
      const scatter = median(prices.map((price) => Math.abs(price - middle)))
      const price = those[0]?.price ?? middle
      if (Math.abs(price - middle) <= Math.max(price_share * Math.abs(middle), price_scatter * scatter)) continue
      outside.push({ ticket, price, peers_price: middle, peers: byAccount.size })
    }
    if (outside.length < price_deals) return []
    return [
      {
        code: 'peer_price',
        occurrences: outside.length,
        evidence: {
          inputs: { closes: compared, price_seconds },
          threshold: { price_share, price_scatter, price_peers, price_deals },
          found: { outside: outside.length, examples: outside.slice(0, namedAtMost) },
        },
      },
    ]
  },
})

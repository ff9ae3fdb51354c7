import type { Finding } from '../../finding.ts'
import { median } from '../median.ts'
import type { Thresholds } from '../thresholds.ts'

/** Prices that nobody else was given: R23. `docs/integrity.md`, silent rules. */

/** A close of somebody else on the same symbol, within `price_seconds` of an own one. */
export interface PeerFill {
  /** The own close. */
  ticket: string
  price: number
  account_id: string
  peer_price: number
}

/**
 * R23: at least `price_deals` own closes whose price differs from the median of at least `price_peers` other accounts by more than
 * `price_share` of it, and by more than `price_scatter` times the median distance of the peers from their median.
 */
export function judgePeerPrice(fills: readonly PeerFill[], limits: Thresholds): Finding[] {
  const { price_peers, price_share, price_scatter, price_deals, price_seconds } = limits
  const outside: { ticket: string; price: number; peers_price: number; peers: number }[] = []
  let judged = 0
  for (const [ticket, those] of Map.groupBy(fills, (fill) => fill.ticket)) {
    const byAccount = Map.groupBy(those, ({ account_id }) => account_id)
    if (byAccount.size < price_peers) continue
    judged += 1
    // One price for each account: nobody outweighs the others by closing often.
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
        inputs: { closes: judged, price_seconds },
        threshold: { price_share, price_scatter, price_peers, price_deals },
        found: { outside: outside.length, examples: outside.slice(0, 10) },
      },
    },
  ]
}

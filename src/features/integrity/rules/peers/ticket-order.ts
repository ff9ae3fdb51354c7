import { compareTickets } from '#features/ea/rules/records.ts'
import { nightRule } from '../night-rule.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { share } from '../rule.ts'
import type { TicketTime } from './peer-facts.ts'

/**
 * Tickets rise with the time of opening. On MT4 a pending order carries the number of its placing, and the rest of a partly closed one a
 * number of its closing, so that honest accounts have many inversions: there only an order of which little is left is found.
 */
export const ticketOrder = nightRule({
  thresholds: { ticket_inversions: share(0.005), ticket_inversions_mt4: share(0.5), ...reviewTrades },
  findings: {
    ticket_order: {
      rule: 'R19',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: 'Tickets do not rise with the time of opening, but for `ticket_inversions` of them on MT5 and `ticket_inversions_mt4` on MT4.',
      name: 'Ordine dei ticket',
      admin:
        'I ticket del conto non crescono con il tempo oltre la quota. Migrazione di server, o movimenti inventati.',
    },
  },
  terms: { inversions: 'Inversioni', inversions_share: 'Quota di inversioni' },
  detect({ tickets, platform }, { review_trades, ticket_inversions, ticket_inversions_mt4 }) {
    if (tickets.length < review_trades) return []
    const sorted = tickets.toSorted((a, b) => a.opened - b.opened || compareTickets(a.ticket, b.ticket))
    const count = inversions(sorted)
    const ofAll = count / tickets.length
    const limit = platform === 'MT4' ? ticket_inversions_mt4 : ticket_inversions
    if (ofAll <= limit) return []
    return [
      {
        code: 'ticket_order',
        occurrences: count,
        evidence: {
          inputs: { tickets: tickets.length, platform },
          threshold: { inversions_share: limit },
          found: { inversions: count, inversions_share: ofAll },
        },
      },
    ]
  },
})

/** Fewest tickets that must be left out for the others to rise: the length less that of the longest rising part. */
export function inversions(sorted: readonly TicketTime[]): number {
  const tails: string[] = []
  for (const { ticket } of sorted) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compareTickets(tails[middle] ?? '', ticket) < 0) low = middle + 1
      else high = middle
    }
    tails[low] = ticket
  }
  return sorted.length - tails.length
}

import { reviewRule } from '../review-rule.ts'
import { whichTerminal } from '../owner-answers.ts'

/** Findings about the numbers of tickets. */
const aboutTickets = ['ticket_order', 'ticket_line']

/**
 * Trades wholly between two syncs were never listed, so that nothing is known of them but their records. Each of these signs has honest
 * causes of its own: a symbol that rests, a server that moved. They do not come together: tickets out of order say that no server numbered
 * the records, and prices that stand still among fresh quotes that no terminal made the list.
 */
export const unconfirmedTrades = reviewRule({
  thresholds: {},
  findings: {
    trades_unconfirmed: {
      rule: 'R62',
      consequence: 'warning',
      audience: 'public',
      life: 'state',
      when: 'Both `frozen_market` and `ticket_order` or `ticket_line` were found within the days that the review reads, and no person dismissed them.',
      name: 'Operazioni non riscontrate',
      public: 'Prezzi delle posizioni e numeri dei ticket non sono quelli che un terminale invia di solito.',
      owner: {
        observed: 'Prezzi delle posizioni e numeri dei ticket non sono quelli che un terminale invia di solito.',
        answer: whichTerminal,
      },
      admin:
        'Prezzi immobili e ticket fuori ordine insieme: operazioni forse inventate tra due sincronizzazioni. Chiedi l’estratto conto.',
    },
  },
  terms: { signs: 'Segnalazioni' },
  detect({ currentTags }) {
    const signs = ['frozen_market', ...aboutTickets].filter((code) => currentTags.has(code))
    if (!currentTags.has('frozen_market') || signs.length < 2) return []
    return [{ code: 'trades_unconfirmed', occurrences: 1, evidence: { signs } }]
  },
})

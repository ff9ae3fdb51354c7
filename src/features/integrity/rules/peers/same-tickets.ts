import { attachStatement } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { count, namedAtMost } from '../rule.ts'

/**
 * A history of another person under an own number. MetaTrader numbers deals and orders for each server: two accounts cannot both have a
 * ticket. One that opened and closed at the same moments is no chance, even where a broker runs several number ranges under one name:
 * copies of a signal have tickets of their own. More are not waited for, since a single trade may be the whole gain. Money is
 * left out, since a copy may be of another size.
 */
export const sameTickets = reviewRule({
  thresholds: { same_tickets: count(1) },
  findings: {
    tickets_of_another: {
      rule: 'R57',
      consequence: 'hold',
      audience: 'owner',
      life: 'state',
      when: '`same_tickets` of the newest 50 witnessed closes have the ticket of an account that another person bound earlier on the same server, and its opening and close within five seconds.',
      name: 'Ticket di un altro conto',
      owner: {
        observed:
          'Ticket e orari di operazioni chiuse sono di un altro conto dello stesso server: il conto è in verifica.',
        answer: `Rispondi dicendo su quale conto sono state fatte. ${attachStatement}`,
      },
      admin:
        'Ticket e secondi sono quelli di un conto collegato prima da un’altra persona. Su un server un ticket è di un conto solo.',
    },
  },
  terms: { same_tickets: 'Ticket uguali, soglia' },
  detect({ server, ticketsOfOthers }, { same_tickets }) {
    if (ticketsOfOthers.length < same_tickets) return []
    return [
      {
        code: 'tickets_of_another',
        occurrences: ticketsOfOthers.length,
        evidence: {
          inputs: { server: server.name },
          threshold: { same_tickets },
          found: { tickets: ticketsOfOthers.slice(0, namedAtMost), trades: ticketsOfOthers.length },
        },
      },
    ]
  },
})

import { reviewRule } from '../review-rule.ts'
import { count } from '../rule.ts'

/**
 * So few traders have an account on this broker server that its prices and tickets cannot be compared with those of others. Small
 * brokers look the same as a server of one's own.
 */
export const unknownServer = reviewRule({
  thresholds: { server_traders: count(3) },
  findings: {
    unknown_server: {
      rule: 'R10',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'Fewer than `server_traders` traders have an account on the broker server, this one included.',
      name: 'Server poco usato',
      public:
        'Pochi o nessun altro trader di TopTrader usa lo stesso server: i suoi prezzi non si possono confrontare con altri.',
      owner: {
        observed:
          'Sul server del tuo conto ci sono pochi altri trader, o nessuno: i prezzi non si possono confrontare.',
        answer: 'Non devi fare nulla: si toglie da sola quando altri trader usano lo stesso server.',
      },
      admin:
        'Meno trader della soglia su questo server: ticket e prezzi non hanno confronto. Broker piccolo, o server proprio.',
    },
  },
  terms: { server_traders: 'Trader, soglia', traders: 'Trader' },
  detect({ server }, { server_traders }) {
    const { name, traders } = server
    if (traders >= server_traders) return []
    return [
      {
        code: 'unknown_server',
        occurrences: 1,
        evidence: { inputs: { server: name }, threshold: { server_traders }, found: { traders } },
      },
    ]
  },
})

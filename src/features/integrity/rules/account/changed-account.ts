import { noticed, syncRule } from '../sync-rule.ts'

interface Memory {
  /** Codes of what was already wrong at the last sync. */
  wrong: string[]
}

/** Currency or kind of account are other than as bound. Noted when it begins: a terminal that goes on says nothing new. */
export const changedAccount = syncRule({
  thresholds: {},
  findings: {
    currency_changed: {
      rule: 'R1',
      consequence: 'warning',
      audience: 'owner',
      life: 'event',
      when: 'The currency is other than as bound. Found when it begins; the figures do not count while it lasts.',
      name: 'Valuta cambiata',
      owner: {
        observed: 'La valuta del conto è cambiata.',
        answer: 'Rispondi dicendo se il broker ha convertito il conto, e quando.',
      },
      admin: 'La valuta del conto è cambiata sotto lo stesso numero. Rara conversione del broker, o conto diverso.',
    },
    trade_mode_changed: {
      rule: 'R9',
      consequence: 'warning',
      audience: 'owner',
      life: 'event',
      when: 'The kind of account (real, demo, contest) is other than as bound. Found when it begins; the figures do not count while it lasts.',
      name: 'Tipo di conto cambiato',
      owner: {
        observed: 'Il conto è passato da demo a reale, o viceversa.',
        answer: 'Rispondi dicendo che cosa è cambiato presso il broker.',
      },
      admin: 'Il tipo di conto (demo, reale) è cambiato sotto lo stesso numero. Chiedi conferma al broker.',
    },
  },
  section: 'history',
  memory: { wrong: [] } as Memory,
  detect({ wrong }, facts) {
    const now = noticed(facts, ['currency_changed', 'trade_mode_changed'])
    return {
      memory: { wrong: now.map(({ code }) => code) },
      findings: now.filter(({ code }) => !wrong.includes(code)),
      checked: [],
    }
  },
})

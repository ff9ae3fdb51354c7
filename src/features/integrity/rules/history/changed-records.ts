import { contentText, type ChangedRecord } from '#features/ea/rules/records.ts'
import { attachStatement } from '../owner-answers.ts'
import { cents, found, namedAtMost, type Finding } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

type Code = 'history_changed' | 'deal_cancelled' | 'charges_changed'

/** A stored record says something else now. Swap and commission are charged afterwards; a broker may cancel a deal. */
export const changedRecords = syncRule({
  thresholds: {},
  findings: {
    history_changed: {
      rule: 'R17',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Type, symbol, volume, price, time or profit of a stored record changed.',
      name: 'Storico cambiato',
      public: 'Un’operazione già registrata è arrivata di nuovo con contenuto diverso. Conserviamo entrambe.',
      owner: {
        observed: 'Un’operazione già registrata è arrivata di nuovo con contenuto diverso: il conto è in verifica.',
        answer: `Se il broker l’ha corretta, rispondi e dillo. ${attachStatement}`,
      },
      admin: 'Un movimento registrato è cambiato in modo grave. Correzione del broker, o storico riscritto.',
    },
    deal_cancelled: {
      rule: 'R17',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'A stored deal was cancelled (`*_canceled`).',
      name: 'Operazione annullata',
      public: 'Un’operazione già registrata risulta annullata dal broker.',
      owner: {
        observed: 'Un’operazione già registrata risulta annullata dal broker.',
        answer: 'Rispondi con la comunicazione del broker, se ne hai una.',
      },
      admin: 'Un deal registrato è diventato annullato. Di norma è un atto del broker.',
    },
    charges_changed: {
      rule: 'R17',
      consequence: 'info',
      audience: 'owner',
      life: 'event',
      when: 'Swap, commission or fee alone of a stored record changed.',
      name: 'Costi cambiati',
      owner: {
        observed: 'Swap o commissioni di operazioni già registrate sono cambiati.',
        answer: 'Non devi fare nulla: molti broker li aggiornano dopo la chiusura.',
      },
      admin: 'Swap o commissioni aggiornati dopo la chiusura. Frequente e innocuo.',
    },
  },
  section: 'history',
  memory: {},
  detect: (memory, { received }) => ({ memory, findings: changesOf(received.changed), checked: [] }),
})

/** One finding for each kind of change; the changes that moved most money come first. */
export function changesOf(changed: readonly ChangedRecord[]): Finding<Code>[] {
  const byCode = Map.groupBy(changed, codeOf)
  return [...byCode].map(([code, those]) =>
    found(code, { changes: those.toSorted(byMoney).slice(0, namedAtMost).map(changeText) }, those.length),
  )
}

const byMoney = (a: ChangedRecord, b: ChangedRecord): number => Math.abs(b.difference) - Math.abs(a.difference)

function codeOf({ record, grave }: ChangedRecord): Code {
  if (!grave) return 'charges_changed'
  return record.type.endsWith('_canceled') ? 'deal_cancelled' : 'history_changed'
}

function changeText({ record, before, difference }: ChangedRecord): Record<string, unknown> {
  return { ticket: record.ticket, before: contentText(before), after: contentText(record), amount: cents(difference) }
}

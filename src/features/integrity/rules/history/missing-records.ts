import { recordSeconds } from '#features/ea/rules/records.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'
import { attachStatement } from '../owner-answers.ts'
import { amount, cents, found, type Finding } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'
import { cutHours } from './cut-hours.ts'

interface Memory {
  /** The difference when it was found, so that one difference is one finding. */
  missing: { count: number; net: number } | null
  /** Since when a difference is known that was not found yet; milliseconds UTC. */
  missing_since: number | null
  /** Since when the terminal hides counted records; milliseconds UTC. */
  cut_since: number | null
  /** Broker seconds of the newest record. */
  newest: number
}

/** Stored records that the terminal no longer shows. */
export const missingRecords = syncRule({
  thresholds: { ...cutHours, missing_hours: amount(6) },
  findings: {
    history_missing: {
      rule: 'R17',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'The terminal shows fewer records than are stored, though it shows older ones, everything was read again, and `missing_hours` hours passed. Found once for each difference.',
      name: 'Storico mancante',
      public: 'Operazioni già registrate non compaiono più nello storico del terminale. Le conserviamo.',
      owner: {
        observed: 'Operazioni già registrate non compaiono più nel terminale: il conto è in verifica.',
        answer: `In MT4 scegli «Tutta la cronologia» nella scheda Storico conto. Se mancano ancora, rispondi. ${attachStatement}`,
      },
      admin: 'Movimenti registrati mancano dalla rilettura completa. Archiviazione del broker, o cancellazione mirata.',
    },
    history_cut: {
      rule: 'R18',
      consequence: 'warning',
      audience: 'public',
      life: 'state',
      when: 'Counted records of a real account are hidden for `cut_hours` hours.',
      name: 'Storico ristretto',
      public: 'Il terminale mostra meno storico di prima. Quello già ricevuto resta e conta.',
      owner: {
        observed: 'Il terminale mostra meno storico di prima.',
        answer: 'In MT4, tasto destro nella scheda Storico conto: scegli «Tutta la cronologia».',
      },
      admin: 'Lo storico visibile è calato. In MT4 di solito è il filtro della scheda Storico conto.',
    },
  },
  terms: { missing_records: 'Movimenti mancanti' },
  section: 'history',
  memory: { missing: null, missing_since: null, cut_since: null, newest: 0 } as Memory,
  detect(memory, facts, { cut_hours, missing_hours }) {
    const { fresh, tags } = facts.received
    const isRollUp = tags.some(({ code }) => code === 'history_rolled_up')
    const newest = isRollUp
      ? facts.request.ledger.last
      : fresh.reduce((last, { record }) => Math.max(last, recordSeconds(record)), memory.newest)
    const known = { ...memory, newest }
    const missing = missingAmong(known, facts, missing_hours)
    const cut = hiddenFor(known, facts, cut_hours)
    return {
      memory: { missing: missing.missing, missing_since: missing.since, cut_since: cut.since, newest },
      findings: [...missing.findings, ...cut.findings],
      checked: cut.checked,
    }
  },
})

/**
 * The terminal shows older records, and the whole history was read again. A tab of MT4 that hides the newest is no deletion; a terminal
 * that shows nothing at all has lost its list, not a record; and one that has only just started may still be loading it.
 */
function missingAmong(
  memory: Memory,
  { request, received, account }: SyncFacts,
  missing_hours: number,
): { missing: Memory['missing']; since: number | null; findings: Finding<'history_missing'>[] } {
  const { reading, snapshot, receipt } = received
  const { residue } = reading.reread
  const { missing, missing_since } = memory
  if (!snapshot) return { missing, since: missing_since, findings: [] }
  if (!reading.mismatch || residue === null || residue.count >= 0) {
    return received.equal
      ? { missing: null, since: null, findings: [] }
      : { missing, since: missing_since, findings: [] }
  }
  const isFewer = missing === null || residue.count < missing.count
  if (!isFewer || request.ledger.count === 0 || endsEarly(memory, request))
    return { missing, since: null, findings: [] }
  const since = missing_since ?? (account.intake.reread.stage === 'full' ? receipt : null)
  if (since === null || receipt - since < missing_hours * HOUR_MS) return { missing, since, findings: [] }
  const evidence = {
    missing_records: -residue.count,
    net_amount: cents(residue.net),
    shown: request.ledger.count,
    stored: received.ledger.count,
  }
  const { count, net } = residue
  return { missing: { count, net }, since: null, findings: [found('history_missing', evidence, -residue.count)] }
}

/** Counted records that the terminal hides: a narrowed tab, a history cut off. Usual on demo accounts. */
function hiddenFor(
  memory: Memory,
  { request, received, account }: SyncFacts,
  cut_hours: number,
): { since: number | null; findings: Finding<'history_cut'>[]; checked: 'history_cut'[] } {
  const { snapshot, receipt } = received
  if (!snapshot || account.first_snapshot === null) return { since: memory.cut_since, findings: [], checked: [] }
  const isEmpty = request.ledger.count === 0 && received.ledger.count > 0
  const hides = account.trade_mode === 'real' && (received.hides || isEmpty || endsEarly(memory, request))
  if (!hides) return { since: null, findings: [], checked: ['history_cut'] }
  const since = memory.cut_since ?? receipt
  const evidence = {
    since: instantText(since),
    threshold_hours: cut_hours,
    shown: request.ledger.count,
    stored: received.ledger.count,
  }
  const lasts = receipt - since >= cut_hours * HOUR_MS
  return { since, findings: lasts ? [found('history_cut', evidence)] : [], checked: ['history_cut'] }
}

/** MT4: the list ends before the newest record. */
const endsEarly = ({ newest }: Memory, { ea, ledger }: SyncFacts['request']): boolean =>
  ea.platform === 'MT4' && ledger.last < newest

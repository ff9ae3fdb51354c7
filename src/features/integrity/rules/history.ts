import { contentText, recordSeconds, type ChangedRecord } from '#features/ea/rules/records.ts'
import { instantText } from '#shared/dates.ts'
import type { FindingCode } from '../catalogue.ts'
import type { Finding } from '../finding.ts'
import { finding, namedAtMost, type SyncFacts, type Verdict } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/** The history: R17, what was recorded stays; R18, all of it is shown; R25, what is late. `docs/integrity.md`, rules on each sync. */

export interface HistoryMemory {
  /** What was missing when it was last judged, so that one difference is one finding. */
  missing: { count: number; net: number } | null
  /** Since when the terminal hides counted records; milliseconds UTC. */
  cut_since: number | null
  /** Broker seconds of the newest record. */
  newest: number
  /** What the request said of the account was already wrong the last time. */
  wrong: FindingCode[]
}

export const newHistory: HistoryMemory = { missing: null, cut_since: null, newest: 0, wrong: [] }

const HOUR_MS = 3_600_000
/** What the intake notices itself, as long as it lasts; the rules below judge the rest. */
const passedOn = new Set<string>([
  'late_records',
  'future_time',
  'clock_assumed',
  'clock_unfitted',
  'clock_refused',
  'two_terminals',
  'ledger_mismatch',
  'equity_mismatch',
])
/** Noted when it begins: a terminal that goes on says nothing new. */
const notedOnce = new Set<string>(['currency_changed', 'trade_mode_changed'])

export function judgeHistory(memory: HistoryMemory, facts: SyncFacts, thresholds: Thresholds): Verdict<HistoryMemory> {
  const { received } = facts
  const newest = received.fresh.reduce((last, { record }) => Math.max(last, recordSeconds(record)), memory.newest)
  const missing = historyMissing(memory, facts)
  const cut = historyCut(memory, facts, thresholds)
  const wrong = received.tags.map(({ code }) => code as FindingCode).filter((code) => notedOnce.has(code))
  const noticed = received.tags
    .filter(({ code }) => passedOn.has(code) || (notedOnce.has(code) && !memory.wrong.includes(code as FindingCode)))
    .map(({ code, details, occurrences }) => finding(code as FindingCode, details, occurrences))
  return {
    memory: { newest, missing: missing.missing, cut_since: cut.since, wrong },
    findings: [...noticed, ...changesOf(received.changed), ...missing.findings, ...cut.findings],
    judged: cut.judged,
  }
}

/** A stored record that now says something else (R17), what moved most money first. Swap and commission are charged afterwards; a deal may be cancelled by the broker. */
export function changesOf(changed: readonly ChangedRecord[]): Finding[] {
  const byCode = Map.groupBy(changed, changeCode)
  return [...byCode].map(([code, those]) =>
    finding(code, { changes: those.toSorted(byMoney).slice(0, namedAtMost).map(changeText) }, those.length),
  )
}

const byMoney = (a: ChangedRecord, b: ChangedRecord): number => Math.abs(b.difference) - Math.abs(a.difference)

function changeCode({ record, grave }: ChangedRecord): FindingCode {
  if (!grave) return 'charges_changed'
  return record.type.endsWith('_canceled') ? 'deal_cancelled' : 'history_changed'
}

function changeText({ record, before, difference }: ChangedRecord): Record<string, unknown> {
  const amount = Math.round(difference * 100) / 100
  return { ticket: record.ticket, before: contentText(before), after: contentText(record), amount }
}

/**
 * Records that the terminal no longer shows though it shows older ones (R17), after the whole history was read again. A tab of MT4
 * that hides the newest is R18's; a terminal that shows nothing at all has lost its list, not a record.
 */
function historyMissing(
  memory: HistoryMemory,
  { request, received, account }: SyncFacts,
): { missing: HistoryMemory['missing']; findings: Finding[] } {
  const { reading, snapshot } = received
  const { residue } = reading.reread
  if (!snapshot) return { missing: memory.missing, findings: [] }
  if (!reading.mismatch || residue === null || residue.count >= 0) {
    return { missing: received.equal ? null : memory.missing, findings: [] }
  }
  const readAll = account.intake.reread.stage === 'full'
  const fewer = memory.missing === null || residue.count < memory.missing.count
  if (!readAll || !fewer || request.ledger.count === 0 || endsEarly(memory, request)) {
    return { missing: memory.missing, findings: [] }
  }
  const missing = { count: residue.count, net: residue.net }
  const evidence = {
    missing_records: -residue.count,
    net_amount: Math.round(residue.net * 100) / 100,
    shown: request.ledger.count,
    stored: received.ledger.count,
  }
  return { missing, findings: [finding('history_missing', evidence, -residue.count)] }
}

const endsEarly = ({ newest }: HistoryMemory, { ea, ledger }: SyncFacts['request']): boolean =>
  ea.platform === 'MT4' && ledger.last < newest

/** Counted records that the terminal hides for two days: a narrowed tab, a history cut off (R18). Usual on demo accounts. */
function historyCut(
  memory: HistoryMemory,
  { request, received, account }: SyncFacts,
  { cut_hours }: Thresholds,
): { since: number | null; findings: Finding[]; judged: FindingCode[] } {
  const { snapshot, receipt } = received
  if (!snapshot || account.first_snapshot === null) return { since: memory.cut_since, findings: [], judged: [] }
  const empty = request.ledger.count === 0 && received.ledger.count > 0
  const hides = account.trade_mode === 'real' && (received.hides || empty || endsEarly(memory, request))
  if (!hides) return { since: null, findings: [], judged: ['history_cut'] }
  const since = memory.cut_since ?? receipt
  const findings =
    receipt - since < cut_hours * HOUR_MS
      ? []
      : [
          finding('history_cut', {
            since: instantText(since),
            threshold_hours: cut_hours,
            shown: request.ledger.count,
            stored: received.ledger.count,
          }),
        ]
  return { since, findings, judged: ['history_cut'] }
}

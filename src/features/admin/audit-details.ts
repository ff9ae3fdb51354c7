import { sourceNames } from '#features/integrity/level-texts.ts'
import { statusLabels } from '#features/showcases/labels.ts'
import * as format from '#shared/format/format.ts'

/** Labels of the details of audit lines. A name of another version of the product is shown as it is. */
export const detailLabels: Readonly<Record<string, string>> = {
  accepted: 'Accettato',
  account_balance: 'Balance del conto',
  account_currency: 'Valuta',
  account_id: 'Conto',
  action: 'Azione',
  activated: 'Attivato',
  at: 'Quando',
  backup_filename: 'Backup',
  balance: 'Balance',
  basic: 'Basic fino al',
  bytes: 'Byte',
  case_id: 'Verifica',
  class: 'Classe',
  closed_at: 'Chiuso il',
  closed_for: 'Chiuso per',
  closed_trades: 'Operazioni chiuse',
  code: 'Motivo della verifica',
  compared: 'Cifre confrontate',
  currency: 'Valuta del confronto',
  days: 'Giorni',
  days_count: 'Storico, giorni',
  deactivated_at: 'Disattivato il',
  decision: 'Decisione',
  deleted_at: 'Tolto il',
  diamond: 'Diamond fino al',
  drawdown_max: 'Drawdown Max',
  drawdown_percentage: 'Drawdown Max, %',
  ea: 'Token EA',
  enabled: 'Attiva',
  filter: 'Filtro',
  format: 'Formato',
  found: 'Trovati',
  from: 'Da',
  gain_percentage: 'Guadagno in percento',
  handled_at: 'Gestito il',
  here: 'da noi',
  hide_amounts: 'Importi nascosti',
  holds: 'Trattenuto',
  instance: 'Server',
  is_admin: 'Amministratore',
  message: 'Testo mostrato',
  message_id: 'Messaggio',
  migrated: 'Numerati',
  months: 'Mesi',
  note: 'Nota',
  open_cases: 'Verifiche aperte',
  order_id: 'Ordine',
  order_ids: 'Ordini',
  own: 'Cosa propria',
  payment_id: 'Pagamento',
  plan: 'Piano',
  plan_type: 'Durata del piano',
  platform: 'Piattaforma',
  rank: 'Posizione',
  reason: 'Motivo',
  refusals_closed: 'Rifiuti chiusi',
  removed: 'Tolti',
  result: 'Esito',
  reviewed: 'Verificato',
  roi_90: 'ROI a 90 giorni',
  roi_total: 'ROI totale',
  searched: 'Con ricerca',
  sessions: 'Sessioni chiuse',
  set: 'Scritti',
  showcase_id: 'Vetrina',
  shown_again: 'Era riapparso',
  source: 'Fonte',
  state: 'Stato',
  status: 'Stato del fornitore',
  there: 'dalla fonte',
  tier: 'Piano',
  to: 'A',
  tokens: 'Token EA tolti',
  total: 'In tutto',
  total_trades: 'Operazioni',
  trader_id: 'Utente',
  valid_until: 'Valido fino al',
  verification_level: 'Livello di verifica',
  version: 'Versione',
  win_rate: 'Win rate',
  within: 'concorda',
}

/** Labels of values that the log holds in the product's internal spelling. */
const valueLabels: Readonly<Record<string, string>> = {
  ...sourceNames,
  ...statusLabels,
  basic: 'Basic',
  cleared: 'Tutto a posto',
  diamond: 'Diamond',
  upheld: 'Confermata',
}

export interface DetailLine {
  label: string
  /** Null where nothing changed, and where there is only one value. */
  before: string | null
  value: string
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  if (typeof value === 'number') return Number.isInteger(value) ? format.count(value) : format.decimal(value)
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ')
  if (typeof value === 'object') {
    if (isComparison(value)) return comparisonText(value)
    return flat(value)
      .map(([name, inner]) => `${labelOf(name)}: ${valueText(inner)}`)
      .join('; ')
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return instantPattern.test(text) ? format.dateTime(text) : (valueLabels[text] ?? text)
}

interface Comparison {
  here: unknown
  there: unknown
  /** Absent where the figure decides nothing. */
  within?: unknown
}

const isComparison = (value: object): value is Comparison => 'here' in value && 'there' in value

/** Commas alone: a semicolon separates one figure from the next. */
function comparisonText({ here, there, within }: Comparison): string {
  const sides = `${labelOf('here')} ${valueText(here)}, ${labelOf('there')} ${valueText(there)}`
  return within === undefined ? sides : `${sides} (${within === true ? '' : 'non '}${labelOf('within')})`
}

const labelOf = (name: string) => detailLabels[name] ?? name
const flat = (value: object) => Object.entries(value as Record<string, unknown>)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The details of a line, with a value before and after where there are both. */
export function detailLines(details: Record<string, unknown>): DetailLine[] {
  const { before, after, ...rest } = details
  const plain = flat(rest).map(([name, value]) => ({ label: labelOf(name), before: null, value: valueText(value) }))
  return [...plain, ...changes(before, after)]
}

function changes(before: unknown, after: unknown): DetailLine[] {
  if (before === undefined && after === undefined) return []
  if (!isRecord(before) && !isRecord(after)) {
    return [{ label: after === undefined ? 'Prima' : 'Stato', ...sides(before, after) }]
  }
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names.map((name) => ({ label: labelOf(name), ...sides(was[name], is[name]) }))
}

function sides(before: unknown, after: unknown): Omit<DetailLine, 'label'> {
  if (after === undefined) return { before: null, value: valueText(before) }
  const [was, is] = [valueText(before), valueText(after)]
  return { before: before === undefined || was === is ? null : was, value: is }
}

/** A detail as one text: `Stato: no, poi sì`. */
export const detailText = ({ label, before, value }: DetailLine) =>
  before === null ? `${label}: ${value}` : `${label}: ${before}, poi ${value}`

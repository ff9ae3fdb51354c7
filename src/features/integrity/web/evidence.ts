import { duration } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { MINUTE_MS } from '#shared/dates.ts'

/** A value of the evidence as people read it: a text, or rows with columns of their own. */
export type Shown = { kind: 'text'; text: string } | { kind: 'table'; columns: string[]; rows: string[][] }

export interface EvidencePart {
  title: string
  rows: { term: string; value: Shown }[]
}

const titles: Record<string, string> = { found: 'Trovato', threshold: 'Soglia', inputs: 'Su quali dati' }

type Plain = Record<string, unknown>

/** Names of keys; `median_usd_equity` without one is shown as it is stored, without its underscores. */
export type Terms = Readonly<Record<string, string>>

const termOf = (key: string, terms: Terms): string =>
  Object.hasOwn(terms, key) ? (terms[key] ?? key) : key.replaceAll('_', ' ')

/** Names of keys, and the account's currency. */
export interface EvidenceWords {
  terms: Terms
  currency: string
}

/** The parts of the evidence, the findings first. Every value that is stored is shown, also of rules that this version does not know. */
export function evidenceParts(evidence: Plain, words: EvidenceWords): EvidencePart[] {
  const named = Object.keys(titles).filter((name) => name in evidence)
  const parts = named.map((name) => ({ title: titles[name] ?? name, rows: rowsOf(name, evidence[name], words) }))
  const rest = Object.entries(evidence).filter(([name]) => !Object.hasOwn(titles, name))
  if (rest.length > 0)
    parts.push({ title: named.length === 0 ? 'Trovato' : 'Altro', rows: rowsOf('', Object.fromEntries(rest), words) })
  return parts.filter(({ rows }) => rows.length > 0)
}

function rowsOf(name: string, value: unknown, words: EvidenceWords): EvidencePart['rows'] {
  const { terms } = words
  if (!isPlain(value))
    return value === undefined ? [] : [{ term: termOf(name, terms), value: shown(name, value, words) }]
  const rows = Object.entries(value).flatMap(([key, inner]) =>
    isPlain(inner)
      ? rowsOf(key, inner, words).map((row) => ({ ...row, term: `${termOf(key, terms)}: ${row.term}` }))
      : // `balance: { there, here }` are two amounts.
        [{ term: termOf(key, terms), value: shown(isMoney(name) ? name : key, inner, words) }],
  )
  // Later findings are a table: they stand below those that opened the case.
  return [
    ...rows.filter(({ value: { kind } }) => kind === 'text'),
    ...rows.filter(({ value: { kind } }) => kind !== 'text'),
  ]
}

function shown(key: string, value: unknown, { terms, currency }: EvidenceWords): Shown {
  const text = (of: string, one: unknown) => printed(of, one, currency)
  if (!Array.isArray(value)) return { kind: 'text', text: text(key, value) }
  const list: unknown[] = value
  if (list.length === 0) return { kind: 'text', text: 'Nessuno' }
  if (!list.every(isPlain)) return { kind: 'text', text: list.map((one) => text(key, one)).join(', ') }
  const keys = [...new Set(list.flatMap((row) => Object.keys(row)))]
  return {
    kind: 'table',
    columns: keys.map((column) => termOf(column, terms)),
    rows: list.map((row) => keys.map((column) => text(column, row[column]))),
  }
}

const texts: Record<string, string> = { buy: 'Acquisto', sell: 'Vendita', real: 'Reale', demo: 'Demo', contest: 'Gara' }

function printed(key: string, value: unknown, currency: string): string {
  if (value === null || value === undefined) return format.MISSING
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  if (typeof value === 'number') return printedNumber(key, value, currency)
  if (typeof value !== 'string')
    return Array.isArray(value) ? value.map((one) => printed(key, one, currency)).join(', ') : JSON.stringify(value)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return format.dateTime(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value)
  return Object.hasOwn(texts, value) ? (texts[value] ?? value) : value
}

/** Amounts whose keys do not end in `_amount`. */
const moneyKeys = new Set(
  'amount balance best_trade_profit credit equity floating gap net period_gains period_profit prices_give profit'.split(
    ' ',
  ),
)
const isMoney = (key: string): boolean => key.endsWith('_amount') || moneyKeys.has(key)

/** By the unit that the key ends in; plain figures with as many decimals as they have, five at most. */
function printedNumber(key: string, value: number, currency: string): string {
  if (isMoney(key)) return format.amount(value, currency)
  if (/(^|_)share$/.test(key)) return format.sharePercent(value * 100, 2)
  if (key.endsWith('_points') || key.endsWith('_percentage')) return format.resultPercent(value)
  if (key.endsWith('_minutes')) return duration(value)
  if (key.endsWith('_ms')) return duration(value / MINUTE_MS)
  if (Number.isInteger(value)) return format.count(value)
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 2
  return format.decimal(value, Math.min(5, Math.max(2, decimals)))
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

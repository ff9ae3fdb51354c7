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

/** The parts of the evidence, the findings first. Every value that is stored is shown, also of rules that this version does not know. */
export function evidenceParts(evidence: Plain, terms: Terms): EvidencePart[] {
  const named = Object.keys(titles).filter((name) => name in evidence)
  const parts = named.map((name) => ({ title: titles[name] ?? name, rows: rowsOf(name, evidence[name], terms) }))
  const rest = Object.entries(evidence).filter(([name]) => !Object.hasOwn(titles, name))
  if (rest.length > 0)
    parts.push({ title: named.length === 0 ? 'Trovato' : 'Altro', rows: rowsOf('', Object.fromEntries(rest), terms) })
  return parts.filter(({ rows }) => rows.length > 0)
}

function rowsOf(name: string, value: unknown, terms: Terms): EvidencePart['rows'] {
  if (!isPlain(value))
    return value === undefined ? [] : [{ term: termOf(name, terms), value: shown(name, value, terms) }]
  return Object.entries(value).flatMap(([key, inner]) =>
    isPlain(inner)
      ? rowsOf(key, inner, terms).map((row) => ({ ...row, term: `${termOf(key, terms)}: ${row.term}` }))
      : [{ term: termOf(key, terms), value: shown(key, inner, terms) }],
  )
}

function shown(key: string, value: unknown, terms: Terms): Shown {
  if (!Array.isArray(value)) return { kind: 'text', text: printed(key, value) }
  const list: unknown[] = value
  if (list.length === 0) return { kind: 'text', text: 'Nessuno' }
  if (!list.every(isPlain)) return { kind: 'text', text: list.map((one) => printed(key, one)).join(', ') }
  const keys = [...new Set(list.flatMap((row) => Object.keys(row)))]
  return {
    kind: 'table',
    columns: keys.map((column) => termOf(column, terms)),
    rows: list.map((row) => keys.map((column) => printed(column, row[column]))),
  }
}

const texts: Record<string, string> = { buy: 'Acquisto', sell: 'Vendita', real: 'Reale', demo: 'Demo', contest: 'Gara' }

function printed(key: string, value: unknown): string {
  if (value === null || value === undefined) return format.MISSING
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  if (typeof value === 'number') return printedNumber(key, value)
  if (typeof value !== 'string')
    return Array.isArray(value) ? value.map((one) => printed(key, one)).join(', ') : JSON.stringify(value)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return format.dateTime(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value)
  return Object.hasOwn(texts, value) ? (texts[value] ?? value) : value
}

/** By the unit that the key ends in; plain figures with as many decimals as they have, five at most. */
function printedNumber(key: string, value: number): string {
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

import { duration } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { termOf } from './evidence-terms.ts'

/** A value of the evidence as people read it: a text, or rows with columns of their own. */
export type Shown = { kind: 'text'; text: string } | { kind: 'table'; columns: string[]; rows: string[][] }

export interface EvidencePart {
  title: string
  rows: { term: string; value: Shown }[]
}

const titles: Record<string, string> = { found: 'Trovato', threshold: 'Soglia', inputs: 'Su quali dati' }

type Plain = Record<string, unknown>

/** What a rule found, first what it found: every value that is stored is shown, also of rules that this version does not know. */
export function evidenceParts(evidence: Plain): EvidencePart[] {
  const named = Object.keys(titles).filter((name) => name in evidence)
  const parts = named.map((name) => ({ title: titles[name] ?? name, rows: rowsOf(name, evidence[name]) }))
  const rest = Object.entries(evidence).filter(([name]) => !Object.hasOwn(titles, name))
  if (rest.length > 0)
    parts.push({ title: named.length === 0 ? 'Trovato' : 'Altro', rows: rowsOf('', Object.fromEntries(rest)) })
  return parts.filter(({ rows }) => rows.length > 0)
}

function rowsOf(name: string, value: unknown): EvidencePart['rows'] {
  if (!isPlain(value)) return value === undefined ? [] : [{ term: termOf(name), value: shown(name, value) }]
  return Object.entries(value).flatMap(([key, inner]) =>
    isPlain(inner)
      ? rowsOf(key, inner).map((row) => ({ ...row, term: `${termOf(key)}: ${row.term}` }))
      : [{ term: termOf(key), value: shown(key, inner) }],
  )
}

function shown(key: string, value: unknown): Shown {
  if (!Array.isArray(value)) return { kind: 'text', text: printed(key, value) }
  const list: unknown[] = value
  if (list.length === 0) return { kind: 'text', text: 'Nessuno' }
  if (!list.every(isPlain)) return { kind: 'text', text: list.map((one) => printed(key, one)).join(', ') }
  const keys = [...new Set(list.flatMap((row) => Object.keys(row)))]
  return {
    kind: 'table',
    columns: keys.map(termOf),
    rows: list.map((row) => keys.map((column) => printed(column, row[column]))),
  }
}

const words: Record<string, string> = { buy: 'Acquisto', sell: 'Vendita', real: 'Reale', demo: 'Demo', contest: 'Gara' }

function printed(key: string, value: unknown): string {
  if (value === null || value === undefined) return format.MISSING
  if (typeof value === 'boolean') return value ? 'Sì' : 'No'
  if (typeof value === 'number') return printedNumber(key, value)
  if (typeof value !== 'string')
    return Array.isArray(value) ? value.map((one) => printed(key, one)).join(', ') : JSON.stringify(value)
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return format.dateTime(value)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return format.day(value)
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value
}

/** By the unit that the key ends in; plain figures with as many decimals as they have, five at most. */
function printedNumber(key: string, value: number): string {
  if (/(^|_)share$/.test(key)) return format.sharePercent(value * 100, 2)
  if (key.endsWith('_points') || key.endsWith('_percentage')) return format.resultPercent(value)
  if (key.endsWith('_minutes')) return duration(value)
  if (key.endsWith('_ms')) return duration(value / 60_000)
  if (Number.isInteger(value)) return format.count(value)
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 2
  return format.decimal(value, Math.min(5, Math.max(2, decimals)))
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { walkHistory } from '#features/performance/rules.ts'
import type { EngineResult } from '#features/performance/rules.ts'
import { readRates } from '#features/performance/rules/currency.ts'
import type { RateTable, Rates } from '#features/performance/rules/currency.ts'
import type { BalanceOperation, ClosedTrade, HistoryInput, Snapshot } from '#features/performance/rules/history.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { streamHistory } from '#features/performance/testing/stream.ts'
import { dayText, utcDay } from '#shared/dates.ts'
import { evaluateTrader } from '../rules.ts'
import type { Evaluation } from '../rules.ts'
import type { TraderFlags } from '../rules/eligibility.ts'
import { rankTraders } from '../rules/rank.ts'
import type { RankedTrader } from '../rules/rank.ts'

interface ScoreInput {
  as_of: number
  trader: TraderFlags
  account: { currency: string }
  balance_ops: BalanceOperation[]
  trades: ClosedTrade[]
  /** `equity - credit` stands for own equity. */
  snapshots: (Snapshot & { credit?: number })[]
  imported_counts?: boolean
  with_daily?: boolean
  rates?: RateTable
}

/** One case of a file of vectors. `docs/ranking.md` 11. */
export type VectorCase =
  | { name: string; kind: 'score'; input: ScoreInput; expected: unknown }
  | { name: string; kind: 'rank'; input: { traders: RankedTrader[] }; expected: unknown }

/** Compared without tolerance. */
const INTEGER_FIELDS: ReadonlySet<string> = new Set(['age_ms', 'days_count', 'total_trades', 'wins', 'trades'])

export interface VectorFile {
  rates: RateTable
  tolerance: number
  cases: VectorCase[]
}

/** The file's shape. @throws Error with the reason when it is no file of vectors or holds no case. `docs/ranking.md` 11. */
export function readVectors(text: string): VectorFile {
  const file: unknown = JSON.parse(text)
  if (!isRecord(file)) throw new Error('not a file of ranking vectors: the top level is no object')
  if (file['format'] !== 'ranking-vectors/1')
    throw new Error(`not a file of ranking vectors: format is ${JSON.stringify(file['format'])}`)
  const { cases, rates = {}, tolerance = 1e-9 } = file
  if (!Array.isArray(cases)) throw new Error('not a file of ranking vectors: no list of cases')
  if (cases.length === 0) throw new Error('the file holds no case')
  return { rates: rates as RateTable, tolerance: Number(tolerance), cases: cases as VectorCase[] }
}

/** Runs one case. Each difference from the expected figures is one sentence; empty: passed. */
export function runCase(file: VectorFile, vector: VectorCase): string[] {
  try {
    if (!isRecord(vector.expected) || Object.keys(vector.expected).length === 0) return ['the case expects nothing']
    if (vector.kind === 'rank') {
      return differences('', rankTraders(vector.input.traders), vector.expected, file.tolerance)
    }
    if (vector.kind !== 'score') return [`unknown kind ${JSON.stringify((vector as { kind: unknown }).kind)}`]
    const rates = readRates(vector.input.rates ?? file.rates)
    const history = historyOf(vector.input, rates)
    const forms = { whole: walkHistory(history), streaming: streamHistory(history) }
    return Object.entries(forms).flatMap(([form, result]) =>
      differences(form, figures(vector.input, rates, result), vector.expected, file.tolerance),
    )
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** The evaluation of a case's account, as the product makes it; null for a case about places. */
export function evaluateCase(file: VectorFile, { kind, input }: VectorCase): Evaluation | null {
  if (kind !== 'score') return null
  const rates = readRates(input.rates ?? file.rates)
  return figures(input, rates, walkHistory(historyOf(input, rates)))
}

function historyOf(input: ScoreInput, rates: Rates): HistoryInput {
  return {
    as_of: input.as_of,
    snapshots: input.snapshots.map(({ credit = 0, equity, ...rest }) => ({ ...rest, equity: equity - credit })),
    trades: input.trades,
    operations: input.balance_ops,
    imported_counts: input.imported_counts ?? true,
    currency: input.account.currency,
    rates,
  }
}

/** The evaluation gets only the rows that it says it needs. */
function figures(input: ScoreInput, rates: Rates, result: EngineResult | null): Evaluation & { daily?: unknown[] } {
  const rows = result?.rows ?? []
  const firstNeeded = utcDay(input.as_of) - 89
  const before = rows.findLastIndex((row) => row.day < firstNeeded)
  const evaluation = evaluateTrader({
    state: result?.state ?? null,
    rows: rows.slice(Math.max(0, before)),
    rates,
    currency: input.account.currency,
    as_of: input.as_of,
    trader: input.trader,
  })
  return input.with_daily === true ? { ...evaluation, daily: rows.map(dailyFigures) } : evaluation
}

function dailyFigures({ day, growth, high, low, drawdown, ...row }: DailyRow): unknown {
  return { date: dayText(day), growth, high, low, drawdown, ...row }
}

/** Compares every expected field with `got`. Other fields of `got` are ignored, except the members of a list. */
function differences(path: string, got: unknown, want: unknown, tolerance: number): string[] {
  if (typeof want === 'number' && typeof got === 'number') {
    const close = Math.abs(got - want) <= tolerance * Math.max(1, Math.abs(want))
    return close ? [] : [`${path}: got ${got}, expected ${want}`]
  }
  if (Array.isArray(want) && Array.isArray(got)) {
    if (got.length !== want.length) return [`${path}: got ${got.length} members, expected ${want.length}`]
    return want.flatMap((member, index) => differences(`${path}[${index}]`, got[index], member, tolerance))
  }
  if (isRecord(want) && isRecord(got)) {
    return Object.keys(want).flatMap((key) =>
      differences(`${path}.${key}`, got[key], want[key], INTEGER_FIELDS.has(key) ? 0 : tolerance),
    )
  }
  return Object.is(got, want) ? [] : [`${path}: got ${JSON.stringify(got)}, expected ${JSON.stringify(want)}`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

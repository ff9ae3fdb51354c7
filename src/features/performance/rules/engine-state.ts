import type { KnownSnapshot } from './history.ts'
import type { Segment } from './path.ts'
import { NO_DAYS } from './rows.ts'
import type { DailyRow, Totals } from './rows.ts'

/** The version of the formula (`docs/ranking.md`, first line) that made a state. A state of another version is refused, never continued. */
export const FORMULA_VERSION = 2

/** Everything that an account needs to continue from its last sync. Plain JSON. The caller stores the rows of past days. */
export interface EngineState {
  formula: number
  snapshot: KnownSnapshot
  /** Row of the last UTC day on which something happened. */
  row: DailyRow
  segment: Segment
  /** Own equity after the last mark. */
  value: number
  /** UTC day of the first mark. */
  first_day: number
  /** All days before `row`, folded. */
  closed: Totals
  /** Net result of the trades so far, and the highest it has been (at least 0), in account currency. */
  profit_total: number
  profit_max: number
}

/** A state of version 1 of the formula: the broker's credit stood beside the equity, and no fall from the peak was kept. */
interface VersionOneState extends Omit<EngineState, 'snapshot' | 'row' | 'closed'> {
  snapshot: { t: number; balance: number; equity: number; credit: number; open_since: number | null }
  row: Omit<DailyRow, 'drawdown_end'>
  closed: Omit<EngineState['closed'], 'peak_share'>
}

/** Whether a stored state waits for its account to be recomputed. */
export function isVersionOne(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'formula' in state && state.formula === 1
}

/**
 * The same figures in the form of version 2, for the ranking alone: the account's fall from its peak counts as none until it is recomputed,
 * as in version 1. Other values are returned as they are.
 */
function asVersionTwo(value: unknown): unknown {
  if (!isVersionOne(value)) return value
  const { snapshot, row, closed, ...rest } = value as VersionOneState
  const { credit, ...figures } = snapshot
  return {
    ...rest,
    formula: FORMULA_VERSION,
    snapshot: { ...figures, equity: snapshot.equity - credit },
    row: { ...row, drawdown_end: 0 },
    closed: { ...closed, peak_share: 1 },
  }
}

/** The stored state is damaged, or another version of the formula made it. */
export class UnknownEngineState extends Error {
  override name = 'UnknownEngineState'
}

/** The numbers of each part of a state. Typed by the part, so that a new field is read as well. */
const stateNumbers = {
  state: numbersOf<Omit<EngineState, 'formula' | 'snapshot' | 'row' | 'segment' | 'closed'>>({
    value: 1,
    first_day: 1,
    profit_total: 1,
    profit_max: 1,
  }),
  snapshot: numbersOf<Omit<KnownSnapshot, 'open_since'>>({ t: 1, balance: 1, equity: 1 }),
  row: numbersOf<DailyRow>({
    day: 1,
    equity_start: 1,
    equity_end: 1,
    balance_end: 1,
    inflow: 1,
    outflow: 1,
    growth: 1,
    high: 1,
    low: 1,
    drawdown: 1,
    trades: 1,
    wins: 1,
    counted: 1,
    counted_wins: 1,
    profit: 1,
    drawdown_end: 1,
  }),
  segment: numbersOf<Segment>({ seg: 1, pad: 1, base: 1 }),
  closed: numbersOf<Totals>(NO_DAYS),
}

function numbersOf<T>(fields: Record<keyof T & string, number>): readonly string[] {
  return Object.keys(fields)
}

/**
 * Reads a state that was stored as JSON. One of version 1 is read as it was: `recompute` brings it to this version.
 * @throws UnknownEngineState for another version of the formula and for a missing part or number
 */
export function readEngineState(value: unknown): EngineState {
  const state = partOf(asVersionTwo(value), 'state')
  if (state['formula'] !== FORMULA_VERSION)
    throw new UnknownEngineState(`state of formula ${String(state['formula'])}, this is formula ${FORMULA_VERSION}`)
  requireNumbers(state, 'state')
  for (const name of ['row', 'segment', 'closed'] as const) requireNumbers(partOf(state[name], name), name)
  const snapshot = partOf(state['snapshot'], 'snapshot')
  requireNumbers(snapshot, 'snapshot')
  if (snapshot['open_since'] !== null && !Number.isFinite(snapshot['open_since']))
    throw new UnknownEngineState('snapshot: open_since is no time')
  // Every part and number was checked above.
  return state as unknown as EngineState
}

function partOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new UnknownEngineState(`${name} is missing`)
  return value as Record<string, unknown>
}

function requireNumbers(part: Record<string, unknown>, name: keyof typeof stateNumbers): void {
  const missing = stateNumbers[name].find((field) => !Number.isFinite(part[field]))
  if (missing !== undefined) throw new UnknownEngineState(`${name}: ${missing} is no number`)
}

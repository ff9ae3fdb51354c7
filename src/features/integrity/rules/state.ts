import type { FindingCode } from '../catalogue.ts'
import { newBalance, type BalanceMemory } from './balance.ts'
import { newCapital, type CapitalMemory } from './capital.ts'
import { newHistory, type HistoryMemory } from './history.ts'
import { newMarket, type MarketMemory } from './market.ts'
import { newObservation, type ObservationMemory } from './observation.ts'
import { newPositions, type PositionsMemory } from './positions.ts'
import { newResults, type ResultsMemory } from './results.ts'
import { newSenders, type SendersMemory } from './senders.ts'

/** Raised when an older state can no longer be read: then the rules begin anew. */
const stateVersion = 2

/** What the rules on each sync remember of an account. Small: every sync rewrites it. */
export interface JudgeState {
  v: number
  senders: SendersMemory
  balance: BalanceMemory
  history: HistoryMemory
  positions: PositionsMemory
  results: ResultsMemory
  observation: ObservationMemory
  market: MarketMemory
  capital: CapitalMemory
  /** States that last, and the UTC day on which their evidence was last written. */
  lasting: FindingCode[]
  told_day: number
  /** Rules that a fault stopped on the last sync. */
  failed: RuleName[]
}

const sections = ['senders', 'balance', 'history', 'positions', 'results', 'observation', 'market', 'capital'] as const
export type RuleName = (typeof sections)[number]

export const newJudgeState: JudgeState = {
  v: stateVersion,
  senders: newSenders,
  balance: newBalance,
  history: newHistory,
  positions: newPositions,
  results: newResults,
  observation: newObservation,
  market: newMarket,
  capital: newCapital,
  lasting: [],
  told_day: 0,
  failed: [],
}

/** What differs from a new state: of most accounts little, and every sync writes it. */
export function storedState(state: JudgeState): Record<string, unknown> {
  const { v, lasting, told_day, failed } = state
  const stored: Record<string, unknown> = { v, lasting, told_day, ...(failed.length > 0 && { failed }) }
  for (const section of sections) {
    const plain: Record<string, unknown> = { ...newJudgeState[section] }
    const differing = Object.entries(state[section]).filter(([key, value]) => !isSame(value, plain[key]))
    if (differing.length > 0) stored[section] = Object.fromEntries(differing)
  }
  return stored
}

/** The defaults are numbers, null and what is empty. */
function isSame(value: unknown, plain: unknown): boolean {
  if (typeof plain !== 'object' || plain === null) return value === plain
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** A stored state, or a new one where there is none of this version. */
export function readJudgeState(stored: unknown): JudgeState {
  if (typeof stored !== 'object' || stored === null || !('v' in stored) || stored.v !== stateVersion)
    return newJudgeState
  const kept = stored as Partial<JudgeState>
  return {
    ...newJudgeState,
    ...kept,
    senders: { ...newSenders, ...kept.senders },
    balance: { ...newBalance, ...kept.balance },
    history: { ...newHistory, ...kept.history },
    positions: { ...newPositions, ...kept.positions },
    results: { ...newResults, ...kept.results },
    observation: { ...newObservation, ...kept.observation },
    market: { ...newMarket, ...kept.market },
    capital: { ...newCapital, ...kept.capital },
  }
}

import type { FindingCode } from '../catalogue.ts'
import { newBalance, type BalanceMemory } from './balance.ts'
import { newCapital, type CapitalMemory } from './capital.ts'
import { newHistory, type HistoryMemory } from './history.ts'
import { newMarket, type MarketMemory } from './market.ts'
import { newObservation, type ObservationMemory } from './observation.ts'
import { newPositions, type PositionsMemory } from './positions.ts'
import { newSenders, type SendersMemory } from './senders.ts'

/** Raised when an older state can no longer be read: then the rules begin anew. */
const stateVersion = 1

/** What the rules on each sync remember of an account. Small: every sync rewrites it. */
export interface JudgeState {
  v: number
  senders: SendersMemory
  balance: BalanceMemory
  history: HistoryMemory
  positions: PositionsMemory
  observation: ObservationMemory
  market: MarketMemory
  capital: CapitalMemory
  /** States that last, and the UTC day on which their evidence was last written. */
  lasting: FindingCode[]
  told_day: number
}

export const newJudgeState: JudgeState = {
  v: stateVersion,
  senders: newSenders,
  balance: newBalance,
  history: newHistory,
  positions: newPositions,
  observation: newObservation,
  market: newMarket,
  capital: newCapital,
  lasting: [],
  told_day: 0,
}

/** A stored state, or a new one where there is none of this version. */
export function readJudgeState(stored: unknown): JudgeState {
  const known = typeof stored === 'object' && stored !== null && 'v' in stored && stored.v === stateVersion
  return known ? (stored as unknown as JudgeState) : newJudgeState
}

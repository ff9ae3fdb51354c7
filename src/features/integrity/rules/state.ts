import { syncRules, type FindingCode } from './catalogue.ts'
import type { Section } from './sync-rule.ts'

/** Raised where an earlier program would misread the state: its rules begin anew then, as these do with a state that is not readable. */
const stateVersion = 3
const readable = new Set<unknown>([2, stateVersion])

type Memory = Record<string, unknown>

/** The memory of the rules on each sync about an account. It is small: every sync rewrites it. The names are those of the stored value. */
export interface CheckState extends Record<Section, Memory> {
  v: number
  /** States that last, and the UTC day on which their evidence was last written. */
  lasting: FindingCode[]
  told_day: number
  /** Rules that an error stopped at the last sync, by the code of their first finding. */
  failed: string[]
}

const sections = ['senders', 'balance', 'history', 'positions', 'results', 'observation', 'market', 'capital'] as const

const newMemories = Object.fromEntries(
  sections.map((section) => [
    section,
    Object.assign({}, ...syncRules.filter((rule) => rule.section === section).map((rule) => rule.memory)) as Memory,
  ]),
) as Record<Section, Memory>

export const newState: CheckState = { v: stateVersion, ...newMemories, lasting: [], told_day: 0, failed: [] }

/** The difference from a new state: little for most accounts, and every sync writes it. */
export function storedState(state: CheckState): Record<string, unknown> {
  const { v, lasting, told_day, failed } = state
  const stored: Record<string, unknown> = { v, lasting, told_day, ...(failed.length > 0 && { failed }) }
  for (const section of sections) {
    const plain = newMemories[section]
    const memory = state[section]
    const differing: Memory = {}
    let isPlain = true
    for (const key of Object.keys(memory)) {
      if (isSame(memory[key], plain[key])) continue
      differing[key] = memory[key]
      isPlain = false
    }
    if (!isPlain) stored[section] = differing
  }
  return stored
}

/** The defaults are numbers, null and what is empty. */
function isSame(value: unknown, plain: unknown): boolean {
  if (typeof plain !== 'object' || plain === null) return value === plain
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** A stored state, or a new one where there is none that can be read. */
export function readState(stored: unknown): CheckState {
  if (typeof stored !== 'object' || stored === null || !('v' in stored) || !readable.has(stored.v)) return newState
  const known = stored as Partial<CheckState>
  const state: CheckState = { ...newState, ...known, v: stateVersion }
  for (const section of sections) {
    if (known[section] !== undefined) state[section] = { ...newMemories[section], ...known[section] }
  }
  return state
}

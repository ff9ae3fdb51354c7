import { utcDay } from '#shared/dates.ts'
import { catalogue, isFindingCode, syncRules, type FindingCode } from './catalogue.ts'
import { ruleFailed } from './rule-failed.ts'
import type { Finding, ThresholdSchemas } from './rule.ts'
import type { CheckState } from './state.ts'
import type { Detection, SyncFacts, SyncRule } from './sync-rule.ts'
import type { Thresholds } from './thresholds.ts'

/** The result of checking one sync. */
export interface SyncCheck {
  state: CheckState
  /** To be stored. A state is among them when it begins, and once a UTC day while it lasts. */
  findings: Finding<FindingCode>[]
  /** States that ended with this sync. */
  ended: FindingCode[]
  /** Two people use the advisor's token: it is taken back. */
  retires: boolean
  /** Rules that an error stopped, by the code of their first finding. */
  failures: { rule: string; error: unknown }[]
}

type AnySyncRule = SyncRule<string, object, ThresholdSchemas, string>
type Section = CheckState[AnySyncRule['section']]
const noFindings: Finding<FindingCode>[] = []

/**
 * Checks one accepted sync by all rules. Pure: the same state and facts always give the same. An error stops its rule alone: the rule
 * goes on from what it remembered, and begins anew where it fails twice in a row. `docs/integrity.md`.
 */
export function checkSync(
  state: CheckState,
  given: Omit<SyncFacts, 'listed'>,
  thresholds: Thresholds,
  all: readonly AnySyncRule[] = syncRules,
): SyncCheck {
  const facts: SyncFacts = { ...given, listed: state.positions['seen'] as SyncFacts['listed'] }
  const next: CheckState = { ...state }
  const findings: Finding<FindingCode>[] = []
  const checked = new Set<string>(['rule_failed'])
  const failures: SyncCheck['failures'] = []
  for (const rule of all) {
    try {
      const detection: Detection<object, string> = rule.detect(state[rule.section], facts, thresholds)
      const detected = detection.findings.length === 0 ? noFindings : detection.findings.map(catalogued)
      rememberOwn(next, state, rule, detection.memory as Section)
      findings.push(...detected)
      // Only a state that lasts can end.
      if (state.lasting.length > 0) for (const code of detection.checked) checked.add(code)
    } catch (error) {
      const [name = ''] = Object.keys(rule.findings)
      failures.push({ rule: name, error })
      if (state.failed.includes(name)) rememberOwn(next, state, rule, rule.memory as Section)
    }
  }
  next.failed = failures.map(({ rule }) => rule)
  findings.push(...ruleFailed.detect(next.failed))

  const lastingNow = new Set(findings.map(({ code }) => code).filter(isState))
  const ended = state.lasting.filter((code) => checked.has(code) && !lastingNow.has(code))
  const day = utcDay(given.received.receipt)
  const isDue = (code: FindingCode) => !isState(code) || day !== state.told_day || !state.lasting.includes(code)
  next.lasting = [...new Set([...state.lasting.filter((code) => !ended.includes(code)), ...lastingNow])]
  next.told_day = day
  return {
    state: next,
    findings: findings.filter(({ code }) => isDue(code)),
    ended,
    retires: findings.some(({ code }) => code === 'two_senders'),
    failures,
  }
}

const ownKeys = new WeakMap<AnySyncRule, readonly string[]>()

/**
 * Rules of one section share its memory: each of them writes the keys that it declares. Most syncs change few of them, and a section is
 * copied once.
 */
function rememberOwn(next: CheckState, state: CheckState, rule: AnySyncRule, own: Section): void {
  const { section, memory: declared } = rule
  if (own === state[section]) return
  const keys = ownKeys.get(rule) ?? Object.keys(declared)
  ownKeys.set(rule, keys)
  for (const key of keys) {
    if (!Object.hasOwn(own, key) || own[key] === next[section][key]) continue
    if (next[section] === state[section]) next[section] = { ...state[section] }
    next[section][key] = own[key]
  }
}

function catalogued({ code, ...rest }: Finding): Finding<FindingCode> {
  if (!isFindingCode(code)) throw new TypeError(`no rule declares the finding ${code}`)
  return { code, ...rest }
}

const isState = (code: FindingCode): boolean => catalogue[code].life === 'state'

import { catalogue, type FindingCode } from '../catalogue.ts'
import type { Finding } from '../finding.ts'
import { judgeBalance } from './balance.ts'
import { judgeCapital } from './capital.ts'
import { finding, type SyncFacts, type Verdict } from './facts.ts'
import { judgeHistory } from './history.ts'
import { judgeMarket } from './market.ts'
import { judgeObservation } from './observation.ts'
import { judgePositions } from './positions.ts'
import { judgeResults } from './results.ts'
import { judgeSenders } from './senders.ts'
import { newJudgeState, type JudgeState, type RuleName } from './state.ts'
import type { Thresholds } from './thresholds.ts'

/** What follows from one sync. */
export interface Judgement {
  state: JudgeState
  /** To be stored. A state is among them when it begins, and once a UTC day while it lasts. */
  findings: Finding[]
  /** States that ended with this sync. */
  ended: FindingCode[]
  /** Two people use the advisor's token: it is taken back. */
  retires: boolean
  /** Rules that a fault stopped, and which. */
  faults: { rule: RuleName; error: unknown }[]
}

const DAY_MS = 86_400_000

/**
 * Judges one accepted sync by all rules. Pure: the same state and facts always give the same. A fault of one rule is that rule's
 * alone: it goes on from what it remembered, and begins anew where this stopped it twice in a row. `docs/integrity.md`.
 */
export function judgeSync(state: JudgeState, facts: SyncFacts, thresholds: Thresholds): Judgement {
  const faults: Judgement['faults'] = []
  const judge = <Name extends RuleName>(
    rule: Name,
    by: (memory: JudgeState[Name], facts: SyncFacts, thresholds: Thresholds) => Verdict<JudgeState[Name]>,
  ): Verdict<JudgeState[Name]> => {
    try {
      return by(state[rule], facts, thresholds)
    } catch (error) {
      faults.push({ rule, error })
      const memory = state.failed.includes(rule) ? newJudgeState[rule] : state[rule]
      return { memory, findings: [], judged: [] }
    }
  }
  const senders = judge('senders', judgeSenders)
  const history = judge('history', judgeHistory)
  const balance = judge('balance', judgeBalance)
  const positions = judge('positions', judgePositions)
  const results = judge('results', (memory, ...given) => judgeResults(memory, state.positions.seen, ...given))
  const observation = judge('observation', judgeObservation)
  const market = judge('market', judgeMarket)
  const capital = judge('capital', judgeCapital)
  const verdicts = [senders, history, balance, positions, results, observation, market, capital]
  const found = verdicts.flatMap(({ findings }) => findings)
  const judged = verdicts.flatMap((verdict) => verdict.judged)
  judged.push('rule_failed')
  if (faults.length > 0) found.push(finding('rule_failed', { rules: faults.map(({ rule }) => rule) }))

  const lastingNow = new Set(found.map(({ code }) => code).filter(isState))
  const ended = state.lasting.filter((code) => judged.includes(code) && !lastingNow.has(code))
  const day = Math.floor(facts.received.receipt / DAY_MS)
  const begun = (code: FindingCode) => !isState(code) || day !== state.told_day || !state.lasting.includes(code)
  return {
    state: {
      v: state.v,
      senders: senders.memory,
      history: history.memory,
      balance: balance.memory,
      positions: positions.memory,
      results: results.memory,
      observation: observation.memory,
      market: market.memory,
      capital: capital.memory,
      lasting: [...new Set([...state.lasting.filter((code) => !ended.includes(code)), ...lastingNow])],
      told_day: day,
      failed: faults.map(({ rule }) => rule),
    },
    findings: found.filter(({ code }) => begun(code)),
    ended,
    retires: found.some(({ code }) => code === 'two_senders'),
    faults,
  }
}

const isState = (code: FindingCode): boolean => catalogue[code].life === 'state'

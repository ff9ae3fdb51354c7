import { catalogue, type FindingCode } from '../catalogue.ts'
import type { Finding } from '../finding.ts'
import { judgeBalance } from './balance.ts'
import { judgeCapital } from './capital.ts'
import type { SyncFacts } from './facts.ts'
import { judgeHistory } from './history.ts'
import { judgeMarket } from './market.ts'
import { judgeObservation } from './observation.ts'
import { judgePositions } from './positions.ts'
import { judgeSenders } from './senders.ts'
import type { JudgeState } from './state.ts'
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
}

const DAY_MS = 86_400_000

/** Judges one accepted sync by all rules. Pure: the same state and facts always give the same. `docs/integrity.md`. */
export function judgeSync(state: JudgeState, facts: SyncFacts, thresholds: Thresholds): Judgement {
  const senders = judgeSenders(state.senders, facts, thresholds)
  const history = judgeHistory(state.history, facts, thresholds)
  const balance = judgeBalance(state.balance, facts, thresholds)
  const positions = judgePositions(state.positions, facts, thresholds)
  const observation = judgeObservation(state.observation, facts, thresholds)
  const market = judgeMarket(state.market, facts, thresholds)
  const capital = judgeCapital(state.capital, facts, thresholds)
  const verdicts = [senders, history, balance, positions, observation, market, capital]
  const found = verdicts.flatMap(({ findings }) => findings)
  const judged = verdicts.flatMap((verdict) => verdict.judged)

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
      observation: observation.memory,
      market: market.memory,
      capital: capital.memory,
      lasting: [...new Set([...state.lasting.filter((code) => !ended.includes(code)), ...lastingNow])],
      told_day: day,
    },
    findings: found.filter(({ code }) => begun(code)),
    ended,
    retires: senders.retires,
  }
}

const isState = (code: FindingCode): boolean => catalogue[code].life === 'state'

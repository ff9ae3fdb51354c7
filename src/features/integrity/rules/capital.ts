import { instantText } from '#shared/dates.ts'
import type { FindingCode } from '../catalogue.ts'
import type { Finding } from '../finding.ts'
import { finding, namedAtMost, type SyncFacts, type Verdict } from './facts.ts'
import { hedgedGrowth, newHedge, type HedgeMemory } from './hedge.ts'
import type { Thresholds } from './thresholds.ts'

/** Money and floating losses: R14, R28, R31, R32, R36. `docs/integrity.md`, rules on each sync. */

export interface CapitalMemory extends HedgeMemory {
  /** Deposits into a loss, milliseconds UTC. */
  rescues: number[]
  /** Since when the equity is below the balance by the smaller of the two shares; milliseconds UTC. */
  hidden_since: number | null
}

export const newCapital: CapitalMemory = { ...newHedge, rescues: [], hidden_since: null }

const DAY_MS = 86_400_000

type Figures = NonNullable<SyncFacts['outcome']['snapshot']>

export function judgeCapital(memory: CapitalMemory, facts: SyncFacts, thresholds: Thresholds): Verdict<CapitalMemory> {
  const { snapshot } = facts.outcome
  if (snapshot === null) return { memory, findings: [], judged: [] }
  const rescue = rescueDeposit(memory, facts, thresholds)
  const hidden = hiddenLoss(memory, snapshot, thresholds)
  const hedge = hedgedGrowth(memory, facts, snapshot, thresholds)
  const losers = oldLosers(facts)
  const judged: FindingCode[] = ['bonus_credit', 'hidden_loss', 'heavy_hidden_loss']
  if (losers !== null) judged.push('old_losers')
  return {
    memory: { ...hedge.memory, ...hidden.memory, rescues: rescue.rescues },
    findings: [
      ...bonusCredit(facts, thresholds),
      ...rescue.findings,
      ...hidden.findings,
      ...hedge.findings,
      ...(losers ?? []),
    ],
    judged,
  }
}

/** Credit is a large part of the equity (R14). */
function bonusCredit({ request: { snapshot } }: SyncFacts, { credit_share }: Thresholds): Finding[] {
  const { credit, equity } = snapshot
  if (credit === 0 || credit <= credit_share * equity) return []
  return [finding('bonus_credit', { credit_amount: credit, equity, threshold_share: credit_share })]
}

/** A deposit of a part of the equity while the open positions had lost a part of the balance (R28). */
function rescueDeposit(
  { rescues }: CapitalMemory,
  { account, received: { receipt }, outcome }: SyncFacts,
  { rescue_flow, rescue_loss, rescue_repeats, rescue_days }: Thresholds,
): { rescues: number[]; findings: Finding[] } {
  const kept = rescues.filter((at) => receipt - at < rescue_days * DAY_MS)
  const before = account.engine?.snapshot
  if (before === undefined) return { rescues: kept, findings: [] }
  const deposited = outcome.operations
    .filter(({ origin, type, amount }) => origin === 'witnessed' && type === 'deposit' && amount > 0)
    .reduce((sum, { amount }) => sum + amount, 0)
  const equity = before.equity - before.credit
  const loss = before.balance - equity
  if (deposited === 0 || loss <= rescue_loss * Math.max(0, before.balance)) return { rescues: kept, findings: [] }
  if (deposited <= rescue_flow * Math.max(0, equity)) return { rescues: kept, findings: [] }
  const evidence = {
    deposited_amount: deposited,
    floating_amount: -loss,
    balance: before.balance,
    equity,
    flow_threshold_share: rescue_flow,
    loss_threshold_share: rescue_loss,
  }
  const found = [finding('rescue_deposit', evidence)]
  const times = [...kept, receipt]
  if (times.length < rescue_repeats) return { rescues: times, findings: found }
  const repeated = { times: times.map((at) => instantText(at)), threshold: rescue_repeats, within_days: rescue_days }
  return { rescues: [], findings: [...found, finding('repeated_rescues', repeated)] }
}

/** The equity stays below the balance for days, or is far below it now (R31). */
function hiddenLoss(
  { hidden_since }: CapitalMemory,
  { t, balance, equity, credit }: Figures,
  { hidden_share, hidden_heavy_share, hidden_days }: Thresholds,
): { memory: Pick<CapitalMemory, 'hidden_since'>; findings: Finding[] } {
  const share = balance <= 0 ? 0 : (balance - (equity - credit)) / balance
  const since = share > hidden_share ? (hidden_since ?? t) : null
  const findings: Finding[] = []
  const figures = { balance, equity: equity - credit, below_share: Math.round(share * 1e4) / 1e4 }
  if (since !== null && t - since >= hidden_days * DAY_MS) {
    const lasts = { since: instantText(since), threshold_share: hidden_share, threshold_days: hidden_days }
    findings.push(finding('hidden_loss', { ...figures, ...lasts }))
  }
  if (share > hidden_heavy_share) {
    findings.push(finding('heavy_hidden_loss', { ...figures, threshold_share: hidden_heavy_share }))
  }
  return { memory: { hidden_since: since }, findings }
}

/** Open losers older than nearly all trades of the account were when they closed (R36); null where that is not known. */
function oldLosers({ request: { snapshot, time }, holding_p95 }: SyncFacts): Finding[] | null {
  const positions = snapshot.positions ?? []
  if (holding_p95 === null || positions.length < snapshot.open_count || time.tick === 0) return null
  const old = positions.filter(
    ({ profit, swap, open_time }) => profit + swap < 0 && (time.tick - open_time) * 1000 > holding_p95,
  )
  if (old.length === 0) return []
  const evidence = {
    positions: old.slice(0, namedAtMost).map(({ id, symbol, profit, swap, open_time }) => ({
      position: id,
      symbol,
      floating_amount: Math.round((profit + swap) * 100) / 100,
      age_hours: Math.floor((time.tick - open_time) / 3600),
    })),
    usual_hours: Math.round(holding_p95 / 36_000) / 100,
  }
  return [finding('old_losers', evidence, old.length)]
}

import { toBroker, toUtc } from '#features/ea/rules/reception/clock.ts'
import { isTrade, ledgerNet, recordSeconds, type LedgerRecord } from '#features/ea/rules/records.ts'
import { instantText } from '#shared/dates.ts'
import type { Finding } from '../finding.ts'
import { finding, namedAtMost, type SyncFacts } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/** R55: trades that are told when their outcome has long been known. `docs/integrity.md`, rules on each sync. */

export interface ToldMemory {
  /** The last two snapshots, milliseconds UTC with the broker seconds that had passed by then. Oldest first. */
  looks: [at: number, wall: number][]
  /** What the balance did without records at each snapshot of late, to the cent: milliseconds UTC, account currency. */
  steps: [at: number, amount: number][]
  /** Snapshots that told trades after the fact, milliseconds UTC. */
  told: number[]
}

export const newTold: ToldMemory = { looks: [], steps: [], told: [] }

const DAY_MS = 86_400_000
/** Looks nearer to each other than this are one. */
const looksApartMs = 60_000
/** Seconds by which a record may come after a price that is later. */
const edgeS = 120
/** By how much a clock that is known, and one that never was, may be off where no price is fresh. */
const clockEdgeS = 900
const unknownClockEdgeS = 16 * 3_600
/** A clock that is set back after a summer. */
const clockBackS = 3_600 + edgeS
const stepsKept = 40
/** Half a cent and what floating point adds. */
export const exact = 0.006

/**
 * How many of the records that this snapshot counts, in their order, hold all trades that it tells after the fact, and these. They
 * had closed when two snapshots said that the history was complete without them: a history that is still loading takes one at most.
 */
export function toldAfterwards({ looks }: ToldMemory, facts: SyncFacts): { count: number; trades: LedgerRecord[] } {
  const none = { count: 0, trades: [] }
  const [reference, second] = looks
  if (reference === undefined || second === undefined) return none
  const { receipt } = facts.received
  const [at, wall] = reference
  // Of a clock that was set back in between, the hour that came twice is no measure.
  const passed = (wallOf(facts) ?? wall) - wall
  const back = Math.max(-clockBackS, Math.min(0, passed - (receipt - at) / 1000))
  const known = wall + back - edgeS
  const records = facts.outcome.records.map(({ record }) => record)
  const trades = records.filter((record) => isTrade(record) && recordSeconds(record) < known)
  const last = trades.at(-1)
  return last === undefined ? none : { count: records.indexOf(last) + 1, trades }
}

/** Broker seconds that have passed for certain at this sync; null where a clock says nothing. */
function wallOf({ received }: SyncFacts): number | null {
  if (received.tick !== null) return received.tick
  const edge = received.clock.rule === 'assumed' ? unknownClockEdgeS : clockEdgeS
  return toBroker(received.clock, received.receipt) - edge
}

export function lookedAgain(looks: ToldMemory['looks'], facts: SyncFacts): ToldMemory['looks'] {
  const { receipt } = facts.received
  const wall = wallOf(facts)
  const last = looks.at(-1)
  if (wall === null || (last !== undefined && receipt - last[0] < looksApartMs)) return looks
  return [...looks.slice(-1), [receipt, wall]]
}

/**
 * Changes of the balance that these records explain afterwards, to the cent: the balance had moved by their money before they were
 * shown, and does not move again. Null where they explain none.
 * @param step what the balance does now without records
 * @param least how many of the records, in their order, must be among those that explain
 */
export function explainedSteps(
  steps: ToldMemory['steps'],
  records: readonly LedgerRecord[],
  step: number,
  least: number,
): ToldMemory['steps'] | null {
  if (Math.abs(step) <= exact) return null
  let money = 0
  const explains = records.some((record, index) => {
    money += ledgerNet(record)
    return index + 1 >= least && Math.abs(money + step) <= exact
  })
  if (!explains) return null
  for (let from = steps.length - 1; from >= 0; from -= 1) {
    let sum = 0
    for (let to = from; to < steps.length; to += 1) {
      sum += steps[to]?.[1] ?? 0
      if (Math.abs(sum + step) <= exact) return steps.slice(from, to + 1)
    }
  }
  return null
}

/** The steps to remember after one more. */
export function stepsAfter(
  steps: ToldMemory['steps'],
  at: number,
  step: number,
  { balance_days }: Thresholds,
): ToldMemory['steps'] {
  const recent = steps.filter(([one]) => at - one < balance_days * DAY_MS)
  return Math.abs(step) <= exact ? recent : [...recent, [at, step] satisfies [number, number]].slice(-stepsKept)
}

/** @param explained the balance had said what these trades bring */
export function judgeTold(
  { told }: ToldMemory,
  { received, outcome }: SyncFacts,
  trades: readonly LedgerRecord[],
  explained: boolean,
  { afterwards_repeats: threshold, afterwards_days: within_days, afterwards_grave_share: threshold_share }: Thresholds,
): { told: ToldMemory['told']; findings: Finding[] } {
  const { receipt, clock } = received
  const recent = told.filter((at) => receipt - at < within_days * DAY_MS)
  if (trades.length === 0 || outcome.snapshot === null) return { told: recent, findings: [] }
  const times = [...recent, receipt]
  const money = trades.reduce((sum, record) => sum + ledgerNet(record), 0)
  const named = trades
    .toSorted((a, b) => Math.abs(ledgerNet(b)) - Math.abs(ledgerNet(a)))
    .slice(0, namedAtMost)
    .map((record) => ({
      ticket: record.ticket,
      symbol: record.symbol,
      closed: instantText(toUtc(clock, recordSeconds(record))),
      amount: cents(ledgerNet(record)),
    }))
  const evidence = { trades: named, received_at: instantText(receipt), told_amount: cents(money) }
  const findings = explained ? [] : [finding('told_afterwards', evidence, trades.length)]
  const grave = !explained && Math.abs(money) > threshold_share * Math.abs(outcome.snapshot.balance - money)
  if (times.length >= threshold) {
    const repeated = { ...evidence, times: times.map((at) => instantText(at)), threshold, within_days }
    return { told: [], findings: [...findings, finding('history_put_in', repeated, times.length)] }
  }
  if (grave) findings.push(finding('history_put_in', { ...evidence, threshold_share }))
  return { told: times, findings }
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

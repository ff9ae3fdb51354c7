import { officialAdvisors } from '#features/ea/sync-contract.ts'
import { instantText } from '#shared/dates.ts'
import type { Finding } from '../finding.ts'
import { finding, type SyncFacts, type Verdict } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/** Who sends: R6, R8, R9, R11. `docs/integrity.md`, rules on each sync. */

export interface SendersMemory {
  /** Start of the advisor and network of the last sync. */
  last: { boot: string; network: string } | null
  /** Changes of both at once, in milliseconds UTC with the start that took over. */
  changes: [at: number, boot: string][]
  /** Since when every connected sync came with the investor's password; milliseconds UTC. */
  investor_since: number | null
}

export const newSenders: SendersMemory = { last: null, changes: [], investor_since: null }

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export function judgeSenders(
  memory: SendersMemory,
  facts: SyncFacts,
  thresholds: Thresholds,
): Verdict<SendersMemory> & { retires: boolean } {
  const { request, account } = facts
  const senders = twoSenders(memory, facts, thresholds)
  const investor = investorLogin(memory, facts, thresholds)
  const findings = [...senders.findings, ...investor.findings]
  if (!officialAdvisors.includes(request.ea.version)) {
    findings.push(finding('unofficial_version', { version: request.ea.version, official: officialAdvisors }))
  }
  if (account.trade_mode === 'real' && namesDemo(request.account.server)) {
    findings.push(finding('demo_server', { server: request.account.server, trade_mode: account.trade_mode }))
  }
  return {
    memory: { ...senders.memory, investor_since: investor.since },
    findings,
    judged: ['unofficial_version', 'demo_server', ...(request.time.connected ? (['investor_login'] as const) : [])],
    retires: senders.findings.length > 0,
  }
}

/** Two starts of an advisor that take turns, each on a network of its own (R6). A restart on another network is one change, with a start never heard before. */
function twoSenders(
  memory: SendersMemory,
  { request, received, network }: SyncFacts,
  { senders_changes, senders_minutes }: Thresholds,
): { memory: Pick<SendersMemory, 'last' | 'changes'>; findings: Finding[] } {
  const { boot } = request.sync
  const { last } = memory
  if (network === null) return { memory, findings: [] }
  const changes = memory.changes.filter(([at]) => received.receipt - at < senders_minutes * MINUTE_MS)
  const changed = last !== null && last.network !== network && last.boot !== boot
  if (changed) changes.push([received.receipt, boot])
  const now = { last: { boot, network }, changes }
  if (!changed || changes.length < senders_changes || new Set(changes.map(([, one]) => one)).size > 2) {
    return { memory: now, findings: [] }
  }
  const evidence = {
    changes: changes.length,
    within_minutes: senders_minutes,
    threshold: senders_changes,
    times: changes.map(([at]) => instantText(at)),
  }
  return { memory: { ...now, changes: [] }, findings: [finding('two_senders', evidence)] }
}

/** A terminal that may not trade, on all syncs for a week (R11). */
function investorLogin(
  { investor_since }: SendersMemory,
  { request, received }: SyncFacts,
  { investor_days }: Thresholds,
): { since: number | null; findings: Finding[] } {
  if (!request.time.connected) return { since: investor_since, findings: [] }
  if (request.account.trade_allowed !== false) return { since: null, findings: [] }
  const since = investor_since ?? received.receipt
  if (received.receipt - since < investor_days * DAY_MS) return { since, findings: [] }
  return { since, findings: [finding('investor_login', { since: instantText(since), threshold_days: investor_days })] }
}

/** True for a server whose name speaks of a game: `Broker-Demo02`, `BrokerTrial`, `Contest 3` (R9). */
export function namesDemo(server: string): boolean {
  const words = server.replace(/([a-z])([A-Z])/g, '$1 $2')
  return /(?<![a-z])(?:demo|trial|contest|practice)(?![a-z])/i.test(words)
}

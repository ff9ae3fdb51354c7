import { officialAdvisors } from '#features/ea/sync-contract.ts'
import { instantText } from '#shared/dates.ts'
import { lookOf } from '#shared/text/lookalikes.ts'
import type { Finding } from '../finding.ts'
import { finding, namedAtMost, type SyncFacts, type Verdict } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/** Who sends: R6, R8, R9, R11. `docs/integrity.md`, rules on each sync. */

export interface SendersMemory {
  /** Start of the advisor and network of the last sync. */
  last: { boot: string; network: string } | null
  /** Changes of both at once, milliseconds UTC; `returned` to a start that was heard before. The newest few. */
  turns: [at: number, returned: boolean][]
  /** Changes of the network alone, milliseconds UTC with the network that was left. The newest few. */
  moves: [at: number, left: string][]
  /** Since when every connected sync came with the investor's password; milliseconds UTC. */
  investor_since: number | null
}

export const newSenders: SendersMemory = { last: null, turns: [], moves: [], investor_since: null }

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** So many changes are remembered, if no threshold asks for more. */
const changesKept = 20

export function judgeSenders(memory: SendersMemory, facts: SyncFacts, thresholds: Thresholds): Verdict<SendersMemory> {
  const { request, account } = facts
  const senders = twoSenders(memory, facts, thresholds)
  const investor = investorLogin(memory, facts, thresholds)
  const findings = [...senders.findings, ...investor.findings]
  if (!officialAdvisors.includes(request.ea.version)) {
    findings.push(finding('unofficial_version', { version: request.ea.version, official: officialAdvisors }))
  }
  const naming = account.trade_mode === 'real' ? demoNaming(request.account.server) : null
  if (naming !== null) {
    const code = naming === 'says' ? 'demo_server' : 'demo_server_name'
    findings.push(finding(code, { server: request.account.server, trade_mode: account.trade_mode }))
  }
  return {
    memory: { ...senders.memory, investor_since: investor.since },
    findings,
    judged: [
      'unofficial_version',
      'demo_server',
      'demo_server_name',
      ...(request.time.connected ? (['investor_login'] as const) : []),
    ],
  }
}

/**
 * Two networks that take turns (R6). With two starts it is two people, or one with two terminals: the token is taken back, as soon as
 * one of the starts has come back, however many new ones the other side names. A restart on another network never comes back. With
 * one start it is a line with two ways out, or a start that was copied: that is a note.
 */
function twoSenders(
  memory: SendersMemory,
  { request, received, network }: SyncFacts,
  { senders_changes, senders_minutes }: Thresholds,
): { memory: Pick<SendersMemory, 'last' | 'turns' | 'moves'>; findings: Finding[] } {
  const { boot } = request.sync
  const { last } = memory
  const { receipt } = received
  if (network === null) return { memory, findings: [] }
  const recent = <T extends [at: number, ...unknown[]]>(changes: T[]): T[] =>
    changes.filter(([at]) => receipt - at < senders_minutes * MINUTE_MS).slice(-Math.max(changesKept, senders_changes))
  const moved = last !== null && last.network !== network
  const turned = moved && last.boot !== boot
  const turns = recent(turned ? [...memory.turns, [receipt, received.alternating]] : memory.turns)
  const moves = recent(moved && !turned ? [...memory.moves, [receipt, last.network]] : memory.moves)
  const now = { last: { boot, network }, turns, moves }
  const evidence = (changes: readonly [at: number, ...unknown[]][]) => ({
    changes: changes.length,
    within_minutes: senders_minutes,
    threshold: senders_changes,
    times: changes.slice(-namedAtMost).map(([at]) => instantText(at)),
  })
  if (turned && turns.length >= senders_changes && turns.some(([, returned]) => returned)) {
    return { memory: { ...now, turns: [] }, findings: [finding('two_senders', evidence(turns))] }
  }
  const left = new Set(moves.map(([, from]) => from))
  if (moved && !turned && moves.length >= senders_changes && left.size === 2 && left.has(network)) {
    return { memory: { ...now, moves: [] }, findings: [finding('networks_in_turn', evidence(moves))] }
  }
  return { memory: now, findings: [] }
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

/**
 * Whether a server's name speaks of a game: `Broker-Demo02`, `BROKERDEMO`, `Broker-Dem0` say so. `Contest Capital-Live` begins with
 * such a word, which may be the broker's own name; `demo` is nobody's (R9). Null where it does not.
 */
export function demoNaming(server: string): 'says' | 'begins' | null {
  const apart = server.replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
  const words = lookOf(apart)
    .replaceAll(/dem0(?!\d)/g, 'demo')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  if (words.some((word) => /^demonstration$|demo$/.test(word))) return 'says'
  const first = words.findIndex((word) => gameWord.test(word))
  const more = words.slice(first + 1)
  if (first === -1) return null
  return first > 0 || more.length === 0 || more.some((word) => gameWord.test(word)) ? 'says' : 'begins'
}

const gameWord = /^(?:trial|contest|practice|paper|virtual|simulat(?:ed|ion|or)|sandbox|preprod)$/

import { randomBytes } from 'node:crypto'
import { planLapse } from '#features/ea/rules/counting/plan-lapse.ts'
import type { AccountStatus, SyncOutcome } from '#features/ea/rules/counting/count-sync.ts'
import type { ReceivedSync, ResumedCheck, SyncChecks, TransactionChecks } from '#features/ea/server/sync/checks.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Packed } from '#server/database/packing/packing.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText, utcDay } from '#shared/dates.ts'
import { remembered } from '#shared/remembered.ts'
import { checkSync, type SyncCheck } from '../../rules/check-sync.ts'
import { networkOf } from '../../rules/network.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { appendEntry, headAfter, type LedgerEntry, type LedgerHead } from '../ledger/ledger.ts'
import { noteOwnership } from '../levels/ownership.ts'
import { thresholdsOf } from '../thresholds.ts'
import { claimCode } from './claims.ts'
import { clearStates, recordFindings, type AccountFinding } from './findings.ts'
import { noteIgnored } from './ignored-syncs.ts'
import { loadMemories, newMemory, packMemory, unpackMemory, type Memory, type PackedMemory } from './memory.ts'
import { heldStatement, writeEntries, writeMemories } from './memory-queries.ts'
import { findingsOfBound } from './newly-bound.ts'
import { withShown } from './stored-positions.ts'

/**
 * The integrity rules as the intake runs them: part of the transaction of the syncs. `docs/integrity.md`.
 * @throws StartupError naming every threshold of the settings that does not exist or makes no sense
 */
export function createSyncChecks(kernel: Kernel): SyncChecks {
  const limits = thresholdsOf(kernel)
  return {
    networkHash: remembered(mostAddresses, (address) => networkHash(kernel, address)),
    claimCode: (claim) => claimCode(kernel.secrets, claim),
    begin: async (tx, accountIds) => checksIn(kernel, tx, await loadMemories(tx, accountIds), limits),
    resume: (sync, memory) => resumed(sync, memory as PackedMemory, limits),
    held: { ...heldStatement, heldByCase: (memory) => (memory as PackedMemory).held },
    noteIgnored: (ignored, now) => noteIgnored(kernel, ignored, now),
  }
}

/** Terminals keep their address for long. An address with its hash takes 120 bytes. */
const mostAddresses = 50_000

/** Hexadecimal keyed hash of the network of an address, cut to 128 bits; null where it is none. The address itself is not stored. */
export function networkHash({ secrets }: Pick<Kernel, 'secrets'>, address: string): string | null {
  const network = networkOf(address)
  // A slice of the whole text would keep it in memory.
  return network === null ? null : secrets.keyedHash(`network ${network}`).toString('hex', 0, 16)
}

/** One accepted sync, as it is stored. */
interface CheckedSync {
  account_id: string
  trader_id: string
  request: SyncRequest
  /** Milliseconds UTC. */
  receipt: number
  memory: Memory
  entry: LedgerEntry | null
  check: SyncCheck
  /** The memory of the rules, packed. */
  packed: Packed
  network: string | null
  /** It brought records, or the first snapshot of a day. */
  reviewable: boolean
  /** The first of its account. */
  binds: boolean
}

function checksIn(
  kernel: Kernel,
  tx: Transaction,
  memories: ReadonlyMap<string, Memory>,
  limits: Thresholds,
): TransactionChecks {
  const syncs = new Map<string, CheckedSync>()
  return {
    open(sync) {
      const memory = memories.get(sync.account_id) ?? newMemory
      const { ledger } = memory
      const entry = appendEntry(ledger, sync.received.receipt, sync.request, sync.lines, salt)
      return {
        status: statusOf(memory, headAfter(ledger, entry)),
        counted(outcome) {
          const check = checkOne(kernel, sync, memory, outcome, limits)
          syncs.set(sync.account_id, checkedSync(sync, memory, entry, check, outcome))
        },
      }
    },
    store: (now) => store(tx, kernel, [...syncs.values()], now),
    memoryOf(accountId) {
      const sync = syncs.get(accountId)
      return sync === undefined ? null : packedAfter(sync)
    },
  }
}

const salt = () => randomBytes(16).toString('hex')

const statusOf = ({ held }: Pick<Memory, 'held'>, { length, head }: LedgerHead): AccountStatus => ({
  held,
  ledger: { ledger_length: length, ledger_head: (head ?? '').slice(0, 16) },
})

/** A sync with a finding, or with something else to store than the memory of the rules, takes the way of the transactions. */
function resumed(sync: ReceivedSync, held: PackedMemory, limits: Thresholds): ResumedCheck | null {
  const { account, request, network, received } = sync
  const trades = request.account.trade_allowed ?? null
  if (trades !== held.can_trade || (network !== null && network !== held.sender)) return null
  if (isReviewable(sync) || appendEntry(held.ledger, received.receipt, request, [], salt) !== null) return null
  const { state, holding_p95 } = unpackMemory(held, account)
  return {
    status: statusOf(held, held.ledger),
    counted(outcome) {
      const facts = { request, received, outcome, account, network, plan_lapse: null, holding_p95 }
      const { state: next, findings, ended, failures, retires } = checkSync(state, facts, limits)
      const isQuiet = findings.length + ended.length + failures.length === 0 && !retires
      return isQuiet ? ({ ...held, packed: packMemory(next, outcome.account) } satisfies PackedMemory) : null
    },
  }
}

/** A failure of the rules is theirs alone: the sync is stored, and the rules go on from where they were. */
function checkOne(
  { log }: Pick<Kernel, 'log'>,
  { account_id, account, request, received, network, plan }: ReceivedSync,
  { state: stored, holding_p95 }: Memory,
  outcome: SyncOutcome,
  limits: Thresholds,
): SyncCheck {
  const { last_receipt } = account
  const state = withShown(stored, account)
  const plan_lapse = last_receipt === null ? null : planLapse(plan, last_receipt, received.receipt)
  try {
    const check = checkSync(state, { request, received, outcome, account, network, plan_lapse, holding_p95 }, limits)
    for (const { rule, error } of check.failures) log.error({ err: error, account_id, rule }, 'rule failed')
    return check
  } catch (error) {
    log.error({ err: error, account_id }, 'sync not checked')
    return { state, findings: [], ended: [], retires: false, failures: [] }
  }
}

function checkedSync(
  sync: ReceivedSync,
  memory: Memory,
  entry: LedgerEntry | null,
  check: SyncCheck,
  outcome: SyncOutcome,
): CheckedSync {
  const { account_id, trader_id, request, network, binds } = sync
  const { receipt } = sync.received
  const packed = packMemory(check.state, outcome.account)
  const reviewable = isReviewable(sync)
  return { account_id, trader_id, request, receipt, memory, entry, check, packed, network, reviewable, binds }
}

function isReviewable({ account, lines, received: { receipt, snapshot } }: ReceivedSync): boolean {
  const isNewDay = snapshot && utcDay(receipt) !== utcDay(account.engine?.snapshot.t ?? 0)
  return lines.length > 0 || isNewDay
}

function packedAfter({ request, memory, entry, network, packed }: CheckedSync): PackedMemory {
  const { ledger, holding_p95, held, sender } = memory
  return {
    packed,
    ledger: headAfter(ledger, entry),
    holding_p95,
    held,
    can_trade: request.account.trade_allowed ?? null,
    sender: network ?? sender,
  }
}

/** Stores what was remembered and found. Answers the traders whose token must be taken back. @param now milliseconds UTC */
async function store(
  tx: Transaction,
  kernel: Pick<Kernel, 'secrets'>,
  syncs: readonly CheckedSync[],
  now: number,
): Promise<string[]> {
  if (syncs.length === 0) return []
  const found = syncs.flatMap(({ account_id, check, receipt }) =>
    check.findings.map((finding): AccountFinding => ({ account_id, finding, at: receipt })),
  )
  const bound = syncs.filter(({ binds }) => binds).map(({ account_id }) => account_id)
  found.push(...(await findingsOfBound(tx, bound)))
  const ended = syncs
    .filter(({ check }) => check.ended.length > 0)
    .map(({ account_id, check }) => ({ account_id, checked: check.ended, found: [] }))
  // One connection: these run one after the other, without waiting for each answer.
  await Promise.all([
    writeMemories(
      tx,
      syncs.map(memoryRow),
      syncs.filter(({ memory }) => memory === newMemory).map(({ account_id }) => account_id),
    ),
    writeEntries(tx, syncs.flatMap(entryRows)),
    recordFindings(tx, kernel, found, now),
    clearStates(tx, ended, now),
    noteOwnership(tx, syncs, instantText(now)),
  ])
  return syncs.filter(({ check }) => check.retires).map(({ trader_id }) => trader_id)
}

function memoryRow({ account_id, request, receipt, memory, entry, network, reviewable }: CheckedSync) {
  const { length, head, at } = headAfter(memory.ledger, entry)
  return {
    account_id,
    can_trade: request.account.trade_allowed ?? null,
    sender: network,
    ledger_length: length,
    ledger_head: head,
    ledger_at: instantText(at),
    review_due_at: reviewable ? instantText(receipt) : null,
  }
}

function entryRows({ account_id, entry }: CheckedSync) {
  return entry === null ? [] : [{ account_id, ...entry, at: instantText(entry.at) }]
}

import { loadRates } from '#features/performance/server/service.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { inSlices } from '#server/in-slices.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { offsetShown, unknownClock } from '../../rules/reception/clock.ts'
import { countSync, type SyncOutcome } from '../../rules/counting/count-sync.ts'
import { gapMs } from '../../rules/counting/plan-lapse.ts'
import { receive } from '../../rules/reception/receive.ts'
import { expectedLedger } from '../../rules/reception/roll-up.ts'
import { measuredCommit } from '../metrics.ts'
import { accountOf, changedReadIntake, isDescribedAnew } from './account-state.ts'
import { admitSender, noBindings } from './admission.ts'
import type { HeldMemory, SyncChecks } from './checks.ts'
import type { HeldAccount, HeldAccounts } from './held-accounts.ts'
import { writePlainSyncs, type PlainSync } from './plain-writes.ts'
import { syncsInSlice, type SentSync, type SyncResult } from './sent-sync.ts'
import { packedMemoryOf, packState, readIntakeOf, todayColumns, type PackedState } from './stored-state.ts'
import type { Sync } from './writes.ts'

/**
 * Most syncs bring no record and change the figures and the state of their account alone. Those of held accounts are stored without
 * reading, by one statement that writes nothing where an account has changed since. All others take the long way (`flush.ts`).
 */

const nothingKnown = new Map<string, never>()

/** Answers after the commit; null for each request that must take the long way. */
export async function flushPlain(
  kernel: Kernel,
  checks: SyncChecks,
  held: HeldAccounts,
  sent: readonly SentSync[],
): Promise<(SyncResult | null)[]> {
  const results = sent.map((): SyncResult | null => null)
  const rates = await loadRates(kernel.sql)
  const now = kernel.clock.now()
  const plain: (PlainSync & { index: number })[] = []
  await inSlices(sent, syncsInSlice, (one, index) => {
    const account = held.get(one.tokenHash)
    if (account === undefined) return
    try {
      const sync = plainSync(kernel, checks, account, one, rates, now)
      if (sync !== null) plain.push({ index, ...sync })
    } catch (error) {
      // The long way reads the account again.
      kernel.log.warn({ err: error, account_id: account.sender.account_id }, 'held account not continued')
      held.drop(one.tokenHash)
    }
  })
  if (plain.length === 0) return results
  // All statements lock accounts in this order: none waits in a circle.
  plain.sort((a, b) => (a.held.sender.account_id < b.held.sender.account_id ? -1 : 1))
  const versions = await measuredCommit(kernel, plain.length, () => writePlainSyncs(kernel.sql, checks, plain, now))
  await inSlices(plain, syncsInSlice, (sync) => {
    const { index, tokenHash, outcome, state, memory } = sync
    const { sender } = sync.held
    const version = versions.get(sender.account_id)
    if (version === undefined) held.drop(tokenHash)
    else {
      held.set(
        tokenHash,
        heldAfter({ sender, outcome, state }, memory, { version, memoryVersion: sync.held.memoryVersion }),
      )
      results[index] = { answer: outcome.answer }
    }
  })
  return results
}

/** Null where the sync changes, or must read, more than its account. */
function plainSync(
  kernel: Kernel,
  checks: SyncChecks,
  held: HeldAccount,
  { tokenHash, request, network = null }: SentSync,
  rates: Rates,
  now: number,
): PlainSync | null {
  const { sender } = held
  if (request.history.items.length > 0 || admitSender(sender, request, noBindings, now) !== null) return null
  const account = accountOf(sender)
  const { intake, last_receipt, engine } = account
  const { account_id, trader_id } = sender
  const hidesRecords = request.ledger.count > 0 && request.ledger.first > (expectedLedger(intake).first ?? Infinity)
  const hasClock = intake.clock.samples.length > 0 || typeof offsetShown(request.time, now) === 'number'
  const isAway = last_receipt === null || now - last_receipt >= gapMs
  if (engine === null || hidesRecords || !hasClock || isAway || intake.pending > 0) return null
  const { config } = kernel
  const received = receive(account, request, {
    now,
    agreed: unknownClock,
    known: nothingKnown,
    tail: null,
    interval: config.RATE_LIMITS === 'off' ? null : config.EA_MIN_INTERVAL_S,
  })
  if (received.kind !== 'received') return null
  const sync = { account_id, trader_id, binds: false, account, request, network, received, lines: [], plan: [] }
  const check = checks.resume(sync, held.memory)
  if (check === null) return null
  const outcome = countSync(account, request, received, [], rates, check.status)
  const memory = check.counted(outcome)
  const counted = { sender, account, request, outcome }
  if (memory === null || !changesAccountAlone(outcome, engine.row) || isDescribedAnew(counted)) return null
  if (changedReadIntake(counted) !== null) return null
  return { tokenHash, held, request, outcome, memory, state: packState(outcome.account, memory.packed) }
}

/** @param newest the account's newest daily row */
function changesAccountAlone({ trades, operations, points, rows }: SyncOutcome, newest: DailyRow): boolean {
  const added = trades.length + operations.length + points.length
  return added === 0 && rows.every((row) => stillOf(row) === stillOf(newest))
}

/** The figures of a day that its stored row alone has. */
const stillOf = ({ day, equity_start, balance_end, inflow, outflow }: DailyRow): string =>
  [day, equity_start, balance_end, inflow, outflow].join()

/** The account as its next sync finds it. */
function heldAfter(
  { sender, outcome, state }: { sender: HeldAccount['sender']; outcome: SyncOutcome; state: PackedState },
  memory: HeldMemory,
  versions: Pick<HeldAccount, 'version' | 'memoryVersion'>,
): HeldAccount {
  const { last_receipt, sync_count, intake } = outcome.account
  return {
    sender: {
      ...sender,
      last_receipt_at: instantText(last_receipt) ?? sender.last_receipt_at,
      sync_count,
      ...todayColumns(outcome.account.engine),
      state_bytes: state.bytes,
      engine_bytes: null,
      engine: null,
      intake_bytes: null,
      intake: readIntakeOf(intake),
    },
    // A part of the state's bytes: the memory as it was packed is not needed twice.
    memory: { ...memory, packed: packedMemoryOf(state.bytes) },
    ...versions,
  }
}

/** Null where a stored sync changed more of its account than its state: the next one reads it again. */
export function holdable(sync: Sync, memory: HeldMemory | null, version: string | undefined): HeldAccount | null {
  const { sender, state } = sync
  if (memory === null || version === undefined || sender.account_id === null || isDescribedAnew(sync)) return null
  return state.hasEngine
    ? heldAfter({ sender, outcome: sync.outcome, state }, memory, { version, memoryVersion: version })
    : null
}

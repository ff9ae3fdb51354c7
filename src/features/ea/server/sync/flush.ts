import type { Rates } from '#features/performance/rules/currency.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { Transaction } from '#server/database/database.ts'
import { inSlices } from '#server/in-slices.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { receive, type Received } from '../../rules/reception/receive.ts'
import { countSync } from '../../rules/counting/count-sync.ts'
import type { PendingRecord } from '../../rules/records.ts'
import { newAccount } from '../../rules/state.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import { syncsInSlice, type SentSync, type SyncResult } from './sent-sync.ts'
import { accountOf } from './account-state.ts'
import { recomputeAccounts } from './recompute.ts'
import { admitRecords, admitSender, ignoredBecauseRefused, readBindings, refusalMessage } from './admission.ts'
import type { IgnoredSync, SyncChecks } from './checks.ts'
import { contentHash } from './content.ts'
import { agreedOn, loadContext, type Admitted, type SyncContext } from './context.ts'
import { lockedSenders, noteRefusals, pendingRecords, revokeTokens, type Sender } from '../queries.ts'
import { bindAccounts, describeAccounts, updateAccounts } from './account-writes.ts'
import type { HeldAccount, HeldAccounts } from './held-accounts.ts'
import { holdable } from './plain-syncs.ts'
import { packState } from './stored-state.ts'
import { writeDerived, writeFigures, writeRecords, type Sync } from './writes.ts'

/**
 * Handles requests of different tokens in one transaction, and answers after its commit. Where the database throws, none of them has
 * happened. @param held receives the stored accounts
 */
export async function flushSyncs(
  kernel: Kernel,
  checks: SyncChecks,
  sent: readonly SentSync[],
  held?: HeldAccounts,
): Promise<SyncResult[]> {
  const rates = await loadRates(kernel.sql)
  const { results, ignored, holdables } = await kernel.sql.begin((tx) => handleAll(kernel, checks, tx, sent, rates))
  for (const [tokenHash, account] of holdables) {
    if (account === null) held?.drop(tokenHash)
    else held?.set(tokenHash, account)
  }
  // The transaction may not have locked these accounts: they are noted after it. A failed note changes no answer.
  await checks
    .noteIgnored(ignored, kernel.clock.now())
    .catch((error: unknown) => kernel.log.error({ err: error }, 'refusals not noted'))
  return results
}

async function handleAll(
  kernel: Kernel,
  checks: SyncChecks,
  tx: Transaction,
  sent: readonly SentSync[],
  rates: Rates,
): Promise<{ results: SyncResult[]; ignored: IgnoredSync[]; holdables: [string, HeldAccount | null][] }> {
  const senders = await lockedSenders(
    tx,
    sent.map((one) => one.tokenHash),
  )
  const recomputed = await recomputeAccounts(
    kernel,
    tx,
    senders.filter((sender) => sender.account_id !== null),
    rates,
  )
  const byHash = new Map(
    senders.map((sender) => {
      const engine = recomputed.get(sender.account_id ?? '')
      return [sender.token_hash, engine === undefined ? sender : { ...sender, engine, engine_bytes: null }]
    }),
  )
  // Read after the locks are held: receipts of one account follow the order of its transactions.
  const now = kernel.clock.now()
  const results: SyncResult[] = sent.map(() => ({ refusal: { code: 'INTERNAL' } }))
  const bindings = await readBindings(kernel, checks, tx, sent, byHash)
  const admitted: Admitted[] = []
  const ignored: IgnoredSync[] = []
  await inSlices(sent, syncsInSlice, ({ tokenHash, request, network = null }, index) => {
    const sender = byHash.get(tokenHash)
    const refusal = admitSender(sender, request, bindings, now)
    if (refusal !== null) {
      results[index] = { refusal }
      const known = ignoredBecauseRefused(sender, request, refusal, bindings)
      if (known !== null) ignored.push(known)
    } else if (sender !== undefined) {
      const one = guarded(kernel, sender, () => admittedOf(kernel, index, sender, request, network))
      const excess = one === null ? null : admitRecords(one.account.intake, request)
      if (excess !== null) results[index] = { refusal: excess }
      else if (one !== null) admitted.push(one)
    }
  })

  const context = await loadContext(tx, checks, admitted, now)
  const received: { one: Admitted; reception: Received }[] = []
  await inSlices(admitted, syncsInSlice, (one) => {
    const reception = guarded(kernel, one.sender, () => receiveOne(kernel, one, context, now))
    if (reception === null) return
    if (reception.kind === 'repeated') {
      results[one.index] = { answer: reception.answer }
      if (reception.older) ignored.push({ account_id: one.account_id, request: one.request, reason: 'repeated' })
    } else if (reception.kind === 'refused') {
      const { code, wait } = reception
      results[one.index] = { refusal: wait === undefined ? { code } : { code, wait } }
    } else {
      received.push({ one, reception })
    }
  })

  const pending = await loadPending(tx, received)
  const syncs: Sync[] = []
  await inSlices(received, syncsInSlice, ({ one, reception }) => {
    const { account_id, account, request, sender, binds, network, index } = one
    const { trader_id } = sender
    const uncounted = pending.get(account_id) ?? []
    const counted = guarded(kernel, sender, () => {
      const lines = [...reception.fresh, ...reception.changed].map(({ record }) => ({
        ticket: record.ticket,
        hash: contentHash(record),
      }))
      const plan = context.plans.get(trader_id) ?? []
      const sync = { account_id, trader_id, binds, account, request, network, received: reception, lines, plan }
      const check = context.checks.open(sync)
      const outcome = countSync(account, request, reception, uncounted, rates, check.status)
      check.counted(outcome)
      return { outcome, state: packState(outcome.account, context.checks.memoryOf(account_id)?.packed ?? null) }
    })
    if (counted === null) return
    syncs.push({ account_id, trader_id, sender, account, request, received: reception, ...counted })
    results[index] = { answer: counted.outcome.answer }
  })
  await bindAccounts(tx, syncs)
  // One connection: these statements run one after the other, without waiting for each answer.
  const [retired, version] = await Promise.all([
    context.checks.store(now),
    updateAccounts(tx, syncs),
    describeAccounts(tx, syncs),
    writeRecords(tx, syncs),
    writeDerived(tx, syncs),
    writeFigures(tx, syncs),
  ])
  await revokeTokens(tx, retired)
  await noteAll(tx, sent, results, instantText(now))
  const holdables = syncs.map((sync): [string, HeldAccount | null] => {
    const memory = context.checks.memoryOf(sync.account_id)
    return [sync.sender.token_hash, holdable(sync, memory, version)]
  })
  return { results, ignored, holdables }
}

/** An error in one request fails that request alone. */
function guarded<T>(kernel: Kernel, { account_id, trader_id }: Sender, work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    kernel.log.error({ err: error, account_id, trader_id }, 'sync not handled')
    return null
  }
}

function admittedOf(
  kernel: Kernel,
  index: number,
  sender: Sender,
  request: SyncRequest,
  network: string | null,
): Admitted {
  if (sender.account_id !== null) {
    const { account_id } = sender
    return { index, account_id, binds: false, sender, account: accountOf(sender), request, network }
  }
  const { currency, trade_mode } = request.account
  const account = newAccount(request.ea.platform, currency.toUpperCase(), trade_mode)
  const { declared_server: server, declared_number: number } = sender
  if (server !== request.account.server || number !== request.account.login)
    account.intake.replaced = { server, number }
  return { index, account_id: kernel.secrets.newId(), binds: true, sender, account, request, network }
}

function receiveOne({ config }: Kernel, { account_id, account, request }: Admitted, context: SyncContext, now: number) {
  return receive(account, request, {
    now,
    agreed: agreedOn(context, request),
    known: context.known.get(account_id) ?? new Map(),
    tail: context.tails.get(account_id) ?? null,
    interval: config.RATE_LIMITS === 'off' ? null : config.EA_MIN_INTERVAL_S,
  })
}

async function loadPending(
  tx: Transaction,
  received: readonly { one: Admitted; reception: Received }[],
): Promise<Map<string, PendingRecord[]>> {
  const accountIds = received
    .filter(
      ({ one: { account }, reception: { snapshot, rolled } }) =>
        rolled.length > 0 || (snapshot && account.intake.pending > 0),
    )
    .map(({ one }) => one.account_id)
  const pending = new Map<string, PendingRecord[]>()
  if (accountIds.length === 0) return pending
  for (const { account_id, at, record } of await pendingRecords(tx, accountIds)) {
    const ofAccount = pending.get(account_id) ?? []
    if (ofAccount.length === 0) pending.set(account_id, ofAccount)
    ofAccount.push({ record, at: Date.parse(at) })
  }
  return pending
}

async function noteAll(
  tx: Transaction,
  sent: readonly SentSync[],
  results: readonly SyncResult[],
  at: string,
): Promise<void> {
  const refusals = results.flatMap((result, index) => {
    const hash = sent[index]?.tokenHash
    if (!('refusal' in result) || hash === undefined || result.refusal.code === 'TOKEN_INVALID') return []
    return [{ hash, message: refusalMessage(result.refusal) }]
  })
  if (refusals.length > 0) await noteRefusals(tx, refusals, at)
}

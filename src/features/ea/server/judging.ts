import {
  judgeOne,
  ledgerAfter,
  newMemory,
  thresholdsOf,
  type JudgedSync,
  type Memory,
  type RefusalNote,
} from '#features/integrity/server/service.ts'
import { showsCode } from '#features/integrity/rules/level-proof.ts'
import type { Kernel } from '#server/kernel.ts'
import { utcDay } from '#shared/dates.ts'
import { planLapse, type PlanLine } from '../rules/plan-lapse.ts'
import type { Received } from '../rules/receive.ts'
import type { Settlement, Standing } from '../rules/settle.ts'
import type { AccountState } from '../rules/state.ts'
import type { SyncRequest } from '../sync-contract.ts'
import type { SyncRefusal } from './flush.ts'
import { contentHash } from './content.ts'
import type { TakenAccount } from './admission.ts'
import type { Sender } from './queries.ts'

/** How the intake meets the integrity rules: what they see of a sync, and what they are told of a refusal. `docs/integrity.md`. */

/** A received sync on its way to the rules. */
export interface Judging {
  account_id: string
  binds: boolean
  sender: Sender
  account: AccountState
  request: SyncRequest
  network: string | null
  reception: Received
  /** The trader's ledger of plans, where nothing was heard for long. */
  plan: readonly PlanLine[]
  memory: Memory
  entry: JudgedSync['entry']
  standing: Standing
}

export function beginJudging(one: Omit<Judging, 'memory' | 'entry' | 'standing'>, memory: Memory = newMemory): Judging {
  const { fresh, changed, receipt } = one.reception
  const lines = [...fresh, ...changed].map(({ record }) => ({ ticket: record.ticket, hash: contentHash(record) }))
  const { entry, shown } = ledgerAfter(memory, receipt, one.request, lines)
  return { ...one, memory, entry, standing: { held: memory.held, ledger: shown } }
}

export function judged(kernel: Kernel, judging: Judging, settlement: Settlement): JudgedSync {
  const { account_id, account, request, reception, sender, memory, entry, network, binds, plan } = judging
  const { last_receipt } = account
  const facts = {
    request,
    received: reception,
    settlement,
    account,
    network,
    plan_lapse: last_receipt === null ? null : planLapse(plan, last_receipt, reception.receipt),
    holding_p95: memory.holding_p95,
  }
  const { receipt, fresh, changed } = reception
  const newDay = reception.snapshot && utcDay(receipt) !== utcDay(account.engine?.snapshot.t ?? 0)
  return {
    account_id,
    trader_id: sender.trader_id,
    request,
    receipt,
    memory,
    entry,
    judgement: judgeOne(kernel, account_id, memory, facts, thresholdsOf(kernel)),
    network,
    reviewable: fresh.length + changed.length > 0 || newDay,
    binds,
  }
}

/** R1 and R7: what a refused request says of an account that is bound, or was. */
export function refusalNotes(
  sender: Sender | undefined,
  request: SyncRequest,
  { code }: SyncRefusal,
  taken: ReadonlyMap<string, TakenAccount>,
): RefusalNote[] {
  if (sender === undefined || code !== 'ACCOUNT_MISMATCH') return []
  if (sender.account_id !== null) {
    const { platform } = request.ea
    const { server, login } = request.account
    return [{ account_id: sender.account_id, code: 'other_account_sent', evidence: { platform, server, login } }]
  }
  const { trader_id, username } = sender
  const binding = taken.get(trader_id)
  if (binding === undefined || binding.account_id === null || binding.own) return []
  const { account_id, claim_code } = binding
  return [
    { account_id, code: 'account_claimed', claimant: { trader_id, username }, shown: showsCode(request, claim_code) },
  ]
}

/** R3: an older request of a start that went on since. */
export function replayNote(accountId: string, { sync }: SyncRequest): RefusalNote {
  return { account_id: accountId, code: 'requests_replayed', evidence: { seq: sync.seq } }
}

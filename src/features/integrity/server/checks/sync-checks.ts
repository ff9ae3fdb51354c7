import { planLapse } from '#features/ea/rules/counting/plan-lapse.ts'
import type { SyncOutcome } from '#features/ea/rules/counting/count-sync.ts'
import type { IgnoredSync, ReceivedSync, SyncChecks } from '#features/ea/server/sync/checks.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { utcDay } from '#shared/dates.ts'
import { showsCode } from '../../rules/level-proof.ts'
import { claimCode } from './account-claims.ts'
import {
  judgeOne,
  ledgerAfter,
  loadMemories,
  networkHash,
  newMemory,
  noteRefused,
  storeJudged,
  thresholdsOf,
  type JudgedSync,
  type Memory,
  type RefusalNote,
} from '../service.ts'

/**
 * The integrity rules as the intake runs them: part of the transaction of the syncs. `docs/integrity.md`.
 * @throws StartupError naming every threshold of the settings that does not exist or makes no sense
 */
export function createSyncChecks(kernel: Kernel): SyncChecks {
  thresholdsOf(kernel)
  return {
    networkHash: (address) => networkHash(kernel, address),
    claimCode: (claim) => claimCode(kernel.secrets, claim),
    async begin(tx, accountIds) {
      const memories = await loadMemories(tx, accountIds)
      return transactionChecks(kernel, tx, memories)
    },
    noteIgnored: (ignored, now) => noteRefused(kernel, ignored.map(noteOf), now),
  }
}

function transactionChecks(kernel: Kernel, tx: Transaction, memories: ReadonlyMap<string, Memory>) {
  const judged: JudgedSync[] = []
  return {
    open(sync: ReceivedSync) {
      const memory = memories.get(sync.account_id) ?? newMemory
      const { entry, shown } = ledgerAfter(memory, sync.received.receipt, sync.request, sync.lines)
      return {
        status: { held: memory.held, ledger: shown },
        counted: (outcome: SyncOutcome) => void judged.push(judgedSync(kernel, sync, { memory, entry }, outcome)),
      }
    },
    store: (now: number) => storeJudged(tx, kernel, judged, now),
  }
}

function judgedSync(
  kernel: Kernel,
  { account_id, trader_id, binds, account, request, network, received, lines, plan }: ReceivedSync,
  { memory, entry }: Pick<JudgedSync, 'memory' | 'entry'>,
  outcome: SyncOutcome,
): JudgedSync {
  const { last_receipt } = account
  const { receipt, snapshot } = received
  const facts = {
    request,
    received,
    outcome,
    account,
    network,
    plan_lapse: last_receipt === null ? null : planLapse(plan, last_receipt, receipt),
    holding_p95: memory.holding_p95,
  }
  const newDay = snapshot && utcDay(receipt) !== utcDay(account.engine?.snapshot.t ?? 0)
  return {
    account_id,
    trader_id,
    request,
    receipt,
    memory,
    entry,
    judgement: judgeOne(kernel, account_id, memory, facts, thresholdsOf(kernel)),
    network,
    reviewable: lines.length > 0 || newDay,
    binds,
  }
}

/** R1, R3 and R7: what a request that changed nothing says of an account that is bound, or was. */
function noteOf(ignored: IgnoredSync): RefusalNote {
  const { account_id, request } = ignored
  switch (ignored.reason) {
    case 'other_account': {
      const { platform } = request.ea
      const { server, login } = request.account
      return { account_id, code: 'other_account_sent', evidence: { platform, server, login } }
    }
    case 'repeated':
      return { account_id, code: 'requests_replayed', evidence: { seq: request.sync.seq } }
    case 'claimed': {
      const { claimant, claim_code } = ignored
      return { account_id, code: 'account_claimed', claimant, shown: showsCode(request, claim_code) }
    }
  }
}

import type { Transaction } from '#server/database/database.ts'
import { newState, readState, type CheckState } from '../../rules/state.ts'
import { emptyLedger, type LedgerHead } from '../ledger/ledger.ts'
import type { Held } from '../levels/level-columns.ts'
import { readMemories } from './memory-queries.ts'

/** The memory of an account between two syncs. */
export interface Memory {
  state: CheckState
  ledger: LedgerHead
  /** 95th percentile of holding times in milliseconds; null while there are too few trades. */
  holding_p95: number | null
  /** Whether a case keeps the trader out of the ranking, and whether anything of it is still undecided. */
  held: Held
}

export const newMemory: Memory = { state: newState, ledger: emptyLedger, holding_p95: null, held: null }

/** By account; one that never synced is missing. */
export async function loadMemories(tx: Transaction, accountIds: readonly string[]): Promise<Map<string, Memory>> {
  const rows = accountIds.length === 0 ? [] : await readMemories(tx, accountIds)
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        state: readState(row.state),
        ledger: {
          length: row.ledger_length,
          head: row.ledger_head,
          at: row.ledger_at === null ? null : Date.parse(row.ledger_at),
        },
        holding_p95: row.holding_p95_ms,
        held: row.held,
      },
    ]),
  )
}

import type { AccountState } from '#features/ea/rules/state.ts'
import type { HeldMemory } from '#features/ea/server/sync/checks.ts'
import { packedMemoryOf } from '#features/ea/server/sync/stored-state.ts'
import type { Transaction } from '#server/database/database.ts'
import { createPacking, type Packed } from '#server/database/packing/packing.ts'
import { newState, readState, storedState, type CheckState } from '../../rules/state.ts'
import { emptyLedger, type LedgerHead } from '../ledger/ledger.ts'
import type { Held } from '../levels/level-columns.ts'
import { readMemories, type MemoryRow } from './memory-queries.ts'
import { withoutShown, withShown } from './stored-positions.ts'

/** The memory of an account between two syncs. */
export interface Memory {
  state: CheckState
  ledger: LedgerHead
  /** 95th percentile of holding times in milliseconds; null while there are too few trades. */
  holding_p95: number | null
  /** Whether a case keeps the trader out of the ranking, and whether anything of it is still undecided. */
  held: Held
  can_trade: boolean | null
  /** Keyed hash of the network of the last sync from a known one, in hexadecimal. */
  sender: string | null
}

export const newMemory: Memory = {
  state: newState,
  ledger: emptyLedger,
  holding_p95: null,
  held: null,
  can_trade: null,
  sender: null,
}

/** The memory of an account that an instance holds, packed. */
export interface PackedMemory extends HeldMemory, Omit<Memory, 'state'> {}

/** The names in stored values refer to this order: new ones are added at the end. A name that is missing here takes more bytes. */
const { pack, unpack, unpackAlone } = createPacking(
  'reading looks moves frozen slot slots',
  'v lasting told_day failed senders balance history positions results observation market capital last boot',
  'network turns moves investor_since wrong missing missing_since cut_since newest looks steps told rest shown',
  'late waiting gaps reading given seen symbol side volume price open from mark swap value blind unseen vanished',
  'values contradicted gains financing swaps beyond for_losses odd since days slot frozen key rescues',
  'hidden_since flows hedged_at at amount still EURUSD GBPUSD USDJPY XAUUSD GBPJPY EURJPY AUDUSD slots ahead above own',
  'clearings times',
)

/** @param account as the sync leaves it */
export const packMemory = (state: CheckState, account: AccountState): Packed =>
  pack(storedState(withoutShown(state, account)))

/** @param account as the sync finds it */
export const unpackMemory = ({ packed, ...rest }: PackedMemory, account: AccountState): Memory => ({
  ...rest,
  state: withShown(readState(unpack(packed)), account),
})

/** Null where no sync has packed the memory yet. */
function packedOf({ account_state, state_bytes: earlier }: MemoryRow): unknown {
  return account_state === null ? earlier && unpackAlone(earlier) : unpack(packedMemoryOf(account_state))
}

/** By account; one that never synced is missing. The state is as it is stored: `withShown`. */
export async function loadMemories(tx: Transaction, accountIds: readonly string[]): Promise<Map<string, Memory>> {
  const rows = accountIds.length === 0 ? [] : await readMemories(tx, accountIds)
  return new Map(
    rows.map((row) => [
      row.account_id,
      {
        state: readState(packedOf(row) ?? row.state),
        ledger: {
          length: row.ledger_length,
          head: row.ledger_head,
          at: row.ledger_at === null ? null : Date.parse(row.ledger_at),
        },
        holding_p95: row.holding_p95_ms,
        held: row.held,
        can_trade: row.can_trade,
        sender: row.sender,
      },
    ]),
  )
}

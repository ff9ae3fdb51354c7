import { readEngineState, type EngineState } from '#features/performance/rules/engine-state.ts'
import { createPacking } from '#server/database/packing/packing.ts'
import type { Intake } from '../../rules/state.ts'

/**
 * The state of an account between two syncs, in its row of `trading_account`. An account that no sync has packed yet has it in the columns
 * `engine` and `intake`.
 */

/** The part of the intake's state that statements read: the column `intake` holds it. It changes seldom. */
export type ReadIntake = Pick<Intake, 'clock' | 'replaced'>

export interface EngineColumns {
  engine_bytes: Uint8Array | null
  /** As stored; null in a packed account. */
  engine: unknown
}

export interface IntakeColumns {
  intake_bytes: Uint8Array | null
  intake: Intake | ReadIntake
}

/**
 * The names in stored values refer to this order: new ones are added at the end. In the row the figures stand between `intake_bytes` and
 * `engine_bytes`, so that all that a sync changes is one range of bytes.
 */
const engine = createPacking(
  { names: 't equity equity_end growth high low drawdown drawdown_end value', at: 'start' },
  'formula snapshot t balance equity open_since row day equity_start equity_end balance_end inflow outflow growth',
  'high low drawdown trades wins counted counted_wins profit drawdown_end segment seg pad base value first_day',
  'closed peak_share profit_total profit_max',
)
const intake = createPacking(
  { names: 'seq server_time price worth result ordinary low high next_at', at: 'end' },
  'boots boot seq answer ok code next_sync history_from history_after batch want_positions message level',
  'latest_ea ledger_length ledger_head server_time older_boots cursor from after ledger count net first shown',
  'equal opening_tick stretches late_stretches pending corrections t amount cancelled waiting expected apart',
  'vanished listed missing lost id side price worth opened result symbol volume open_price rolled_up reread stage',
  'asked until day week_at full_at residue more limits ordinary chain point hour low high late revised obstacle',
  'next_at since cost',
)

/** The state that a sync writes. */
export interface PackedState {
  /** Null before the first snapshot. */
  engine: Uint8Array | null
  intake: Uint8Array
}

export function packState(account: { engine: EngineState | null; intake: Intake }): PackedState {
  const { clock: _clock, replaced: _replaced, ...rest } = account.intake
  return {
    engine: account.engine && engine.pack(account.engine),
    intake: intake.pack(rest satisfies Omit<Intake, keyof ReadIntake>),
  }
}

export const readIntakeOf = ({ clock, replaced }: ReadIntake): ReadIntake => ({ clock, replaced })

/** @throws UnknownEngineState, or an Error where the bytes are damaged */
export function unpackEngine({ engine_bytes: bytes, engine: stored }: EngineColumns): EngineState | null {
  const state = bytes === null ? stored : engine.unpack(bytes)
  return state === null ? null : readEngineState(state)
}

/** @throws an Error where the bytes are damaged */
export function unpackIntake({ intake_bytes: bytes, intake: stored }: IntakeColumns): Intake {
  return bytes === null ? (stored as Intake) : ({ ...(intake.unpack(bytes) as object), ...stored } as Intake)
}

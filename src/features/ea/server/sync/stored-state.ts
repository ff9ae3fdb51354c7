import { readEngineState, type EngineState } from '#features/performance/rules/engine-state.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Queryable } from '#server/database/database.ts'
import { createPacking, partOf, together, type Packed } from '#server/database/packing/packing.ts'
import type { Intake } from '../../rules/state.ts'

/**
 * The state of an account between two syncs, in its row of `trading_account`: `state_bytes` holds the engine's state, the intake's and the
 * memory of the rules. An account that no sync has packed this way yet has them in the columns of earlier programs.
 */

/** The part of the intake's state that statements read: the column `intake` holds it. It changes seldom. */
export type ReadIntake = Pick<Intake, 'clock' | 'replaced'>

/** The figures of the running day that nearly each sync changes. The view `daily_row_now` shows them in the day's row. */
type MovingFigure = 'equity_end' | 'growth' | 'high' | 'low' | 'drawdown' | 'drawdown_end'
type TodayColumns = Record<`today_${MovingFigure}`, number | null>

export interface EngineColumns extends TodayColumns {
  state_bytes: Uint8Array | null
  engine_bytes: Uint8Array | null
  /** As stored; null in a packed account. */
  engine: unknown
}

export interface IntakeColumns {
  state_bytes: Uint8Array | null
  intake_bytes: Uint8Array | null
  intake: Intake | ReadIntake
}

/** The columns of `EngineColumns`. @param account the table's name in the statement */
export const engineColumns = (sql: Queryable, account: string) => {
  const from = sql(account)
  return sql`
    ${from}.state_bytes, ${from}.engine_bytes,
    case when ${from}.state_bytes is null and ${from}.intake_bytes is null then ${from}.engine end as engine,
    ${from}.today_equity_end, ${from}.today_growth, ${from}.today_high, ${from}.today_low, ${from}.today_drawdown,
    ${from}.today_drawdown_end`
}

/** The names in stored values refer to this order: new ones are added at the end. */
const engine = createPacking(
  't equity value',
  'formula snapshot t balance equity open_since row day equity_start equity_end balance_end inflow outflow growth',
  'high low drawdown trades wins counted counted_wins profit drawdown_end segment seg pad base value first_day',
  'closed peak_share profit_total profit_max',
)
const intake = createPacking(
  'seq server_time price worth result ordinary low high next_at',
  'boots boot seq answer ok code next_sync history_from history_after batch want_positions message level',
  'latest_ea ledger_length ledger_head server_time older_boots cursor from after ledger count net first shown',
  'equal opening_tick stretches late_stretches pending corrections t amount cancelled waiting expected apart',
  'vanished listed missing lost id side price worth opened result symbol volume open_price rolled_up reread stage',
  'asked until day week_at full_at residue more limits ordinary chain point hour low high late revised obstacle',
  'next_at since cost',
)

const places = { engine: 0, intake: 1, memory: 2 } as const

/** The state that a sync writes. */
export interface PackedState {
  bytes: Uint8Array
  /** False before the first snapshot. */
  hasEngine: boolean
}

/** @param memory of the rules, packed; null where no rules run */
export function packState(
  {
    engine: state,
    intake: { clock: _clock, replaced: _replaced, ...rest },
  }: { engine: EngineState | null; intake: Intake },
  memory: Packed | null,
): PackedState {
  const parts = [
    engine.pack(state && { ...state, row: stillFigures(state.row) }),
    intake.pack(rest satisfies Omit<Intake, keyof ReadIntake>),
  ]
  return { bytes: together(memory === null ? parts : [...parts, memory]), hasEngine: state !== null }
}

/** The rest of the running day's row, which has its own columns. */
function stillFigures(row: DailyRow): Omit<DailyRow, MovingFigure> {
  const { equity_end: _1, growth: _2, high: _3, low: _4, drawdown: _5, drawdown_end: _6, ...still } = row
  return still
}

/** The values of the running day's columns. */
export function todayColumns(state: EngineState | null): TodayColumns {
  return {
    today_equity_end: state && state.row.equity_end,
    today_growth: state && state.row.growth,
    today_high: state && state.row.high,
    today_low: state && state.row.low,
    today_drawdown: state && state.row.drawdown,
    today_drawdown_end: state && state.row.drawdown_end,
  }
}

function withToday(state: unknown, columns: TodayColumns): unknown {
  if (state === null) return null
  const { row, ...rest } = state as { row: object }
  const figures: Record<MovingFigure, number | null> = {
    equity_end: columns.today_equity_end,
    growth: columns.today_growth,
    high: columns.today_high,
    low: columns.today_low,
    drawdown: columns.today_drawdown,
    drawdown_end: columns.today_drawdown_end,
  }
  return { ...rest, row: { ...row, ...figures } }
}

/** The memory of the rules, packed, in an account's state. */
export const packedMemoryOf = (bytes: Uint8Array): Packed => partOf(bytes, places.memory)

export const readIntakeOf = ({ clock, replaced }: ReadIntake): ReadIntake => ({ clock, replaced })

/** @throws UnknownEngineState, or an Error where the bytes are damaged */
export function unpackEngine(columns: EngineColumns): EngineState | null {
  const { state_bytes: bytes, engine_bytes: earlier, engine: stored } = columns
  const unpacked = earlier === null ? stored : engine.unpackAlone(earlier)
  const state = bytes === null ? unpacked : withToday(engine.unpack(partOf(bytes, places.engine)), columns)
  return state === null ? null : readEngineState(state)
}

/** @throws an Error where the bytes are damaged */
export function unpackIntake({ state_bytes: bytes, intake_bytes: earlier, intake: stored }: IntakeColumns): Intake {
  if (bytes === null && earlier === null) return stored as Intake
  const unpacked =
    bytes === null ? intake.unpackAlone(earlier as Uint8Array) : intake.unpack(partOf(bytes, places.intake))
  return { ...(unpacked as object), ...stored } as Intake
}

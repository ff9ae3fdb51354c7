import { applySnapshot, openAccount } from '../rules.ts'
import type { EngineResult, SyncInput } from '../rules.ts'
import type { EngineState } from '../rules/engine-state.ts'
import type { HistoryInput, Snapshot } from '../rules/history.ts'
import type { DailyRow } from '../rules/rows.ts'

/** The content of each sync of a history, in time order. `docs/ranking.md` 3.1 and 5.1. */
function syncsOf({ snapshots, trades, operations, as_of, rates, currency }: HistoryInput): SyncInput[] {
  const known = new Map<number, Snapshot>()
  for (const snapshot of snapshots) if (snapshot.t <= as_of) known.set(snapshot.t, snapshot)
  const ordered = [...known.values()].sort((a, b) => a.t - b.t)
  return ordered.map((snapshot, index) => {
    const after = ordered[index - 1]?.t ?? -Infinity
    const brought = (t: number) => t > after && t <= snapshot.t
    return {
      snapshot,
      trades: trades.filter((trade) => brought(trade.close)),
      operations: operations.filter((operation) => brought(operation.t)),
      rates,
      currency,
    }
  })
}

/**
 * Feeds a whole history to the streaming engine one sync at a time. Between two syncs, state and rows go through JSON, as they do in a
 * database. The result must equal that of `walkHistory`. Null without a snapshot. `docs/ranking.md` 6.2 and 9.1.
 */
export function streamHistory(input: HistoryInput): EngineResult | null {
  let state: EngineState | null = null
  const rows = new Map<number, DailyRow>()
  for (const sync of syncsOf(input)) {
    const result: EngineResult =
      state === null ? openAccount({ ...sync, importedCounts: input.imported_counts }) : applySnapshot(state, sync)
    state = throughJson(result.state)
    for (const row of result.rows) rows.set(row.day, throughJson(row))
  }
  return state === null ? null : { state, rows: [...rows.values()].sort((a, b) => a.day - b.day) }
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

import { latestAdvisor, syncBatch, type SyncAnswer } from '../../sync-contract.ts'
import type { Intake } from '../state.ts'

/** Seconds between two syncs, and until the next one during a re-reading. */
const ordinaryWait = 300
const hurriedWait = 30

/** The answer that follows from the state. @param receipt milliseconds UTC */
export function currentAnswer(
  { cursor, message, level }: Pick<Intake, 'cursor' | 'message' | 'level'>,
  receipt: number,
  again = false,
): SyncAnswer {
  return {
    ok: true,
    code: 'OK',
    next_sync: again ? hurriedWait : ordinaryWait,
    history_from: cursor.from,
    history_after: cursor.after,
    batch: syncBatch,
    want_positions: true,
    message,
    level,
    latest_ea: latestAdvisor,
    server_time: Math.floor(receipt / 1000),
  }
}

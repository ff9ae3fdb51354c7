import type { AccountState } from '../../rules/state.ts'
import type { OpenSender } from '../queries.ts'
import { readIntakeOf, unpackEngine, unpackIntake } from './stored-state.ts'
import type { Sync } from './writes.ts'

/** The account of a sync between its row and the rules. */

/** @throws an Error where the stored state cannot be read */
export function accountOf(sender: OpenSender): AccountState {
  const { platform, currency, trade_mode, sync_count } = sender
  return {
    platform,
    currency,
    trade_mode,
    last_receipt: Date.parse(sender.last_receipt_at),
    sync_count,
    first_snapshot: sender.first_snapshot_at === null ? null : Date.parse(sender.first_snapshot_at),
    engine: unpackEngine(sender),
    imported: {
      trades: sender.imported_trades,
      net: sender.imported_net,
      since: sender.imported_since === null ? null : Date.parse(sender.imported_since),
    },
    intake: unpackIntake(sender),
  }
}

/** The stated equity: own equity is less the credit (`docs/ranking.md` 3.3). */
export const statedEquity = ({ outcome: { snapshot }, request }: Pick<Sync, 'outcome' | 'request'>): number | null =>
  snapshot === null ? null : snapshot.equity + request.snapshot.credit

/** Null where the column stays as it is. */
export function changedReadIntake({ sender, outcome }: Pick<Sync, 'sender' | 'outcome'>): string | null {
  const { intake } = outcome.account
  const isPacked = sender.account_id !== null && sender.state_bytes !== null
  // The same objects in most syncs.
  if (isPacked && intake.clock === sender.intake.clock && intake.replaced === sender.intake.replaced) return null
  const text = JSON.stringify(readIntakeOf(intake))
  return isPacked && JSON.stringify(readIntakeOf(sender.intake)) === text ? null : text
}

/** Whether what the row says of the terminal and of the first snapshot differs from before. */
export function isDescribedAnew({
  sender,
  account,
  request,
  outcome,
}: Pick<Sync, 'sender' | 'account' | 'request' | 'outcome'>): boolean {
  if (sender.account_id === null || (account.first_snapshot === null && outcome.snapshot !== null)) return true
  const { company, digits, leverage = null, margin_mode = null } = request.account
  return (
    sender.company !== company ||
    sender.digits !== digits ||
    sender.leverage !== leverage ||
    sender.margin_mode !== margin_mode ||
    sender.ea_version !== request.ea.version
  )
}

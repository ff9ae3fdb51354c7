import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import type { SealedColumn } from '#server/settings/resealing.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import { CONNECTED_MS } from '../connection.ts'
import type { EaStatus } from '../contract.ts'
import { sharedTokenMessage } from '../rules/reception/messages.ts'
import { closeAccountRow } from './accounts/bindings.ts'
import { connectionOf, thinPointsBefore } from './queries.ts'
import { unpackIntake } from './sync/stored-state.ts'
import { removeToken } from './tokens.ts'

/** Tokens as their owners see them; SECRET_KEY seals them. */
export const sealedTokens: SealedColumn = { table: 'ea_token', id: 'trader_id', column: 'token_sealed' }

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The state of a trader's advisor; null where there is no such trader.
 * @param withToken true for the owner alone: the answer then holds the token itself
 */
export async function eaStatus(
  kernel: Pick<Kernel, 'sql' | 'clock' | 'secrets' | 'log'>,
  traderId: string,
  { withToken }: { withToken: boolean },
): Promise<EaStatus | null> {
  const row = uuid.test(traderId) ? await connectionOf(kernel.sql, traderId) : undefined
  if (row === undefined) return null
  const { token_sealed: sealed, state_bytes, intake_bytes, last_receipt_at: lastReceipt } = row
  const intake = row.intake === null ? null : unpackIntake({ state_bytes, intake_bytes, intake: row.intake })
  const refusedSince =
    row.last_error_at !== null && (lastReceipt === null || Date.parse(row.last_error_at) > Date.parse(lastReceipt))
  const importing =
    intake === null || row.first_snapshot_at !== null
      ? null
      : { received: intake.ledger.count, total: Math.max(intake.shown.count, intake.ledger.count) }
  return {
    has_ea_token: sealed !== null,
    hasToken: sealed !== null,
    ea_token: withToken && sealed !== null ? openToken(kernel, sealed, traderId) : null,
    token_created_at: row.token_created_at,
    account_connected: row.account_id !== null,
    ea_active: lastReceipt !== null && kernel.clock.now() - Date.parse(lastReceipt) <= CONNECTED_MS,
    ea_sync_count: row.sync_count ?? 0,
    last_ea_sync: lastReceipt,
    next_sync_expected_at: intake === null ? null : instantText(intake.next_at),
    ea_version: row.ea_version,
    last_error: row.is_revoked
      ? sharedTokenMessage
      : refusedSince
        ? row.last_error
        : sealed !== null && intake !== null && intake.obstacle
          ? intake.message
          : null,
    importing,
    message: intake?.message ?? '',
  }
}

/** Null where its key is no longer configured: the owner makes a new token, the advisor goes on with the old one. */
function openToken({ secrets, log }: Pick<Kernel, 'secrets' | 'log'>, sealed: string, traderId: string): string | null {
  try {
    return secrets.open(sealed, traderId)
  } catch (error) {
    log.error({ err: error, trader_id: traderId }, 'token cannot be shown')
    return null
  }
}

/** Charts that show more than this many days need no more than a point a day. */
const hourlyPointsForMs = 90 * DAY_MS

/** Thins the charts' points with age: the last one of each day stays. For a daily job. */
export async function thinPoints({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<number> {
  return thinPointsBefore(sql, instantText(clock.now() - hourlyPointsForMs))
}

/**
 * Closes a locked account for good. Its trader can never bind it again, and another trader only after a release by an admin. The token is
 * deleted with it: the terminal that is still logged in there must not go on syncing.
 * @param at ISO text
 */
export async function closeAccount(tx: Transaction, traderId: string, accountId: string, at: string): Promise<void> {
  await closeAccountRow(tx, accountId, at)
  await removeToken(tx, traderId)
}

import { heldOf } from '#features/integrity/server/levels/level-columns.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'
import type { ModeratedDetail } from '../../admin-contract.ts'
import type { ShowcaseContent } from '../../rules/fields.ts'
import type { FileKind } from '../../rules/files.ts'
import type { ShowcaseStatus } from '../../rules/moves.ts'

/** The newest 100 events of a showcase, newest first. */
export function eventsOf(sql: Queryable, showcaseId: string): Promise<ModeratedDetail['events']> {
  return sql<ModeratedDetail['events']>`
    select event_id, at, username as actor_username, event, from_status, to_status, version, message
      from showcase_event left join trader on trader.trader_id = actor
     where showcase_id = ${showcaseId}
     order by event_id desc
     limit 100`
}

/** Whether the owner has a connected account, and whether a case keeps it out of the ranking. */
export async function ownerState(
  sql: Queryable,
  traderId: string,
): Promise<Pick<ModeratedDetail['owner'], 'has_connected_account' | 'held'>> {
  const [row] = await sql<Pick<ModeratedDetail['owner'], 'has_connected_account' | 'held'>[]>`
    select exists (select from trading_account account
                    where account.trader_id = trader.trader_id and closed_at is null) as has_connected_account,
           ${heldOf(sql, 'trader')} as held
      from trader where trader_id = ${traderId}`
  return row ?? { has_connected_account: false, held: null }
}

export interface ShownFile {
  file_key: string
  kind: FileKind
  name: string
  bytes: number
  created_at: string
}

/** A trader's uploads that a content shows. */
export function shownFiles(sql: Queryable, traderId: string, content: ShowcaseContent): Promise<ShownFile[]> {
  return sql<ShownFile[]>`
    select file_key, kind, name, bytes, created_at from showcase_file
     where trader_id = ${traderId} and position(file_key in ${JSON.stringify(content)}) > 0
     order by created_at, file_key`
}

interface DecidedOwner {
  username: string
  email: string
  diamond_expires: string | null
  deactivated: boolean
  email_awaited: boolean
}

/** The owner, who is notified of a decision; null for a trader who is being erased. */
export async function decidedOwner(tx: Transaction, traderId: string): Promise<DecidedOwner | null> {
  const [row] = await tx<DecidedOwner[]>`
    select username, email, diamond_expires, deactivated_at is not null as deactivated, email_proof = 'awaited' as email_awaited
      from trader join trader_plan plan using (trader_id)
     where trader_id = ${traderId} and erasing_at is null`
  return row ?? null
}

/** Stores a decision: an approved version becomes public. */
export async function storeDecision(
  tx: Transaction,
  showcaseId: string,
  { status, published, at }: { status: ShowcaseStatus; published: boolean; at: string },
): Promise<void> {
  await tx`
    update showcase set status = ${status},
           published_version = ${published ? tx`submitted_version` : tx`published_version`},
           published_at = ${published ? tx`${at}::timestamptz` : tx`published_at`}
     where showcase_id = ${showcaseId}`
}

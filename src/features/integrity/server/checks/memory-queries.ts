import type { Queryable, Transaction } from '#server/database/database.ts'
import type { Fragment } from '#server/database/sql.ts'
import { ruleVersion, type FindingCode } from '../../rules/catalogue.ts'
import type { StoredEntry } from '../ledger/ledger.ts'
import { heldOf, type Held } from '../levels/level-columns.ts'
import { nextReview } from '../review/schedule.ts'

/** Reads and writes of the rules on each sync: one statement a table for all requests of a flush. */

export interface MemoryRow {
  account_id: string
  /** The account's packed state, which holds the memory; null where no sync has packed it yet. */
  account_state: Buffer | null
  /** As earlier programs stored the memory, packed and before that as JSON. */
  state_bytes: Buffer | null
  state: unknown
  ledger_length: number
  /** Hexadecimal. */
  ledger_head: string | null
  ledger_at: string | null
  holding_p95_ms: number | null
  held: Held
  can_trade: boolean | null
  /** Hexadecimal. */
  sender: string | null
}

export function readMemories(tx: Transaction, accountIds: readonly string[]): Promise<MemoryRow[]> {
  return tx<MemoryRow[]>`
    select account_id, account.state_bytes as account_state, known.state_bytes,
           case when known.state_bytes is null then known.state end as state, ledger_length, encode(ledger_head, 'hex') as ledger_head, ledger_at, holding_p95_ms,
           can_trade, encode(sender, 'hex') as sender,
           ${heldOf(tx, 'account')} as held
      from account_integrity known join trading_account account using (account_id)
     where account_id = any (${accountIds}::uuid[])`
}

export interface MemoryUpdate {
  account_id: string
  can_trade: boolean | null
  sender: string | null
  ledger_length: number
  ledger_head: string | null
  ledger_at: string | null
  /** When something that is reviewed was stored; null where nothing was. */
  review_due_at: string | null
}

/** @param added accounts that had no row */
export async function writeMemories(
  tx: Transaction,
  rows: readonly MemoryUpdate[],
  added: readonly string[],
): Promise<void> {
  if (added.length > 0) {
    await tx`
      insert into account_integrity (account_id) select * from unnest(${added}::uuid[]) on conflict (account_id) do nothing`
  }
  await tx`
    update account_integrity as known
       set state = '{}', state_bytes = null, can_trade = now.can_trade, sender = coalesce(decode(now.sender, 'hex'), known.sender),
           ledger_length = now.ledger_length, ledger_head = decode(now.ledger_head, 'hex'), ledger_at = now.ledger_at,
           review_due_at = ${nextReview(tx, tx`now.review_due_at`)}
      from unnest(
             ${rows.map(({ account_id }) => account_id)}::uuid[], ${rows.map(({ can_trade }) => can_trade)}::boolean[], ${rows.map(({ sender }) => sender)}::text[],
             ${rows.map(({ ledger_length }) => ledger_length)}::bigint[],
             ${rows.map(({ ledger_head }) => ledger_head)}::text[], ${rows.map(({ ledger_at }) => ledger_at)}::timestamptz[],
             ${rows.map(({ review_due_at }) => review_due_at)}::timestamptz[]
           ) as now(account_id, can_trade, sender, ledger_length, ledger_head, ledger_at, review_due_at)
     where known.account_id = now.account_id`
}

/** The part of the statement for syncs that change their account's state alone. `HeldStatement` of the intake. */
export const heldStatement = {
  /** A proof of ownership that has begun reads each sync. */
  isCurrent: (sql: Queryable, held: Fragment): Fragment => sql`
    exists (select from account_integrity known where known.account_id = now.account_id and known.xmin = now.memory_version)
    and not exists (select from ownership_proof proof where proof.account_id = now.account_id and proof.proven_at is null)
    and ${heldOf(sql, 'account')} is not distinct from ${held}`,
}

export interface EntryRow extends StoredEntry {
  account_id: string
}

export async function writeEntries(tx: Transaction, rows: readonly EntryRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx`
    insert into sync_ledger (account_id, n, at, records, records_digest, figures, hash)
    select account_id, n, at, records, decode(records_digest, 'hex'), figures, decode(hash, 'hex')
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as entry(account_id uuid, n bigint, at timestamptz,
           records integer, records_digest text, figures text, hash text)`
}

/** A note of something that was refused; a repetition is written once a minute. None of these opens a case. */
export async function writeNotes(
  sql: Queryable,
  notes: readonly { account_id: string; code: FindingCode; evidence: Record<string, unknown> }[],
  at: string,
): Promise<void> {
  await sql`
    insert into integrity_tag as tag (account_id, code, first_at, last_at, occurrences, details, rule_version)
    select distinct on (account_id, code) account_id, code, ${at}::timestamptz, ${at}::timestamptz, 1, evidence, ${ruleVersion}
      from json_to_recordset(${JSON.stringify(notes)}::text::json) as note(account_id uuid, code text, evidence jsonb)
     where not exists (select from integrity_tag known
                        where known.account_id = note.account_id and known.code = note.code
                          and known.last_at >= ${at}::timestamptz - interval '1 minute')
     order by account_id, code
        on conflict (account_id, code) do update
       set last_at = excluded.last_at, details = excluded.details, occurrences = tag.occurrences + 1
     where tag.last_at < excluded.last_at - interval '1 minute'`
}

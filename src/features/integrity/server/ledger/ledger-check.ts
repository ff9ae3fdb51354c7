import { contentText, type LedgerRecord } from '#features/ea/rules/records.ts'
import { oneMoment, type Queryable } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { entryHash, nothingBefore, recordsDigest, saltOf, sha256, type LedgerLine, type StoredEntry } from './ledger.ts'

/** Derives ledgers of syncs again from what is stored. `docs/integrity.md`, ledger of syncs. */

/**
 * The number of the first entry that does not follow from the records and the entry before it, or that is missing; null where the
 * ledger holds. Records from before the first entry are only allowed where the account is older than ledgers are. The account must
 * not sync meanwhile, or a record may come after its entry was read: use a snapshot (`repeatable read`).
 * @param pieceEntries entries checked at once
 */
export async function verifyLedger(sql: Queryable, accountId: string, pieceEntries = 500): Promise<number | null> {
  let before = nothingBefore
  let n = 0
  let last: string | null = null
  for (;;) {
    const entries = await sql<StoredEntry[]>`
      select n, at, records, encode(records_digest, 'hex') as records_digest, figures, encode(hash, 'hex') as hash
        from sync_ledger where account_id = ${accountId} and n > ${n} order by n limit ${pieceEntries}`
    const first = entries[0]
    if (first === undefined) break
    if (n === 0 && (await hasEarlierRecords(sql, accountId, first.at))) return 1
    const lines = await linesBetween(sql, accountId, last ?? first.at, entries.at(-1)?.at ?? first.at, last !== null)
    for (const entry of entries) {
      n += 1
      const { at, records } = entry
      if (entry.n !== n) return n
      const brought = lines.get(at) ?? []
      lines.delete(at)
      const digest = recordsDigest(saltOf(entry.figures), brought)
      const hash = entryHash(before, { ...entry, at: Date.parse(at), records: brought.length, records_digest: digest })
      if (brought.length !== records || digest !== entry.records_digest || hash !== entry.hash) return n
      before = entry.hash
      last = at
    }
    // Brought by no entry: put in later, or its entry is gone.
    if (lines.size > 0) return entryAfter(entries, [...lines.keys()].sort()[0] ?? '') ?? n
  }
  if (n === 0 && (await lacksLedger(sql, accountId))) return 1
  return headDiffers(sql, accountId, { n, hash: n === 0 ? null : before, last })
}

const entryAfter = (entries: readonly StoredEntry[], at: string): number | undefined =>
  entries.find((entry) => entry.at > at)?.n

/** Records that the syncs between two moments brought, by their receipts: first contents and replacements. */
async function linesBetween(
  sql: Queryable,
  accountId: string,
  from: string,
  to: string,
  isAfter: boolean,
): Promise<Map<string, LedgerLine[]>> {
  const rows = await sql<{ at: string; ticket: string; record: LedgerRecord }[]>`
    select brought.at, brought.ticket, coalesce(earlier.record, newest.record) as record
      from (select first_seen_at as at, ticket, 0 as revision from ledger_record
             where account_id = ${accountId} and first_seen_at between ${from} and ${to}
             union all
            select replaced_at, ticket, revision + 1 from record_revision
             where account_id = ${accountId} and replaced_at between ${from} and ${to}) as brought
      left join record_revision earlier
             on earlier.account_id = ${accountId} and earlier.ticket = brought.ticket and earlier.revision = brought.revision
      join ledger_record newest on newest.account_id = ${accountId} and newest.ticket = brought.ticket`
  const lines = new Map<string, LedgerLine[]>()
  for (const { at, ticket, record } of rows) {
    if (isAfter && at === from) continue
    const ofSync = lines.get(at) ?? []
    if (ofSync.length === 0) lines.set(at, ofSync)
    ofSync.push({ ticket, hash: sha256(contentText(record)) })
  }
  return lines
}

/** The newest entries are gone, or records came that no entry holds. */
async function headDiffers(
  sql: Queryable,
  accountId: string,
  { n, hash, last }: { n: number; hash: string | null; last: string | null },
): Promise<number | null> {
  const [known] = await sql<{ length: number; head: string | null; after: boolean }[]>`
    select ledger_length as length, encode(ledger_head, 'hex') as head,
           ${last}::timestamptz is not null
           and (exists (select from ledger_record where account_id = ${accountId} and first_seen_at > ${last})
                or exists (select from record_revision where account_id = ${accountId} and replaced_at > ${last})) as after
      from account_integrity where account_id = ${accountId}`
  if (known === undefined) return n === 0 ? null : n
  return known.length !== n || known.head !== hash || known.after ? n + 1 : null
}

/** The account was bound by its first entry, and yet holds records from before it. */
async function hasEarlierRecords(sql: Queryable, accountId: string, first: string): Promise<boolean> {
  const rows = await sql`
    select from trading_account account
     where account_id = ${accountId} and bound_at >= ${first}
       and exists (select from ledger_record record where record.account_id = account.account_id and first_seen_at < ${first})`
  return rows.length > 0
}

/** Every sync since there are ledgers left an entry: an account that has synced and has none was robbed of it. */
async function lacksLedger(sql: Queryable, accountId: string): Promise<boolean> {
  const rows = await sql`
    select from trading_account
     where account_id = ${accountId} and sync_count > 0
       and last_receipt_at > (select applied_at from schema_migration where name = ${ledgersSince})`
  return rows.length > 0
}

const ledgersSince = '202611202210_integrity'

/** Accounts read at once. */
const accountsAtOnce = 100
/** A run makes way before the job that holds it expires. */
const runMs = 240_000

/**
 * Accounts whose ledger does not hold, with the number of the entry. Those that did not hold before come first, then those whose
 * check is longest ago; what a run has no time for is the next one's. For a nightly job.
 */
export async function ledgersBrokenAt(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  longest = runMs,
): Promise<{ account_id: string; n: number }[]> {
  const begun = clock.now()
  const broken: { account_id: string; n: number }[] = []
  for (;;) {
    const accounts = await sql<{ account_id: string }[]>`
      select account_id from trading_account left join ledger_check checked using (account_id)
       where sync_count > 0 and (checked_at is null or checked_at < ${instantText(begun)})
       order by broken_at is null, checked_at nulls first limit ${accountsAtOnce}`
    if (accounts.length === 0) return broken
    for (const { account_id } of accounts) {
      const n = await sql.begin(oneMoment, (tx) => verifyLedger(tx, account_id))
      if (n !== null) broken.push({ account_id, n })
      const at = instantText(Math.max(clock.now(), begun))
      await sql`
        insert into ledger_check (account_id, checked_at, broken_at)
        select account_id, ${at}, ${n} from trading_account where account_id = ${account_id}
            on conflict (account_id) do update set checked_at = excluded.checked_at, broken_at = excluded.broken_at`
      if (clock.now() - begun >= longest) return broken
    }
  }
}

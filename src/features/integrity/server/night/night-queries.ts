import type { LedgerRecord } from '#features/ea/rules/records.ts'
import type { Queryable } from '#server/database/database.ts'
import type { FindingCode } from '../../rules/catalogue.ts'

/**
 * Open accounts that were not checked since then (ISO text), in sets of accounts whose numbers on their server follow each other; the set
 * with the account whose check is longest ago comes first.
 */
export async function uncheckedAccounts(sql: Queryable, since: string, together: number): Promise<string[][]> {
  const rows = await sql<{ accounts: string[] }[]>`
    select array_agg(account_id order by place) as accounts
      from (select account_id, checked_at, row_number() over (order by server_key, login, account_id) - 1 as place
              from account_integrity join trading_account account using (account_id) left join night_check using (account_id)
             where account.closed_at is null and (checked_at is null or checked_at < ${since})) unchecked
     group by place / ${together}::int
     order by min(coalesce(checked_at, '-infinity')), min(place)`
  return rows.map(({ accounts }) => accounts)
}

/** Newest records that are read of an account. */
const recordsRead = 25_000

/** Buy and sell records of each account, newest first. @param since broker time in milliseconds */
export async function tradeRecords(
  sql: Queryable,
  accountIds: readonly string[],
  since: number,
): Promise<Map<string, LedgerRecord[]>> {
  const rows = await sql<{ account_id: string; record: LedgerRecord }[]>`
    select one.account_id, traded.record
      from unnest(${accountIds}::uuid[]) as one(account_id)
     cross join lateral (
       select record from ledger_record
        where account_id = one.account_id and broker_time >= ${since} and record ->> 'type' in ('buy', 'sell')
        order by broker_time desc
        limit ${recordsRead}
     ) traded`
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id)
  return new Map([...byAccount].map(([account_id, those]) => [account_id, those.map(({ record }) => record)]))
}

/** @param at ISO text */
export async function noteChecked(sql: Queryable, accountIds: readonly string[], at: string): Promise<void> {
  await sql`
    insert into night_check (account_id, checked_at)
    select account_id, ${at} from trading_account where account_id = any (${accountIds}::uuid[]) order by account_id
        on conflict (account_id) do update set checked_at = excluded.checked_at`
}

/** When an account was checked last (ISO text; null where none ever was), and how many were in the 24 hours before. */
export async function lastNight(sql: Queryable): Promise<{ checked_at: string | null; accounts: number }> {
  const [row] = await sql<{ checked_at: string | null; accounts: number }[]>`
    select max(checked_at) as checked_at,
           count(*) filter (where checked_at > (select max(checked_at) from night_check) - interval '1 day') as accounts
      from night_check`
  return row ?? { checked_at: null, accounts: 0 }
}

export interface CodeCounts {
  code: FindingCode
  /** Accounts that carry the finding now. */
  accounts: number
  waiting: number
  cleared: number
  upheld: number
}

/** How often each of these codes is found, and what people decided of its cases. Codes that were never found are missing. */
export function countsByCode(sql: Queryable, codes: readonly FindingCode[]): Promise<CodeCounts[]> {
  return sql<CodeCounts[]>`
    with tagged as (
      select code, count(*) as accounts from integrity_tag
       where code = any (${[...codes]}) and cleared_at is null group by code
    ), decided as (
      select code, count(*) filter (where decision is null) as waiting,
             count(*) filter (where decision = 'cleared') as cleared,
             count(*) filter (where decision = 'upheld') as upheld
        from integrity_case where code = any (${[...codes]}) group by code
    )
    select code, coalesce(accounts, 0) as accounts, coalesce(waiting, 0) as waiting, coalesce(cleared, 0) as cleared,
           coalesce(upheld, 0) as upheld
      from tagged full join decided using (code)`
}

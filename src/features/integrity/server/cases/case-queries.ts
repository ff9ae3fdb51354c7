import type { Queryable, Sql, Transaction } from '#server/database/database.ts'
import { findingCodes, type FindingCode } from '../../rules/catalogue.ts'
import type { CaseOrder } from '../../contract.ts'
import { hasProfile } from '../accounts/has-profile.ts'
import { levelColumns, levelSources, type LevelColumns } from '../levels/level-columns.ts'

/** A case as stored; instants are ISO texts. */
export interface CaseRow {
  case_id: string
  code: FindingCode
  holds: boolean
  opened_at: string
  last_at: string
  reply_by: string
  rule_version: number
  /** The account's. */
  currency: string
  evidence: Record<string, unknown>
  occurrences: number
  reply: string | null
  replied_at: string | null
  decision: 'cleared' | 'upheld' | null
  decided_at: string | null
  reason: string | null
}

const caseColumns = (sql: Queryable) => sql`
  stored.case_id, stored.code, stored.holds, stored.opened_at, stored.last_at, stored.reply_by, stored.rule_version,
  stored.evidence, stored.occurrences, stored.reply, stored.replied_at, stored.decision, stored.decided_at, stored.reason,
  (select currency from trading_account where account_id = stored.account_id) as currency`

/** Cases about these codes of a trader's open account, and those of a closed one that hold; newest first. */
export function casesOf(sql: Queryable, traderId: string, codes: readonly FindingCode[]): Promise<CaseRow[]> {
  return sql<CaseRow[]>`
    select ${caseColumns(sql)} from integrity_case stored join trading_account account using (account_id)
     where account.trader_id = ${traderId} and stored.code = any (${[...codes]})
       and (account.closed_at is null or stored.holds and stored.decision is distinct from 'cleared')
     order by opened_at desc, case_id desc
     limit ${casesShown}`
}

/** An account that has more has other worries. */
const casesShown = 100

/** Stores what a trader answers to an own case about these codes, until it is decided. `decided`: too late; null: there is none. */
export async function storeReply(
  tx: Transaction,
  answer: { case_id: string; trader_id: string; codes: readonly FindingCode[]; reply: string; at: string },
): Promise<CaseRow | 'decided' | null> {
  const [found] = await tx<{ decided: boolean }[]>`
    select decision is not null as decided
      from integrity_case stored join trading_account account using (account_id)
     where case_id = ${answer.case_id} and account.trader_id = ${answer.trader_id} and code = any (${[...answer.codes]})
       for update of stored`
  if (found === undefined) return null
  if (found.decided) return 'decided'
  const rows = await tx<CaseRow[]>`
    update integrity_case stored set reply = ${answer.reply}, replied_at = ${answer.at}
     where case_id = ${answer.case_id} returning ${caseColumns(tx)}`
  return rows[0] ?? null
}

export interface AdminTag {
  code: FindingCode
  first_at: string
  last_at: string
  occurrences: number
  evidence: Record<string, unknown>
}

/** A case with everything that an admin needs to decide it. */
export interface AdminCaseRow extends CaseRow, LevelColumns {
  trader_id: string
  username: string
  display_name: string
  has_profile: boolean
  account_id: string
  platform: 'MT4' | 'MT5'
  server: string
  login: string
  decided_by: string | null
  tags: AdminTag[]
}

export interface CaseFilter {
  case_id: string | null
  status: 'waiting' | 'open' | 'answered' | 'cleared' | 'upheld' | null
  trader_id: string | null
  code: string | null
  /** ISO-8601: what came into the list since is left out; null for no bound. */
  until: string | null
}

export type CasePlace =
  /** A place in the order that each status has. The id is that of the case before the page. */
  { after: string | null; limit: number } | { by: CaseOrder; descends: boolean; skip: number; limit: number }

/** All that a filter names, and no condition beside it: an empty one would prevent the use of the indexes. The cursor's own stands beside. */
const matches = (sql: Queryable, { case_id, status, trader_id, code, until }: CaseFilter) => {
  const inStatus = {
    waiting: sql`stored.decision is null`,
    open: sql`stored.decision is null and stored.reply is null`,
    answered: sql`stored.decision is null and stored.reply is not null`,
    cleared: sql`stored.decision = 'cleared'`,
    upheld: sql`stored.decision = 'upheld'`,
  }
  const ofTrader = sql`stored.account_id in (select account_id from trading_account where trader_id = ${trader_id})`
  return sql`
    ${case_id === null ? sql`true` : sql`stored.case_id = ${case_id}`}
    and ${trader_id === null ? sql`true` : ofTrader}
    and ${code === null ? sql`true` : sql`stored.code = ${code}`}
    and ${status === null ? sql`true` : inStatus[status]}
    and ${until === null ? sql`true` : sql`${enteredAt(sql, status)} <= ${until}::timestamptz`}`
}

/** When a case came into the list of a status. */
function enteredAt(sql: Queryable, status: CaseFilter['status']) {
  if (status === 'answered') return sql`stored.replied_at`
  return status === 'cleared' || status === 'upheld' ? sql`stored.decided_at` : sql`stored.opened_at`
}

const orders = (sql: Queryable): Record<CaseOrder, ReturnType<typeof sql>> => ({
  opened_at: sql`stored.opened_at`,
  last_at: sql`stored.last_at`,
  reply_by: sql`stored.reply_by`,
  username: sql`lower(trader.username)`,
})

/** The longest waiting first; what is decided, and all together, newest first; or in an order of one's own. */
export async function adminCases(sql: Queryable, filter: CaseFilter, place: CasePlace): Promise<AdminCaseRow[]> {
  const isNumbered = 'by' in place
  const newestFirst = filter.status === null || filter.status === 'cleared' || filter.status === 'upheld'
  const direction = (isNumbered ? place.descends : newestFirst) ? sql`desc` : sql`asc`
  const after = isNumbered ? null : place.after
  const beyond = newestFirst ? sql`<` : sql`>`
  return sql<AdminCaseRow[]>`
    select ${caseColumns(sql)}, account.trader_id, trader.username, trader.display_name, account.account_id,
           account.platform, account.server, account.login, admin.username as decided_by, ${levelColumns(sql)},
           ${hasProfile(sql)} as has_profile,
           (select coalesce(json_agg(json_build_object(
                     'code', tag.code, 'first_at', ${instantJson(sql, 'first_at')}, 'last_at', ${instantJson(sql, 'last_at')},
                     'occurrences', tag.occurrences, 'evidence', tag.details) order by tag.last_at desc, tag.code), '[]')
              from integrity_tag tag
             where tag.account_id = account.account_id and tag.cleared_at is null and tag.code = any (${findingCodes})) as tags
      from integrity_case stored
      join trading_account account using (account_id)
      join trader using (trader_id)
      left join trader admin on admin.trader_id = stored.decided_by
      ${levelSources(sql)}
     where ${matches(sql, filter)}
       and ${after === null ? sql`true` : sql`(stored.opened_at, stored.case_id) ${beyond} (select opened_at, case_id from integrity_case where case_id = ${after})`}
     order by ${isNumbered ? orders(sql)[place.by] : sql`stored.opened_at`} ${direction}, stored.case_id ${direction}
     limit ${place.limit} offset ${isNumbered ? place.skip : 0}`
}

export async function caseTotal(sql: Queryable, filter: CaseFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total from integrity_case stored where ${matches(sql, filter)}`
  return row?.total ?? 0
}

/** An instant inside JSON as all others are written. */
const instantJson = (sql: Queryable, column: 'first_at' | 'last_at') =>
  sql`to_char(tag.${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export interface CaseCounts {
  waiting: number
  holding: number
  answered: number
  upheld: number
}

/** Over all cases, whatever the list is filtered by. */
export async function caseCounts(sql: Sql): Promise<CaseCounts> {
  const rows = await sql<CaseCounts[]>`
    select count(*) as waiting, count(*) filter (where holds) as holding, count(*) filter (where reply is not null) as answered,
           (select count(*) from integrity_case where decision = 'upheld') as upheld
      from integrity_case where decision is null`
  return rows[0] ?? { waiting: 0, holding: 0, answered: 0, upheld: 0 }
}

export interface LockedCase {
  account_id: string
  trader_id: string
  code: FindingCode
  holds: boolean
  last_at: string
  decision: 'cleared' | 'upheld' | null
}

/** A case, locked after its account as a sync locks them: neither waits for the other in turn. Null where there is none. */
export async function lockCase(tx: Transaction, caseId: string): Promise<LockedCase | null> {
  await tx`
    select from trading_account
     where account_id = (select account_id from integrity_case where case_id = ${caseId}) for no key update`
  const rows = await tx<LockedCase[]>`
    select account_id, account.trader_id, code, holds, stored.last_at, decision
      from integrity_case stored join trading_account account using (account_id)
     where case_id = ${caseId} for update of stored`
  return rows[0] ?? null
}

export async function storeDecision(
  tx: Transaction,
  decided: { case_id: string; decision: 'cleared' | 'upheld'; reason: string; by: string; at: string },
): Promise<void> {
  await tx`
    update integrity_case set decision = ${decided.decision}, reason = ${decided.reason}, decided_by = ${decided.by},
                              decided_at = ${decided.at}
     where case_id = ${decided.case_id}`
}

/** Makes the ranking look at the trader of an account again, on every instance: a hold is of all accounts of the trader. */
export async function touchAccount(tx: Transaction, accountId: string, at: string): Promise<void> {
  await tx`
    insert into account_integrity (account_id, decided_at)
    select account_id, ${at} from trading_account
     where trader_id = (select trader_id from trading_account where account_id = ${accountId})
     order by account_id
        on conflict (account_id) do update set decided_at = excluded.decided_at`
}

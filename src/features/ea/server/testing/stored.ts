import type { Sql } from '#server/database/database.ts'

/** The stored rows of a trader's account, for comparison with a terminal's figures. */
export interface Stored {
  balance: number
  equity: number
  credit: number
  /** Imported and witnessed ones. */
  trades: number
  net: number
  /** Sum of the operations, credit and commissions left out. */
  moved: number
  first_snapshot_at: string | null
  witnessed: number
  late: number
  tags: string[]
  records: number
}

/** @throws an Error where no account was bound */
export async function storedOf(sql: Sql, traderId: string): Promise<Stored> {
  const [row] = await sql<Stored[]>`
    select account.balance, account.equity, account.credit, account.first_snapshot_at,
           account.imported_trades + coalesce(witnessed.count, 0)::int as trades,
           account.imported_net + account.total_profit as net,
           coalesce(witnessed.count, 0)::int as witnessed,
           (select count(*)::int from trade where trade.account_id = account.account_id and origin = 'late') as late,
           array(select code from integrity_tag tag where tag.account_id = account.account_id order by code) as tags,
           (select count(*)::int from ledger_record record where record.account_id = account.account_id) as records,
           coalesce((select sum(amount) from balance_operation operation
                      where operation.account_id = account.account_id and type not in ('credit', 'commission')), 0) as moved
      from trading_account account
      left join lateral (select count(*) from trade
                          where trade.account_id = account.account_id and origin = 'witnessed') witnessed on true
     where account.trader_id = ${traderId}`
  if (row === undefined) throw new Error('no account was bound')
  return row
}

/** The id of the account that is bound to a trader now. @throws an Error where none is */
export async function boundAccount(sql: Sql, traderId: string): Promise<string> {
  const [row] = await sql<{ account_id: string }[]>`
    select account_id from trading_account where trader_id = ${traderId} and closed_at is null`
  if (row === undefined) throw new Error('no account is bound')
  return row.account_id
}

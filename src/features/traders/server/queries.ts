import type { Queryable } from '#server/database.ts'

/** What only the profile shows. Instants are ISO texts. */
export interface ProfileRow {
  bio: string | null
  links: Record<string, string | null>
  imported_trades: number
  imported_net: number
  imported_since: string | null
  equity_history: [date: string, equity: number, balance: number][]
}

export async function profileRow(sql: Queryable, accountId: string): Promise<ProfileRow | undefined> {
  const rows = await sql<ProfileRow[]>`
    select trader.bio, trader.links, account.imported_trades, account.imported_net, account.imported_since,
           coalesce((
             select json_agg(json_build_array(daily.day, daily.equity_end, daily.balance_end) order by daily.day)
               from daily_row daily where daily.account_id = account.account_id
           ), '[]') as equity_history
      from trading_account account
      join trader using (trader_id)
     where account.account_id = ${accountId}`
  return rows[0]
}

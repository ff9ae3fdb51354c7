import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { storeTraces } from './erased-bindings.ts'
import { removeToken } from '../tokens.ts'

/** Rows in one statement: an account of many years has more than one statement can delete in its time. */
const rowsAtOnce = 20_000

/** Tables with rows of an account, the largest first. */
const tables = [
  'ledger_record',
  'record_revision',
  'trade',
  'trade_sum',
  'exposed_day',
  'imported_day',
  'record_sum',
  'unobserved_days',
  'balance_operation',
  'account_point',
  'daily_row',
  'recent_days',
] as const

export interface OwnedAccount {
  account_id: string
  platform: string
  server: string
  server_key: string
  login: string
  released_to: string | null
}

/** Every account of a trader, bound or closed, locked until the transaction ends. */
export function lockAccounts(tx: Transaction, traderId: string): Promise<OwnedAccount[]> {
  return tx<OwnedAccount[]>`
    select account_id, platform, server, server_key, login, released_to
      from trading_account where trader_id = ${traderId}
     order by account_id
       for update`
}

/**
 * Deletes the accounts with everything that was synced, and the advisor's token; rows by table. Only a keyed hash of each account
 * remains; it names nobody (`docs/integrity.md`, erased accounts). Erase the account's rows of other features first.
 * @param at ISO-8601
 */
export async function eraseAccounts(
  tx: Transaction,
  kernel: Pick<Kernel, 'secrets'>,
  traderId: string,
  accounts: readonly OwnedAccount[],
  at: string,
): Promise<Record<string, number>> {
  const ids = accounts.map(({ account_id }) => account_id)
  const erased: Record<string, number> = {}
  // A cached plan for small accounts reads a whole table for each row of a large one.
  await tx`set local plan_cache_mode = force_custom_plan`
  for (const table of tables) erased[table] = await emptyOf(tx, table, ids)
  await storeTraces(tx, kernel, accounts, at)
  await removeToken(tx, traderId)
  const { count } = await tx`delete from trading_account where trader_id = ${traderId}`
  return { ...erased, trading_account: count }
}

async function emptyOf(tx: Transaction, table: (typeof tables)[number], accountIds: string[]): Promise<number> {
  let erased = 0
  for (;;) {
    const { count } = await tx`
      delete from ${tx(table)} where ctid = any (array(
        select ctid from ${tx(table)} where account_id = any (${accountIds}::uuid[]) limit ${rowsAtOnce}))`
    erased += count
    if (count < rowsAtOnce) return erased
  }
}

import type { Sql } from '#server/database/database.ts'
import type { Coin } from '../../provider.ts'

/** The provider's last list of coins, in the order of the offer; empty before its first answer. */
export function storedCoins(sql: Sql, provider: string): Promise<Coin[]> {
  return sql<Coin[]>`
    select coin, name, symbol, network, needs_memo as "needsMemo", minimum_cents as "minimumCents"
    from payment_coin where provider = ${provider} order by place`
}

/** When the list of coins was fetched last, ISO text; null where it never was. */
export async function coinsCheckedAt(sql: Sql, provider: string): Promise<string | null> {
  const [row] = await sql<{ at: string | null }[]>`
    select max(checked_at) as at from payment_coin where provider = ${provider}`
  return row?.at ?? null
}

/** Replaces the whole list at once: no reader sees half of it, and of two instances one goes after the other. */
export async function replaceCoins(sql: Sql, provider: string, coins: readonly Coin[], at: string): Promise<void> {
  const rows = coins.map(({ coin, name, symbol, network, needsMemo, minimumCents }, place) => ({
    provider,
    coin,
    name,
    symbol,
    network,
    needs_memo: needsMemo,
    minimum_cents: minimumCents,
    place,
    checked_at: at,
  }))
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('payment_coin'))`
    await tx`delete from payment_coin where provider = ${provider}`
    await tx`insert into payment_coin ${tx(rows)}`
  })
}

/** A coin's symbol in the provider's list; null where the list does not have it. */
export async function coinSymbol(sql: Sql, provider: string, coin: string): Promise<string | null> {
  const [row] = await sql<{ symbol: string }[]>`
    select symbol from payment_coin where provider = ${provider} and coin = ${coin}`
  return row?.symbol ?? null
}

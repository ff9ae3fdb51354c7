import type { Queryable } from '#server/database/database.ts'
import type { RateTable } from '../rules/currency.ts'
import type { OpenRateTable } from './rates.ts'

/** Every stored rate. */
export async function storedRates(sql: Queryable): Promise<RateTable> {
  const rows = await sql<{ currency: string; day: string; units: number }[]>`
    select currency, day, units from exchange_rate`
  const table: OpenRateTable = {}
  for (const { currency, day, units } of rows) (table[currency] ??= {})[day] = units
  return table
}

/** Stores rates. The newest value of a date replaces the older one. */
export async function storeRates(sql: Queryable, table: RateTable): Promise<number> {
  const rows = Object.entries(table).flatMap(([currency, dates]) =>
    Object.entries(dates).map(([day, units]) => ({ currency, day, units })),
  )
  const text = JSON.stringify(rows)
  const stored = await sql`
    insert into exchange_rate (currency, day, units)
    select currency, day, units from json_to_recordset(${text}::text::json) as rate(currency text, day date, units float8)
    on conflict (currency, day) do update set units = excluded.units where exchange_rate.units <> excluded.units`
  return stored.count
}

import type { RateTable } from '../rules/currency.ts'

/** A table of rates under construction. */
export type OpenRateTable = Record<string, Record<string, number>>

/**
 * Reads the European Central Bank's daily file, or its 90-day and full histories, which have the same form. For each date it gives the
 * units of every currency for one euro. Entries that are no rates are left out.
 * @throws RangeError when no rate is left
 */
export function readEuropeanRates(xml: string): RateTable {
  const table: OpenRateTable = {}
  for (const [, date = '', body = ''] of xml.matchAll(
    /<Cube\s+time=["'](\d{4}-\d{2}-\d{2})["']\s*>([\s\S]*?)<\/Cube>/g,
  )) {
    if (!Number.isFinite(Date.parse(`${date}T00:00:00Z`))) continue
    for (const [, currency = '', text = ''] of body.matchAll(
      /currency=["']([A-Z]{3})["']\s+rate=["'](\d+(?:\.\d+)?)["']/g,
    )) {
      const units = Number(text)
      if (Number.isFinite(units) && units > 0) (table[currency] ??= {})[date] = units
    }
  }
  if (Object.keys(table).length === 0) throw new RangeError('the file holds no exchange rate')
  return table
}

/** The second table's rates replace those of the first. */
export function mergeRates(first: RateTable, second: RateTable): RateTable {
  const merged: OpenRateTable = {}
  for (const table of [first, second])
    for (const [currency, dates] of Object.entries(table)) merged[currency] = { ...merged[currency], ...dates }
  return merged
}

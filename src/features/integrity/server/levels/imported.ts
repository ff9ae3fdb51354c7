import { addRecord, newDerivation } from '#features/ea/rules/counting/derivation.ts'
import { compareTickets, recordMillis, type LedgerRecord } from '#features/ea/rules/records.ts'
import { openingsOf } from '#features/ea/server/accounts/openings.ts'
import { openImported } from '#features/performance/rules.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { BalanceOperation, ClosedTrade } from '#features/performance/rules/history.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, dayText, instantText } from '#shared/dates.ts'
import { touchAccount } from '../cases/case-queries.ts'
import {
  importedOfVersionOne,
  importedOperations,
  importedRecords,
  importedTrades,
  replaceImportedRows,
} from './imported-queries.ts'

/** A daily row of an imported history, with the highest running result of its trades up to that day. */
export type ImportedDayRow = DailyRow & { profit_high: number }

/**
 * Walks what the terminal reported from before the first snapshot as if it had been witnessed (`docs/ranking.md` 3.5 and 5.2),
 * and keeps its daily rows. They count while an accepted match is in force, which the ranking looks up by itself. To be called
 * where a match is stored, in its transaction; again and again gives the same rows. Answers how many there are: 0 where nothing
 * can count, because nothing was reported, more was reported than the account held, or its first snapshot was not stored.
 */
export async function storeImported(tx: Transaction, accountId: string, rates: Rates): Promise<number> {
  const rows = await walkImported(tx, accountId, rates)
  await replaceImportedRows(
    tx,
    accountId,
    rows.map((row) => ({ ...row, day: dayText(row.day) })),
  )
  return rows.length
}

/**
 * Walks the imported histories of version 1 of the formula again. The loss that was open at the first snapshot is in their rows, while the
 * recomputed account has it in its first day: it would count twice. For a job, after the accounts are recomputed.
 * @returns how many were walked
 */
export async function renewImported(kernel: Kernel): Promise<number> {
  const rates = await loadRates(kernel.sql)
  const outdated = await importedOfVersionOne(kernel.sql)
  for (const { account_id, trader_id } of outdated) {
    await kernel.sql.begin(async (tx) => {
      await storeImported(tx, account_id, rates)
      await touchAccount(tx, account_id, instantText(kernel.clock.now()))
    })
    kernel.changes.announce(trader_id)
  }
  return outdated.length
}

async function walkImported(sql: Queryable, accountId: string, rates: Rates): Promise<ImportedDayRow[]> {
  const [opening] = await openingsOf(sql, [accountId])
  if (opening === undefined) return []
  const booked = bookedOf(await importedRecords(sql, accountId))
  const trades = (await importedTrades(sql, accountId)).map(({ ticket, ...trade }): ClosedTrade => {
    const amount = booked.get(ticket)
    return amount === undefined ? trade : { ...trade, booked: amount }
  })
  const operations: BalanceOperation[] = await importedOperations(sql, accountId)
  const { currency, t, balance, equity } = opening
  const history = { snapshot: { t, balance, equity }, trades, operations, rates, currency }
  const { rows } = openImported(history)
  const without = openImported({ ...history, trades: [], operations: [] })
  // Nothing was reported, or more than the account held (`docs/ranking.md` 5.2): then nothing of it counts.
  return JSON.stringify(rows) === JSON.stringify(without.rows) ? [] : withProfitHigh(rows, trades)
}

/**
 * The money that each close added to the balance. Trades are stored with their whole result, and the cost of an entry was booked at
 * the entry. It is derived once more from the records as they were at the first snapshot. The stored trades have the times.
 */
function bookedOf(records: LedgerRecord[]): Map<string, number> {
  const derivation = newDerivation({})
  const inOrder = records.toSorted((a, b) => recordMillis(a) - recordMillis(b) || compareTickets(a.ticket, b.ticket))
  for (const record of inOrder) addRecord(derivation, record, recordMillis(record), (seconds) => seconds * 1000)
  return new Map(derivation.trades.map((trade) => [trade.ticket, trade.booked]))
}

function withProfitHigh(rows: readonly DailyRow[], trades: readonly ClosedTrade[]): ImportedDayRow[] {
  const inOrder = trades.toSorted((a, b) => a.close - b.close)
  let next = 0
  let running = 0
  let profit_high = 0
  return rows.map((row) => {
    for (; (inOrder[next]?.close ?? Infinity) < (row.day + 1) * DAY_MS; next += 1) {
      running += inOrder[next]?.net ?? 0
      profit_high = Math.max(profit_high, running)
    }
    return { ...row, profit_high }
  })
}

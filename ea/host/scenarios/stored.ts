import { expect } from 'vitest'
import { compareTickets } from '#features/ea/rules/records.ts'
import type { Sql } from '#server/database/database.ts'
import type { Desk, DeskTrader, Stored } from '../desk.ts'
import type { SimulatedAccount } from '../account.ts'
import { closings, type LedgerItem } from './checks.ts'

interface Expected {
  /** Tags that are right for the scenario; none where absent. */
  tags?: readonly string[]
  /** Trades closed after the first snapshot. */
  witnessed?: number
  /** Commission of entries whose positions are still open: it belongs to later trades. */
  openCosts?: number
}

/** Expects the server's rows to match the account: records, money, trades, results, operations. */
export async function expectStored(
  desk: Desk,
  trader: DeskTrader,
  account: SimulatedAccount,
  { tags = [], witnessed, openCosts = 0 }: Expected = {},
): Promise<Stored> {
  const stored = await desk.stored(trader)
  const history = account.history as LedgerItem[]
  expect(stored.records).toBe(account.ledger().count)
  expect(stored.balance).toBeCloseTo(account.balance, 6)
  expect(stored.equity).toBeCloseTo(account.equity, 6)
  expect(stored.credit).toBeCloseTo(account.creditTotal, 6)
  expect(stored.trades).toBe(closings(history).length)
  expect(stored.net + stored.moved + openCosts).toBeCloseTo(account.balance, 6)
  expect(stored.first_snapshot_at).not.toBeNull()
  expect(stored.tags).toEqual(tags)
  if (witnessed !== undefined) expect(stored.witnessed).toBe(witnessed)
  return stored
}

/** Every record is in the server's ledger with each of its values, comments and stops included. */
export async function expectRecords(sql: Sql, trader: DeskTrader, account: SimulatedAccount): Promise<void> {
  const rows = await sql<{ record: LedgerItem }[]>`
    select record from ledger_record join trading_account using (account_id) where trader_id = ${trader.trader_id}`
  const byTicket = (one: LedgerItem, other: LedgerItem) => compareTickets(one.ticket, other.ticket)
  expect(rows.map(({ record }) => record).toSorted(byTicket)).toEqual(account.history.toSorted(byTicket))
}

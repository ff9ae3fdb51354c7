import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Sql } from '#server/database/database.ts'
import { readAccountFile, type AccountFile } from '../../advisor/account-file.ts'
import { storedOf, type Stored } from './stored.ts'

/** The real accounts among the fixtures, and the printed figures of their statements. */

export const realAccounts = [1, 2, 3, 4, 6, 7].map((index) => `mt4-0${index}`)
realAccounts.push('mt4-05-earlier', 'mt4-05', 'mt5-01', 'mt5-02', 'mt5-03', 'mt5-03-later', 'mt5-04', 'mt5-05')

export function realAccount(id: string): AccountFile {
  return readAccountFile(contentOf(id))
}

function contentOf(id: string): string {
  return readFileSync(new URL(`../../fixtures/real-accounts/${id}.json`, import.meta.url), 'utf8')
}

type PrintedFigures = Record<string, number | Record<string, number>>

/**
 * MetaTrader prints these below the trades: money in the account's currency, shares in percent units. The short form of MT4 has only the
 * result. MT4 prints a gross loss without its sign.
 */
type PrintedSummary = PrintedFigures & {
  closed_trade_pl?: number
  total_net_profit?: number
  total_trades?: number
  gross_profit: number
  profit_trades: { count: number }
}

export function printedSummary(id: string): PrintedSummary {
  return JSON.parse(contentOf(id)).statement_summary as PrintedSummary
}

/** The balance before the statement, for statements of a period. */
const openingBalances: Record<string, number> = { 'mt4-02': 1000, 'mt4-06': 2533.5 }

/** Compares the stored figures with MetaTrader's printed ones. */
export async function expectPrinted(sql: Sql, traderId: string, file: AccountFile): Promise<Stored> {
  const stored = await storedOf(sql, traderId)
  const printed = printedSummary(file.id)
  const netProfit = printed.closed_trade_pl ?? printed.total_net_profit ?? Number.NaN
  expect(stored.trades).toBe(printed.total_trades ?? file.closed_trades.length)
  expect(stored.balance - stored.moved - (openingBalances[file.id] ?? 0)).toBeCloseTo(netProfit, 6)
  // The entry costs of open positions are printed as a loss already; here they belong to their exits.
  expect(stored.net).toBeCloseTo(netProfit - openEntryCosts(file), 6)
  expect(stored.equity).toBeCloseTo(file.statement_summary.equity, 6)
  expect(stored.credit).toBe(file.statement_summary.credit_facility)
  expect(stored.late).toBe(0)
  // A third of this account's equity is a bonus of its broker.
  expect(stored.tags).toEqual(file.id.startsWith('mt5-03') ? ['bonus_credit'] : [])
  return stored
}

function openEntryCosts(file: AccountFile): number {
  const open = new Set(file.open_trades.map((trade) => trade.ticket))
  return (file.deals ?? [])
    .filter((deal) => deal.direction === 'in' && open.has(deal.order ?? ''))
    .reduce((sum, deal) => sum + deal.commission + deal.fee, 0)
}

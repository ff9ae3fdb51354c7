import { unpackIntake, type IntakeColumns } from '#features/ea/server/sync/stored-state.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Queryable } from '#server/database/database.ts'

/** Every daily row of an account, in day order. `docs/ranking.md` 6. */
export async function dailyRows(sql: Queryable, accountId: string): Promise<DailyRow[]> {
  return sql<DailyRow[]>`
    select day - date '1970-01-01' as day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
           drawdown, trades, wins, counted, counted_wins, profit, coalesce(drawdown_end, 0) as drawdown_end
      from daily_row_now where account_id = ${accountId} order by day`
}

/** Stretches of UTC days without a snapshot, oldest first, as the syncs that ended them stored them: no more than a few for each year. */
export async function unobservedDays(sql: Queryable, accountId: string): Promise<{ from: string; to: string }[]> {
  return sql<{ from: string; to: string }[]>`
    select from_day::text as from, to_day::text as to from unobserved_days where account_id = ${accountId} order by from_day`
}

/** Deposits, withdrawals and transfers in account currency, by sign. */
export interface Payments {
  deposits: { count: number; amount: number }
  withdrawals: { count: number; amount: number }
}

type SumKind = 'deposit' | 'withdrawal' | 'imported_deposit' | 'imported_withdrawal' | 'late' | 'revised'

/** Counts and amounts (account currency) of records, as triggers keep them: at most six rows, however many records the account has. */
export type RecordSums = ReadonlyMap<SumKind, { count: number; amount: number }>

export async function recordSums(sql: Queryable, accountId: string): Promise<RecordSums> {
  const rows = await sql<{ kind: SumKind; count: number; amount: number }[]>`
    select kind, records as count, amount from record_sum where account_id = ${accountId}`
  return new Map(rows.map(({ kind, ...sum }) => [kind, sum]))
}

const nothing = { count: 0, amount: 0 }

/** @param imported those from before the first sync count too */
export function paymentsOf(sums: RecordSums, imported: boolean): Payments {
  const sumOf = (kind: 'deposit' | 'withdrawal') => {
    const witnessed = sums.get(kind) ?? nothing
    const before = (imported ? sums.get(`imported_${kind}`) : undefined) ?? nothing
    return { count: witnessed.count + before.count, amount: witnessed.amount + before.amount }
  }
  return { deposits: sumOf('deposit'), withdrawals: sumOf('withdrawal') }
}

/** A UTC day from before the first sync. */
export interface ImportedDay {
  day: number
  trades: number
  profit: number
  /** Money paid in and out, by kind and sign. */
  operations: { type: string; amount: number }[]
  /** The effect of the day's records on the balance at the time, without corrections made after the first sync. */
  booked: number
}

/** Oldest first, as stored at the first snapshot. Days without a record are missing. */
export async function importedDays(sql: Queryable, accountId: string): Promise<ImportedDay[]> {
  return sql<ImportedDay[]>`
    select day - date '1970-01-01' as day, trades, profit, booked, operations
      from imported_day where account_id = ${accountId} order by day`
}

/** The records that the last snapshot counted, late ones included, since their money is in the balance. */
export interface LedgerRow {
  records: number
  net: number
  late_records: number
  late_net: number
  revised_records: number
  /** The terminal's last request showed exactly the stored records. */
  equal: boolean
}

/** The sum of the counted records, from the sums that intake and triggers keep. It reads the uncounted records alone. */
export async function ledgerTotals(
  sql: Queryable,
  accountId: string,
  sums: RecordSums,
): Promise<LedgerRow | undefined> {
  const [row] = await sql<(IntakeColumns & { uncounted: number; uncounted_net: number })[]>`
    select state_bytes, intake_bytes, intake, pending.uncounted, pending.uncounted_net
      from trading_account
     cross join lateral (
       select count(*)::int as uncounted, coalesce(sum(net), 0) as uncounted_net
         from ledger_record where account_id = ${accountId} and not consumed
     ) pending
     where account_id = ${accountId}`
  if (row === undefined) return undefined
  const { ledger, corrections, late, shown } = unpackIntake(row)
  return {
    records: ledger.count - row.uncounted,
    net: ledger.net - row.uncounted_net - corrections.reduce((sum, { amount }) => sum + amount, 0),
    late_records: late,
    late_net: sums.get('late')?.amount ?? 0,
    revised_records: sums.get('revised')?.count ?? 0,
    // Accounts that the first version stored have no such figure.
    equal: (shown as typeof shown | undefined)?.equal ?? true,
  }
}

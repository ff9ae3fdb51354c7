import type { SyncRequest } from '../../sync-contract.ts'
import { ledgerNet, type LedgerRecord } from '../records.ts'
import type { AccountState, Intake } from '../state.ts'
import { halfDigit } from './reading.ts'

/** Sums over the stored records that the terminal is expected to show; `first`: broker seconds of the oldest, null without records. */
export function expectedLedger({ ledger, rolled_up }: Pick<Intake, 'ledger' | 'rolled_up'>): Intake['ledger'] {
  if (rolled_up === undefined) return ledger
  return { count: ledger.count - rolled_up.count, net: ledger.net - rolled_up.net, first: rolled_up.first }
}

type BalanceRows = NonNullable<Intake['balance_rows']>

/** The balance rows that may be a roll-up's: with more of them before one snapshot, the newest. */
const rowsConsidered = 12

export interface RollUp<Fresh> {
  fresh: Fresh[]
  /** Tickets of all rows of the roll-up. */
  rows: readonly string[]
  /** All that roll-ups took off the terminal. */
  rolled_up: Intake['rolled_up']
  /** Rows that no snapshot has counted. */
  balance_rows: BalanceRows
}

/**
 * A broker's roll-up after t_0: records are gone from the terminal, and new balance rows of any time hold their money to the cent. The rows
 * are late, so that they count nowhere: the records counted when they came. The terminal's own records must explain its balance, else a
 * deposit could be of the same amount as what a narrow tab hides. The rows may have come with payments, and in an earlier request.
 * `docs/ea-protocol.md`, records 5.
 * @param ledger sums over all stored records, the fresh ones included
 * @param isWhole all that the terminal shows is here: before that a record that is not is no different from one that is gone
 */
export function withRollUp<Fresh extends { record: LedgerRecord; late: boolean }>(
  { first_snapshot, intake }: AccountState,
  { account, ledger: shown, snapshot }: SyncRequest,
  { fresh, ledger, isWhole }: { fresh: readonly Fresh[]; ledger: Intake['ledger']; isWhole: boolean },
): RollUp<Fresh> {
  const brought = fresh
    .filter(({ record }) => record.type === 'balance')
    .map(({ record }) => ({ ticket: record.ticket, net: ledgerNet(record) }))
  const before = intake.balance_rows ?? []
  const balance_rows = first_snapshot === null ? [] : [...before, ...brought].slice(-rowsConsidered)
  const half = halfDigit(account.digits)
  const expected = expectedLedger({ ledger, rolled_up: intake.rolled_up })
  const gone = { count: expected.count - shown.count, net: expected.net - shown.net }
  const rows =
    isWhole && Math.abs(shown.net - snapshot.balance) <= 2 * half && Math.abs(gone.net) > half
      ? rowsThatHold(balance_rows, gone.count, (sum) => Math.abs(sum - gone.net) <= half)
      : []
  if (rows.length === 0) return { fresh: [...fresh], rows, rolled_up: intake.rolled_up, balance_rows }
  return {
    fresh: fresh.map((one) => (rows.includes(one.record.ticket) ? { ...one, late: true } : one)),
    rows,
    rolled_up: { count: ledger.count - shown.count, net: ledger.net - shown.net, first: shown.first },
    balance_rows: balance_rows.filter(({ ticket }) => !rows.includes(ticket)),
  }
}

/** Tickets of at most so many of these rows that hold a sum together; none where no choice does. */
function rowsThatHold(rows: BalanceRows, most: number, holds: (sum: number) => boolean): string[] {
  const choose = (index: number, sum: number, chosen: readonly string[]): readonly string[] | null => {
    if (chosen.length > most) return null
    if (chosen.length > 0 && holds(sum)) return chosen
    for (let next = index; next < rows.length; next += 1) {
      const { ticket, net } = rows[next] as BalanceRows[number]
      const found = choose(next + 1, sum + net, [...chosen, ticket])
      if (found !== null) return found
    }
    return null
  }
  return [...(choose(0, 0, []) ?? [])]
}

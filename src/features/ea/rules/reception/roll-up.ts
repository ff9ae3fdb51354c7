import type { SyncRequest } from '../../sync-contract.ts'
import { ledgerNet, type LedgerRecord } from '../records.ts'
import type { AccountState, Intake } from '../state.ts'
import { halfDigit } from './reading.ts'

/** Sums over the stored records that the terminal is expected to show; `first`: broker seconds of the oldest, null without records. */
export function expectedLedger({ ledger, rolled_up }: Pick<Intake, 'ledger' | 'rolled_up'>): Intake['ledger'] {
  if (rolled_up === undefined) return ledger
  return { count: ledger.count - rolled_up.count, net: ledger.net - rolled_up.net, first: rolled_up.first }
}

/**
 * A broker's roll-up after t_0: records are gone from the terminal, and new balance rows of any time hold their money to the cent. The rows
 * are late, so that they count nowhere: the records counted when they came. The terminal's own records must explain its balance, else a
 * deposit could be of the same amount as what a narrow tab hides. `docs/ea-protocol.md`, records 5.
 * @param ledger sums over all stored records, the fresh ones included
 * @returns the fresh records, how many rows there are, and all that roll-ups took off the terminal
 */
export function withRollUp<Fresh extends { record: LedgerRecord; late: boolean }>(
  { first_snapshot, intake: { rolled_up } }: AccountState,
  { account, ledger: shown, snapshot }: SyncRequest,
  fresh: readonly Fresh[],
  ledger: Intake['ledger'],
): { fresh: Fresh[]; rows: number; rolled_up: Intake['rolled_up'] } {
  const isRow = ({ record }: Fresh) => record.type === 'balance'
  const rows = fresh.filter(isRow)
  const held = rows.reduce((sum, { record }) => sum + ledgerNet(record), 0)
  const same = (a: number, b: number) => Math.abs(a - b) <= 2 * halfDigit(account.digits)
  const expected = expectedLedger({ ledger, rolled_up })
  const isRollUp =
    first_snapshot !== null &&
    rows.length > 0 &&
    expected.count - shown.count >= rows.length &&
    same(expected.net - shown.net, held) &&
    same(shown.net, snapshot.balance)
  if (!isRollUp) return { fresh: [...fresh], rows: 0, rolled_up }
  return {
    fresh: fresh.map((one) => (isRow(one) ? { ...one, late: true } : one)),
    rows: rows.length,
    rolled_up: { count: ledger.count - shown.count, net: ledger.net - shown.net, first: shown.first },
  }
}

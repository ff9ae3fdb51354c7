import type { SyncRequest } from '../../sync-contract.ts'
import { ledgerNet, type LedgerRecord } from '../records.ts'
import type { AccountState } from '../state.ts'
import { halfDigit } from './reading.ts'

/**
 * A broker's roll-up after t_0: records are gone from the terminal, and new balance rows hold their money to the cent. The rows are late,
 * so that they count nowhere: the records counted when they came. The terminal's own records must explain its balance, else a deposit
 * could be of the same amount as what a narrow tab hides. `docs/ea-protocol.md`, records 5.
 * @param ledger sums over all stored records, the fresh ones included
 * @returns the fresh records, and how many rows there are
 */
export function withRollUp<Fresh extends { record: LedgerRecord; late: boolean }>(
  { first_snapshot }: AccountState,
  { account, ledger: shown, snapshot }: SyncRequest,
  fresh: readonly Fresh[],
  ledger: { count: number; net: number },
): { fresh: Fresh[]; rows: number } {
  const isRow = ({ record, late }: Fresh) => record.type === 'balance' && !late
  const rows = fresh.filter(isRow)
  const held = rows.reduce((sum, { record }) => sum + ledgerNet(record), 0)
  const same = (a: number, b: number) => Math.abs(a - b) <= 2 * halfDigit(account.digits)
  const isRollUp =
    first_snapshot !== null &&
    rows.length > 0 &&
    ledger.count - shown.count >= rows.length &&
    same(ledger.net - shown.net, held) &&
    same(shown.net, snapshot.balance)
  if (!isRollUp) return { fresh: [...fresh], rows: 0 }
  return { fresh: fresh.map((one) => (isRow(one) ? { ...one, late: true } : one)), rows: rows.length }
}

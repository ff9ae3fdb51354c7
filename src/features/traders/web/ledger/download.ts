import type { LedgerEntry } from './chain.ts'

/** Address of the call that sends a ledger. @param account null: the one that the profile shows */
export function ledgerCall(username: string, account: string | null): string {
  return `/api/trader/${encodeURIComponent(username)}/ledger${account === null ? '' : `?account=${account}`}`
}

/** Saves the entries that the page holds as one file. */
export function saveLedger(username: string, entries: readonly LedgerEntry[]): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(entries)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `registro-${username}.json`
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

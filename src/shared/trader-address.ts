/** Path of a trader's page. */
export function traderAddress(username: string): string {
  return `/trader/${encodeURIComponent(username)}`
}

/** Path of the page that checks a trader's ledger of syncs. */
export function ledgerAddress(username: string, account?: string): string {
  const page = `/registro/${encodeURIComponent(username)}`
  return account === undefined ? page : `${page}?account=${encodeURIComponent(account)}`
}

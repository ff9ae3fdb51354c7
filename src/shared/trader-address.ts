/** Path of a trader's page. */
export function traderAddress(username: string): string {
  return `/trader/${encodeURIComponent(username)}`
}

/** Path of the page that checks a trader's ledger of syncs. */
export function ledgerAddress(username: string, account?: string): string {
  const page = `/registro/${encodeURIComponent(username)}`
  return account === undefined ? page : `${page}?account=${encodeURIComponent(account)}`
}

/** The links of a profile that lead over a page of ours: those for money, and those whose host their name does not tell. */
const leavingLinks = ['copy-trading', 'telegram', 'website'] as const
export type LeavingLink = (typeof leavingLinks)[number]

export const isLeavingLink = (text: string): text is LeavingLink => leavingLinks.some((link) => link === text)

/** Path of the page that names the host of a trader's link before one goes there. */
export function leavingAddress(username: string, link: string): string {
  return `/esci/${encodeURIComponent(username)}/${encodeURIComponent(link)}`
}

/** The last place of the ranking whose trader may have public links. */
export const lastLinkedRank = 3

/** Path of a trader's page. */
export function traderAddress(username: string): string {
  return `/trader/${encodeURIComponent(username)}`
}

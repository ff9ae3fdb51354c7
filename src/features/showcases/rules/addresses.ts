/** Path of a showcase's page. */
export function showcaseAddress(showcaseId: string): string {
  return `/vetrine/${encodeURIComponent(showcaseId)}`
}

/** Path of the page that names the host of a showcase's button before one goes there. @param position among its buttons, from 1 */
export function buttonAddress(showcaseId: string, position: number | string): string {
  return `${showcaseAddress(showcaseId)}/esci/${encodeURIComponent(position)}`
}

/** The host of a link, as people read it. Empty for a text that is no address. */
export function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
}

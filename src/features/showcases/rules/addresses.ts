/** Path of a showcase's page. */
export function showcaseAddress(showcaseId: string): string {
  return `/vetrine/${encodeURIComponent(showcaseId)}`
}

/** The host of a link, as people read it. Empty for a text that is no address. */
export function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
}

/** Path of a showcase's page. */
export function showcaseAddress(showcaseId: string): string {
  return `/vetrine/${encodeURIComponent(showcaseId)}`
}

/** What every link that a trader wrote carries: it opens beside the page, and tells nobody where the visitor came from. */
export const outside = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const

/** The host that a link leads to, as people read it. Empty for what is no address. */
export function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
}

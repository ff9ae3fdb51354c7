/** Path of a showcase's page. */
export function showcaseAddress(showcaseId: string): string {
  return `/vetrine/${encodeURIComponent(showcaseId)}`
}

/** Attributes of every link that a trader wrote: it opens in a new tab and sends no referrer. */
export const outside = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const

/** The host of a link, as people read it. Empty for a text that is no address. */
export function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, '') ?? ''
}

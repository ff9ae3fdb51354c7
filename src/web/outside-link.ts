const rel = 'noopener noreferrer nofollow'

/** Attributes of a link that leaves the site: it opens in a new tab, sends no referrer and recommends nothing to search engines. */
export const outsideLink = { target: '_blank', rel } as const

/** The same for a link that a trader wrote and visitors see. */
export const tradersLink = { target: '_blank', rel: `${rel} ugc` } as const

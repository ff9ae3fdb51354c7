import type { Viewer } from '#shared/viewer.ts'

/** The part of the dashboard's answer that the editor reads. */
export interface ShowcaseAuthor extends Viewer {
  /** The host of verification links. A link has this host or a subdomain of it. */
  myfxbook_host: string
}

/** The part of the dashboard's answer that the number of waiting showcases reads. */
export interface Moderator {
  admin: { review_count: number } | null
}

import type { Viewer } from '#shared/viewer.ts'

/** The part of the dashboard's answer that the editor reads. */
export interface ShowcaseAuthor extends Viewer {
  /** The host that a verification link must have, itself or a name below it. */
  myfxbook_host: string
}

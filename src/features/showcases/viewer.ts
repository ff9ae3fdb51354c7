import type { Viewer } from '#shared/viewer.ts'

/** The part of the dashboard's answer that the editor reads. */
export interface ShowcaseAuthor extends Viewer {
  /** Host of a verification link: the link has it, or a name below it. */
  myfxbook_host: string
}

/** A titled part of a published text. Plain text: both the dialog and the static pages draw it. */
export interface LegalSection {
  /** Where a link from another page leads. */
  id?: string
  title: string
  paragraphs: readonly string[]
  list?: readonly string[]
}

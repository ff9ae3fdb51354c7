/** A titled part of a text that the site publishes. Plain words: both the dialog and the static pages draw it. */
export interface LegalSection {
  title: string
  paragraphs: readonly string[]
  list?: readonly string[]
}

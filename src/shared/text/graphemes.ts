let segmenter: Intl.Segmenter | undefined

/** The number of visible characters in a text: letters with their marks count once. */
export function graphemes(text: string): number {
  segmenter ??= new Intl.Segmenter('it', { granularity: 'grapheme' })
  return [...segmenter.segment(text)].length
}

/** People's texts in one spelling: NFC, `\n` as line end, no blanks around. Null where nothing is left. */

/** Keeps lines, with at most one empty line between two of them. */
export function normaliseParagraphs(text: string): string | null {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\S\n]+/g, ' ')
  return (
    lines
      .replaceAll(/ ?\n ?/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .normalize('NFC')
      .trim() || null
  )
}

/** Makes one line of all lines. */
export function normaliseLine(text: string): string | null {
  return text.replaceAll(/\s+/g, ' ').normalize('NFC').trim() || null
}

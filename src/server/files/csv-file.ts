/** Where a spreadsheet would begin a formula, whichever sign it splits lines at: full-width signs, leading blanks and quotes included. */
const formula = /(?<=^|[;\t\r\n])(?=[\s\p{DI}"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu

/**
 * One value of a CSV file (RFC 4180). Texts stand in quotes, and one that a spreadsheet would take for a formula gets an apostrophe
 * before it: also in the middle, after a sign at which spreadsheets of other languages begin a new cell. Numbers stay numbers.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${text.replace(formula, "'").replaceAll('"', '""')}"`
}

/** One line with its end. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A whole file, written while its rows are read: by column, what stands under it. */
export async function* csvFile<R>(
  columns: Record<string, (row: R) => string | number | boolean | null>,
  batches: AsyncIterable<readonly R[]>,
): AsyncGenerator<string> {
  // Spreadsheets take a file without this mark for another alphabet.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  for await (const rows of batches) {
    yield rows.map((row) => csvLine(Object.values(columns).map((valueOf) => valueOf(row)))).join('')
  }
}

/** The places where a spreadsheet would begin a formula, at any separator, full-width signs, leading blanks and quotes included. */
const formula = /(?<=^|[;\t\r\n])(?=[\s\p{DI}"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu

/**
 * One value of a CSV file (RFC 4180). Texts stand in quotes. A text that a spreadsheet would take for a formula gets an apostrophe: also
 * in the middle, after a separator of spreadsheets in other languages. Numbers stay numbers.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${text.replace(formula, "'").replaceAll('"', '""')}"`
}

/** One line with its line break. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A whole file, written while its rows are read. @param columns the value under each heading */
export async function* csvFile<R>(
  columns: Record<string, (row: R) => string | number | boolean | null>,
  batches: AsyncIterable<readonly R[]>,
): AsyncGenerator<string> {
  // Without this mark spreadsheets read the file in another encoding.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  for await (const rows of batches) {
    yield rows.map((row) => csvLine(Object.values(columns).map((valueOf) => valueOf(row)))).join('')
  }
}

/** The places where a spreadsheet would begin a formula, at any separator, full-width signs, leading blanks and quotes included. */
const formula = /(?<=^|[;,\t\r\n])(?=[\s\p{DI}"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu

/**
 * `it` is for people with an Italian spreadsheet: `;` between values, a comma before decimals, and a mark at the beginning, without
 * which spreadsheets read the file in another encoding. `rfc4180` is for programs.
 */
export type CsvDialect = 'it' | 'rfc4180'

/** A decimal of any precision, which a number would round. */
export class DecimalText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * One value of a CSV file. Texts stand in quotes. A text that a spreadsheet would take for a formula gets an apostrophe: also
 * in the middle, after a separator of spreadsheets in other languages. Numbers stay numbers.
 */
export function csvCell(value: unknown, dialect: CsvDialect): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number' || value instanceof DecimalText) {
    const decimal = typeof value === 'number' ? String(value) : value.text
    return dialect === 'it' ? decimal.replace('.', ',') : decimal
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `"${text.replace(formula, "'").replaceAll('"', '""')}"`
}

/** One line with its line break. */
export function csvLine(values: readonly unknown[], dialect: CsvDialect = 'it'): string {
  return `${values.map((value) => csvCell(value, dialect)).join(dialect === 'it' ? ';' : ',')}\r\n`
}

/** The value under each heading. */
export type CsvColumns<R> = Record<string, (row: R) => string | number | boolean | null | DecimalText>

/** A whole file, written while its rows are read. */
export async function* csvFile<R>(
  columns: CsvColumns<R>,
  batches: AsyncIterable<readonly R[]>,
  dialect: CsvDialect,
): AsyncGenerator<string> {
  yield `${dialect === 'it' ? '\uFEFF' : ''}${csvLine(Object.keys(columns), dialect)}`
  for await (const rows of batches) {
    yield rows
      .map((row) =>
        csvLine(
          Object.values(columns).map((valueOf) => valueOf(row)),
          dialect,
        ),
      )
      .join('')
  }
}

import { date, day, time } from '#shared/format/format.ts'

/** The places where a spreadsheet would begin a formula, at any separator, full-width signs, leading blanks and quotes included. */
const formula = /(?<=^|[;,\t\r\n])(?=[\s\p{DI}"]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu

/**
 * `it` is for people with an Italian spreadsheet: `;` between values, a comma before decimals, `gg/mm/aaaa hh:mm` in Rome's time, Sì and No,
 * and a mark at the beginning, without which spreadsheets read the file in another encoding. `rfc4180` is for programs: instants stay
 * ISO-8601 UTC.
 */
export type CsvDialect = 'it' | 'rfc4180'

class WrittenText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A decimal of any precision, which a number would round. */
export class DecimalText extends WrittenText {}

/** An instant, ISO-8601 UTC with milliseconds. */
export class InstantText extends WrittenText {}

/** A UTC day, `YYYY-MM-DD`. */
export class DayText extends WrittenText {}

/**
 * One value of a CSV file. Texts stand in quotes. A text that a spreadsheet would take for a formula gets an apostrophe: also
 * in the middle, after a separator of spreadsheets in other languages. Numbers stay numbers.
 */
export function csvCell(value: unknown, dialect: CsvDialect): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return dialect === 'it' ? (value ? 'Sì' : 'No') : String(value)
  if (value instanceof InstantText)
    return dialect === 'it' ? `${date(value.text)} ${time(value.text)}` : `"${value.text}"`
  if (value instanceof DayText) return dialect === 'it' ? day(value.text) : `"${value.text}"`
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

type ValueOf<R> = (row: R) => string | number | boolean | null | DecimalText | InstantText

/**
 * The value under each heading. An instant is ISO-8601 UTC with milliseconds. Programs read the API's own spelling, where people read words.
 */
export type CsvColumns<R> = Record<
  string,
  ValueOf<R> | { instant: (row: R) => string | null } | { programs: ValueOf<R>; people: ValueOf<R> }
>

/** The time zone of the instants in a file for people. */
const zone = ' (ora italiana)'

/** A whole file, written while its rows are read. */
export async function* csvFile<R>(
  columns: CsvColumns<R>,
  batches: AsyncIterable<readonly R[]>,
  dialect: CsvDialect,
): AsyncGenerator<string> {
  const headings = Object.entries(columns).map(([name, column]) =>
    dialect === 'it' && 'instant' in column ? name + zone : name,
  )
  const values = Object.values(columns).map((column) => valuesOf(column, dialect))
  yield `${dialect === 'it' ? '\uFEFF' : ''}${csvLine(headings, dialect)}`
  for await (const rows of batches) {
    yield rows
      .map((row) =>
        csvLine(
          values.map((valueOf) => valueOf(row)),
          dialect,
        ),
      )
      .join('')
  }
}

function valuesOf<R>(column: CsvColumns<R>[string], dialect: CsvDialect): ValueOf<R> {
  if (typeof column === 'function') return column
  if ('people' in column) return dialect === 'it' ? column.people : column.programs
  return (row) => {
    const at = column.instant(row)
    return at === null ? null : new InstantText(at)
  }
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '#shared/testing/characters.ts'
import { csvCell, csvFile, csvLine, DayText, DecimalText, type CsvDialect } from './csv-file.ts'

/** The fields that a reader of RFC 4180 finds in one line. */
function readLine(line: string): string[] {
  const cells: string[] = []
  let rest = line.replace(/\r\n$/, '')
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"([,;]|$)/.exec(rest)
    const plain = /^([^",;\r\n]*)([,;]|$)/.exec(rest)
    const found = quoted ?? plain
    if (found === null) throw new Error(`no CSV: ${rest}`)
    cells.push(quoted ? (found[1] ?? '').replaceAll('""', '"') : (found[1] ?? ''))
    rest = rest.slice(found[0].length)
    if (found[2] === '') return cells
  }
}

/** Cells as a spreadsheet makes them that splits at another sign: quotes count at the beginning of a cell only. */
function cellsAt(separator: string, line: string): string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const [start = ''] = /^"(?:[^"]|"")*"/.exec(rest) ?? []
    const end = rest.slice(start.length).search(new RegExp(`[${separator}\\r\\n]`))
    const cell = end < 0 ? rest : rest.slice(0, start.length + end)
    cells.push(start === '' ? cell : cell.slice(1, start.length - 1).replaceAll('""', '"') + cell.slice(start.length))
    if (end < 0) return cells
    rest = rest.slice(cell.length + 1)
  }
}

test.each([',', ';', '\t'])('no cell is a formula where a spreadsheet splits at %j', (separator) => {
  const piece = fc.constantFrom(';', '=1+1', '+', '-5', '@SUM(A1)', '"', ',', '\n', '\t', '\r', ' ', '\u200B', 'Ada')
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      for (const cell of cellsAt(separator, csvLine(texts))) expect(cell).not.toMatch(/^[\s\u200B"]*[=+\-@＝＋－＠]/u)
    }),
    { numRuns: 3_000 },
  )
})

test('every text comes back, with an apostrophe where a spreadsheet would compute', () => {
  const starts = fc.constantFrom(
    '',
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '＝',
    '＋',
    '－',
    '＠',
    ' =',
    '\u200B=',
    '"',
    ',',
    '\n',
  )
  const text = fc.tuple(starts, fc.string({ unit: anyCharacter })).map(([start, end]) => start + end)
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.constantFrom('it', 'rfc4180'), (texts, dialect) => {
      const cells = readLine(csvLine(texts, dialect))
      const plain = (all: readonly string[]) => all.map((each) => each.replaceAll("'", ''))
      expect(plain(cells)).toEqual(plain(texts))
      for (const cell of cells) expect(cell).not.toMatch(/^[\s\u200B]*[=+\-@＝＋－＠]|^[\t\r\n]/u)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-5', `"'-5"`],
  ['Ada', '"Ada"'],
  ['Ada;=1+1', `"Ada;'=1+1"`],
  ['Ada - e Bruno', '"Ada - e Bruno"'],
  [-5.25, '-5.25'],
  [null, ''],
  [true, 'true'],
  [{ a: '=1' }, '"{""a"":""=1""}"'],
])('%j is written %s', (value, cell) => {
  expect(csvCell(value, 'rfc4180')).toBe(cell)
})

test('people get what an Italian spreadsheet reads, programs RFC 4180; a decimal of any precision stays whole', async () => {
  const columns = {
    nome: () => 'Ada; A',
    prezzo: () => -11.99,
    ricevuti: () => new DecimalText('0.123456789012345678'),
    attivo: () => true,
    nascosto: () => false,
    // Summer time and winter time of Rome, and another UTC day.
    dal: { instant: () => '2026-07-31T22:05:59.999Z' },
    al: { instant: () => '2026-11-24T17:20:00.000Z' },
    mai: { instant: () => null },
  }
  const file = async (dialect: CsvDialect) => {
    let text = ''
    for await (const part of csvFile(columns, batches(), dialect)) text += part
    return text
  }
  expect(await file('it')).toBe(
    '\uFEFF"nome";"prezzo";"ricevuti";"attivo";"nascosto";"dal (ora italiana)";"al (ora italiana)";"mai (ora italiana)"\r\n' +
      '"Ada; A";-11,99;0,123456789012345678;Sì;No;01/08/2026 00:05;24/11/2026 18:20;\r\n',
  )
  expect(await file('rfc4180')).toBe(
    '"nome","prezzo","ricevuti","attivo","nascosto","dal","al","mai"\r\n' +
      '"Ada; A",-11.99,0.123456789012345678,true,false,"2026-07-31T22:05:59.999Z","2026-11-24T17:20:00.000Z",\r\n',
  )
  expect(csvLine([new DayText('2026-11-24')])).toBe('24/11/2026\r\n')
  expect(csvLine([new DayText('2026-11-24')], 'rfc4180')).toBe('"2026-11-24"\r\n')
})

async function* batches() {
  yield [{}]
}

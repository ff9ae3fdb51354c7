import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

/** What a reader of RFC 4180 makes of one line. */
function readLine(line: string): string[] {
  const cells: string[] = []
  let rest = line.replace(/\r\n$/, '')
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"(,|$)/.exec(rest)
    const plain = /^([^",\r\n]*)(,|$)/.exec(rest)
    const found = quoted ?? plain
    if (found === null) throw new Error(`no CSV: ${rest}`)
    cells.push(quoted ? (found[1] ?? '').replaceAll('""', '"') : (found[1] ?? ''))
    rest = rest.slice(found[0].length)
    if (found[2] === '') return cells
  }
}

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
  const text = fc.tuple(starts, fc.string({ unit: 'binary' })).map(([start, end]) => start + end)
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
      const cells = readLine(csvLine(texts))
      expect(cells.map((cell, index) => (cell === texts[index] ? cell : cell.slice(1)))).toEqual(texts)
      for (const cell of cells) expect(cell).not.toMatch(/^[\s\u200B]*[=+\-@＝＋－＠]|^[\t\r\n]/u)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['@SUM(A1)', `'@SUM(A1)`],
  ['-5', `'-5`],
  [-5.25, '-5.25'],
  [null, ''],
  [true, 'true'],
  [{ a: '=1' }, '"{""a"":""=1""}"'],
])('%j is written %s', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

import { describe, expect, test } from 'vitest'
import { compileSource } from './compile.ts'
import type { Platform } from './translate.ts'

const platforms = ['MT4', 'MT5'] as const

/** An advisor with these lines inside a function, from line 4 on. */
function advisor(body: readonly string[], before: readonly string[] = []): string {
  return [
    '#property strict',
    ...before,
    'void Work(int whole, long large, double real, string text)',
    '{',
    ...body,
    '}',
  ]
    .concat(['void OnTimer()', '{', '  Work(1, 2, 3.0, "x");', '}'])
    .join('\n')
}

function compiled(platform: Platform, source: string, includes: Record<string, string> = {}): Promise<string> {
  return compileSource(platform, (name) => (name.startsWith('TopTrader.') ? source : (includes[name] ?? '')))
}

/** Numbers of the lines of the main file in which g++ finds errors. */
async function rejectedLines(platform: Platform, source: string): Promise<number[]> {
  const output = await compiled(platform, source).then(
    () => '',
    (error: Error) => error.message,
  )
  const lines = [...output.matchAll(/^ea\/TopTrader\.mq[45]:(\d+):\d+: error/gm)].map(([, line]) => Number(line))
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

/** Each of these lines alone must be refused, so each must be named. */
const wrong = [
  '  int a1 = NotThere(whole);',
  '  double a2 = MathRound(real, 2);',
  '  int a3 = undeclared;',
  '  int a4 = real;',
  '  int a5 = large;',
  '  int a6 = AccountInfoDouble(ACCOUNT_BALANCE);',
  '  double a7 = large;',
  '  string a8 = whole;',
  '  string a9 = text + whole;',
  '  int a10 = text;',
  '  text = real;',
  '  bool a11 = StringFind(text, 3) > 0;',
  '  string a12 = (string)real;',
  '  OP_BALANCE;',
  '  int a13[]; a13 = whole;',
  '  uint a14 = whole;',
]
const used = 'Print(a1, a3, a4, a5, a6, a8, a9, a10, a11, a12, a14, DoubleToString(a2 + a7), ArraySize(a13));'
const own = {
  MT4: [
    '  OrderSelect(0, SELECT_BY_POS);',
    '  StringTrimLeft(text, 1);',
    '  Print(IntegerToString(TimeTradeServer()));',
    '  Print(IntegerToString(GetTickCount64()));',
    '  HistorySelect(0, 1);',
  ],
  MT5: [
    '  string trimmed = StringTrimLeft(text); Print(trimmed);',
    '  Print(OrdersHistoryTotal());',
    '  Print(AccountNumber());',
    '  bool selected = OrderSelect(0, SELECT_BY_POS, MODE_HISTORY); Print(selected);',
  ],
}
const trading = {
  MT4: [
    '  Print(OrderSend("EURUSD", OP_BUY, 0.1, 1.1, 3, 0.0, 0.0));',
    '  Print(OrderClose(1, 0.1, 1.1, 3));',
    '  Print(OrderModify(1, 1.1, 0.0, 0.0, 0));',
    '  Print(OrderDelete(1));',
  ],
  MT5: ['  MqlTradeRequest request; MqlTradeResult result;', '  Print(OrderSend(request, result));', '  CTrade trade;'],
}

test.each(platforms)('%s has no trading function, not even one of the source', async (platform) => {
  for (const line of [...trading[platform], 'int OrderSend = 3;', '#define OrderClose 3']) {
    await expect(compiled(platform, advisor([line]))).rejects.toThrow(/:4: '\w+' (trades|is a name of)/)
  }
})

describe.each(platforms)('g++ refuses for %s, naming the line,', (platform) => {
  test('unknown functions, wrong arity, undeclared names, lossy and implicit conversions', async () => {
    const lines = [...wrong, ...own[platform]]
    const source = advisor([...lines, used])
    expect(await rejectedLines(platform, source)).toEqual(expect.arrayContaining(lines.map((_, index) => index + 4)))
  })
  test('unset or unused values, hidden names, paths without a return', async () => {
    const lines = [
      '  int unused = 3;',
      '  int unset;',
      '  Print(unset);',
      '  if (whole > 0) { int large = 4; Print(large); }',
      '  uint size = 3; if (whole < size) Print(size);',
      '  if (whole > 0 && large > 0 || real > 0.0) Print(whole);',
    ]
    const source = advisor(lines, ['int Sign(const int n) { if (n > 0) return 1; }'])
    expect(await rejectedLines(platform, source)).toEqual([2, 5, 7, 8, 9, 10])
  })
  test('a handler of another form', async () => {
    await expect(compiled(platform, '#property strict\nint OnTimer()\n{\n  return 0;\n}')).rejects.toThrow(
      'static assertion',
    )
  })
})

test('without g++ the error says which command installs it', async () => {
  const { PATH } = process.env
  process.env['PATH'] = ''
  try {
    await expect(compiled('MT5', advisor(['Print(whole + 1);']))).rejects.toThrow('apt-get install g++')
  } finally {
    process.env['PATH'] = PATH
  }
})

describe('the translator refuses', () => {
  test.each([
    ['a source without #property strict', 'void OnTimer() { }', '#property strict is missing'],
    ['libraries', '#import "user32.dll"\n#import\n', '#import is not for advisors'],
    ['arrays by value', 'void F(int values[]) { }', 'arrays are passed by reference only'],
    ['two dimensions', 'double points[10][3];', 'two dimensions'],
    ['words of C++', 'void F() { auto x = 3; }', "'auto' is no word of MQL"],
    ['pointers', 'void F() { p->x = 3; }', "'->'"],
    ['functions of the C library', 'int F(string s) { return strlen(s); }', "'strlen' - function not defined"],
    ['references outside parameters', 'void F() { int a = 1; int &b = a; }', 'a reference outside parameters'],
    ['texts without an operator', 'string s = "a" "b";', 'two texts without an operator'],
    ['octal numbers', 'int n = 010;', 'octal'],
    ['suffixes', 'long n = 10L;', 'suffix'],
    ['letters outside ASCII', 'string s = "è";', 'outside ASCII'],
    ['handlers that never run', 'void OnTrade() { }', 'OnTrade never runs on MT4'],
    ['a missing OnTimer', 'void OnTick() { }', 'OnTimer is missing', false],
  ])('%s', async (_, line, message, timer = true) => {
    const strict = line === 'void OnTimer() { }' ? '' : '#property strict\n'
    const source = `${strict}${line}\n${timer && strict !== '' ? 'void OnTimer() { }\n' : ''}`
    await expect(compiled('MT4', source)).rejects.toThrow(message)
  })
  test('naming file and line of an include', async () => {
    const source = '#property strict\n#include "include/a.mqh"\nvoid OnTimer() { }'
    const includes = { 'include/a.mqh': '// first\nint n = 010;' }
    await expect(compiled('MT5', source, includes)).rejects.toThrow('ea/include/a.mqh:2: 010')
  })
  test('include lines of another form', async () => {
    const source = '#property strict\n#include <Trade/Trade.mqh>\nvoid OnTimer() { }'
    await expect(compiled('MT5', source)).rejects.toThrow('An include line of another form')
  })
})

import { describe, expect, test } from 'vitest'
import { compileSource } from './compile.ts'

/** Forms that g++ takes and MetaEditor would not, each alone in an advisor without another error. */

const pair = 'struct A { int n; };'

/** A name, the lines before the function, the lines in it, and the refusal's text. */
const refused: readonly [name: string, before: string, body: string, message: string][] = [
  ['a loop over a range', '', 'int v[]; ArrayResize(v, 1); for (int x : v) Print(x);', 'a loop over a range'],
  ['and, or, not', '', 'if (whole > 0 and large > 0) Print(text);', "'and' is no word"],
  ['not', '', 'if (not (whole > 0)) Print(text);', "'not' is no word"],
  ['a statement in a condition', '', 'if (whole++; whole > 0) Print(whole);', 'a statement in a condition'],
  ['a declaration in a condition', '', 'while (int n = StringLen(text)) Print(n);', 'a declaration in a condition'],
  ['a closure', '', 'Print([&]() { return whole; }());', "'[' behind"],
  ['a list as a value', pair, 'A a{3}; Print(a.n);', "'{' behind 'a'"],
  ['a list as an argument', `${pair}\nint F(const A &a) { return a.n; }`, 'Print(F({3}));', "'{' behind '('"],
  ['a list as an answer', `${pair}\nA F() { return {3}; }`, 'A a = F(); Print(a.n);', "'{' behind 'return'"],
  ['a list with names', pair, 'A a = {.n = 3}; Print(a.n);', "'.' behind no name"],
  ['a value in brackets', '', 'int n(3); Print(n);', 'a value in brackets'],
  ['a member with a value', 'struct A { int n = 3; };', 'A a; Print(a.n);', 'a member with a value'],
  [
    'a static member with a value',
    'struct A { static const int n = 3; };',
    'A a; Print(a.n);',
    'a member with a value',
  ],
  ['a function by default', 'struct A { int n; bool operator==(const A &) const = default; };', '', 'a member with'],
  ['a field of bits', 'struct A { int n : 3; };', '', "':' among members"],
  ['an attribute', '[[maybe_unused]] int Z(int a) { return a; }', 'Print(Z(whole));', "'[' behind"],
  ['typedef', 'typedef long money;', 'money m = 3; Print(m);', "'typedef' is no word"],
  ['inline', 'inline int F() { return 1; }', 'Print(F());', "'inline' is no word"],
  ['mutable', 'struct A { mutable int n; };', 'A a; a.n = 1; Print(a.n);', "'mutable' is no word"],
  ['enum class', 'enum class E { one };', '', "'{' behind 'E'"],
  ['a structure without a name', 'struct { int n; } a;', '', "'{' behind 'struct'"],
  ['a structure in a function', '', 'struct B { int n; }; B b; b.n = 1; Print(b.n);', 'inside a function'],
  ['a structure by value', `${pair}\nint F(A a) { return a.n; }`, 'A a; a.n = 2; Print(F(a));', 'by reference only'],
  ['a date by value', 'int F(const MqlDateTime t) { return t.year; }', '', 'by reference only'],
  ['a structure behind ?', pair, 'A a, b; a.n = 1; b.n = 2; A c = whole > 0 ? a : b; Print(c.n);', "chosen by '?'"],
  [
    'a structure in a list behind ?',
    pair,
    'A v[2]; A b; b.n = 1; A c = whole > 0 ? b : v[0]; Print(c.n);',
    "chosen by '?'",
  ],
  ['a member of an answer', `${pair}\nA F() { A a; a.n = 1; return a; }`, 'Print(F().n);', "'.' behind no name"],
  ['members of C++', '', 'Print((int)text.size());', "'size' - function not defined"],
  ['pointers to numbers', '', 'int n = 1; int *p = &n; Print(*p);', 'a pointer'],
  ['addresses', 'void F(int &n) { n = 1; }', 'F(&whole);', 'a pointer'],
  ['references to temporaries', 'int F(int &&n) { return n; }', 'Print(F(3));', "'&&' behind a type"],
  ['types of two words', '', 'long int n = 3; Print(n);', "'long int' is no type"],
  ['types of C', '', 'time_t n = 3; Print(n);', "'time_t' is no type"],
  ['digits apart', '', "Print(1'000 + whole);", '000 would be octal'],
  ['texts with a prefix', '', 'Print(R"(a\\b)");', 'a text with a prefix'],
  ['half a choice', '', 'Print(whole ?: 3);', "'?:' without"],
  ['a function of the reference', 'int Digits() { return 5; }', 'Print(Digits());', "'Digits' is a name of"],
  ['a function of the other platform', 'int Hour() { return 5; }', 'Print(Hour());', "'Hour' is a name of"],
  ['a function that the host has not', 'int CopyRates(int a) { return a; }', '', "'CopyRates' is a name of"],
  ['a function that the host has', 'int StringLen(const int n) { return n; }', '', "'StringLen' is a name of"],
  ['a variable of the reference', 'int a = 3, Bars = 3;', 'Print(a + Bars);', "'Bars' is a name of"],
  ['a local of that name', '', 'double Ask = 1.0; Print(DoubleToString(Ask, 2));', "'Ask' is a name of"],
  ['a parameter of that name', 'int F(const int Point) { return Point; }', '', "'Point' is a name of"],
  ['a constant of that name', 'const int OP_BUY = 7;', 'Print(OP_BUY);', "'OP_BUY' is a name of"],
  ['a macro of that name', '#define Bid 3', 'Print(Bid);', "'Bid' is a name of"],
  ['an order of our own', 'int OrderSend(int a) { return a; }', 'Print(OrderSend(whole));', "'OrderSend' trades"],
  ['a local that hides a function', 'int Own() { return 1; }', 'int Own = 3; Print(Own);', "'Own' hides a function"],
  ['a name of 64 letters', '', `int ${'n'.repeat(64)} = 1;`, 'a name of more than 63'],
]

/** Forms that only g++ can find, each on a line of its own. */
const copies = [
  'Print(ByText("abc" + text));',
  'Print(ByNumber(3));',
  'Print(ByStructure(Made()));',
  'Print(text == "a" ? b.ByText("a") : 0);',
  'c = d;',
  'B e = b;',
]
const copied = [
  'struct A { int n; };',
  'struct B { int n[]; int ByText(const string &t) const { return ArraySize(n) + StringLen(t); } };',
  'A Made() { A a; a.n = 1; return a; }',
  'int ByText(const string &t) { return StringLen(t); }',
  'int ByNumber(const int &n, const string t = "") { return n + StringLen(t); }',
  'int ByStructure(const A &a);',
  'int ByStructure(const A &a) { return a.n; }',
]

/** Similar forms of MQL that must pass, all in one advisor. */
const taken = [
  [
    '#define LIMIT 3',
    'enum Kind { first, second = 4, };',
    'struct A { int n; double values[]; string Name() const { return "a"; } private: int hidden; public: void Hide(const int h) { hidden = h; } int Hidden() { return hidden; } };',
    'class Base { public: int n; };',
    'class Derived : public Base { public: int Twice() { return n * 2; } };',
    'A Made() { A a; ZeroMemory(a); a.n = 1; return a; }',
    'int Read(const A &a, const string &t, const int more = 2) { return a.n + StringLen(t) + more; }',
    'int Read(const string &t, const char &data[]) { return StringLen(t) + ArraySize(data); }',
    'template <typename T> T Twice(T a) { return a + a; }',
    'const string names[2] = {"a", "b"};',
    'int g_a = 1, g_b = -2;',
  ],
  [
    'A a = Made(); int x = 3, y = -x, z[3] = {1, 2, 3}; char data[]; string part = text;',
    'Derived d; d.n = x & y; d.n = x && y > 0 ? x : -y; Kind kind = second; a.Hide(x);',
    "for (int i = 0, n = LIMIT; i < n; i++) { if (i == 1) continue; Print(i, z[i], (long)x, long(whole), ' '); }",
    'switch (x) { case 1: { Print(Read(a, part)); break; } case 2: Print(Read(part, data)); break; default: Print(names[0]); }',
    'do { x--; } while (x > 0);',
    'string parts[]; int n = StringSplit(text, \',\', parts); Print(n, " ", parts[0], " ", (int)large);',
    'MqlDateTime t; TimeToStruct(TimeCurrent(), t); Print(t.year * 2, Twice(x), d.Twice(), a.Name(), a.Hidden(), (int)kind, !(x > y) ? a.n : b.n, 0x1F, 1e3 > real, g_a * g_b);',
  ],
] as const

const source = (before: string, body: string) =>
  `#property strict\n${before}\nvoid Work(int whole, long large, double real, string text)\n{\n${body}\n}\nvoid OnTimer()\n{\n  Work(1, 2, 3.0, "x");\n}\n`

describe('an advisor with', () => {
  test.each(refused)('%s is refused', async (_, before, body, message) => {
    await expect(compileSource('MT5', () => source(before, body))).rejects.toThrow(message)
  })
})

test.each(['MT4', 'MT5'] as const)('%s: correct MQL passes', async (platform) => {
  const [before, body] = taken
  const text = source(before.join('\n'), ['A b; b.n = 2;', ...body].join('\n'))
  await expect(compileSource(platform, () => text)).resolves.toMatch(/build/)
})

test('temporaries by reference and copies of arrays are refused, on their lines', async () => {
  const start = 'int c[]; int d[]; B b; ArrayResize(b.n, 1); Print(ArraySize(c), ArraySize(d));'
  const text = source(copied.join(' '), [start, ...copies, 'Print(ArraySize(e.n));'].join('\n'))
  const output = await compileSource('MT5', () => text).catch((error: Error) => error.message)
  const found = [...output.matchAll(/^ea\/TopTrader\.mq5:(\d+):\d+: error: use of deleted function/gm)]
  expect(found.map(([, line]) => Number(line))).toEqual(expect.arrayContaining(copies.map((_, index) => index + 6)))
})

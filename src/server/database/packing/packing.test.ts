import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPacking } from './packing.ts'

const { pack, unpack } = createPacking({ names: 'equity moving', at: 'end' }, 'balance equity at __proto__')

test('every JSON value is read as JSON would read it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(unpack(pack(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 2_000 },
  )
})

test('money, prices, times and any double come back bit for bit', () => {
  const number = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.integer({ min: 1_700_000_000, max: 1_700_009_000 }),
    fc.integer({ min: 1_700_000_000_000, max: 1_700_009_000_000 }),
    fc.integer().map((cents) => cents / 100),
    fc.integer().map((points) => points / 1e5),
  )
  fc.assert(
    fc.property(fc.array(number), (value) => {
      expect(unpack(pack(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 5_000 },
  )
})

test('texts of digits and of hexadecimal digits keep their form', () => {
  for (const text of [
    '0',
    '00',
    '700000040',
    '18446744073709551615',
    '9007199254740993',
    '-1',
    '6067ba8a0aff420c',
    'ABCDEF12',
    'abc',
    '1e3',
  ]) {
    expect(unpack(pack({ [text]: text }))).toEqual({ [text]: text })
  }
})

test('values that JSON leaves out are left out', () => {
  expect(unpack(pack({ balance: undefined, equity: Number.NaN, at: 1 }))).toEqual({ equity: null, at: 1 })
})

test('more values than the first byte can count', () => {
  const value = { balance: Array.from({ length: 300 }, (_, index) => index - 150), at: 'x'.repeat(9_000) }
  expect(unpack(pack(value))).toEqual(value)
})

test('a name of the list takes one byte, an amount of money few; what moves fills 32', () => {
  const head = 2
  expect(pack({ balance: 10049.22 }).length).toBe(head + 1 + 1 + 4)
  expect(pack({ balance: 5, equity: 0, at: 127 }).length).toBe(head + 1 + 6 + 32)
})

test('damaged bytes are refused, and never read as another value', () => {
  const bytes = pack({ balance: 10.5, at: ['EURUSD', 17, null] })
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => unpack(bytes.subarray(0, length))).toThrow('cut off')
  expect(() => unpack(Uint8Array.of(...bytes, 0))).toThrow('ends before')
  expect(() => unpack(Uint8Array.of(4, ...bytes.subarray(1)))).toThrow('format 4')
  expect(() => unpack(Uint8Array.of(1, 161, 200, 0))).toThrow('unknown name 200')
  expect(() => unpack(Uint8Array.of(1, 250))).toThrow('unknown mark 250')
})

test('bytes of the program before, in one part, are read', () => {
  expect(unpack(Uint8Array.of(1, 162, 0, 5, 1, 7))).toEqual({ balance: 5, equity: 7 })
})

test.for(['start', 'end'] as const)('what moves stands together at the %s, and keeps its length', (at) => {
  const packing = createPacking({ names: 'equity high', at }, 'equity balance high row')
  const valueOf = (equity: number, high: number) => ({ equity, balance: 'still', row: { high, balance: 'as before' } })
  const before = packing.pack(valueOf(100, 101))
  for (const value of [valueOf(102, 103), valueOf(10_000.25, 0.1 + 0.2)]) {
    const after = packing.pack(value)
    expect(after.length).toBe(before.length)
    const changed = [...after].flatMap((byte, place) => (byte === before[place] ? [] : [place]))
    const moving = at === 'start' ? 2 : after.length - 32
    expect(changed.every((place) => place >= moving && place < moving + 32)).toBe(true)
    expect(packing.unpack(after)).toEqual(value)
  }
})

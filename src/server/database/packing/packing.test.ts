import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPacking, partOf, together } from './packing.ts'

const { pack, unpack, unpackAlone } = createPacking('equity moving', 'balance equity at __proto__')

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

test('a packed value stays as it is while others are packed', () => {
  const value = { equity: 1, balance: 'first' }
  const packed = pack(value)
  pack({ equity: 22, balance: 'other', at: [1, 2, 3] })
  expect(unpack(packed)).toEqual(value)
})

test('more values than the first byte can count', () => {
  const value = { balance: Array.from({ length: 300 }, (_, index) => index - 150), at: 'x'.repeat(9_000) }
  expect(unpack(pack(value))).toEqual(value)
})

test('a name of the list takes one byte, an amount of money few', () => {
  expect(pack({ balance: 10049.22 }).still.length).toBe(1 + 1 + 4)
  const { moved, still } = pack({ balance: 5, equity: 0, at: 127 })
  expect([moved.length, still.length]).toEqual([1, 1 + 6])
})

test('damaged bytes are refused, and never read as another value', () => {
  const { still } = pack({ balance: 10.5, at: ['EURUSD', 17, null] })
  const bytes = Uint8Array.of(1, ...still)
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => unpackAlone(bytes.subarray(0, length))).toThrow('cut off')
  expect(() => unpackAlone(Uint8Array.of(...bytes, 0))).toThrow('ends before')
  expect(() => unpackAlone(Uint8Array.of(9, ...still))).toThrow('format 9')
  expect(() => unpackAlone(Uint8Array.of(1, 161, 200, 0))).toThrow('unknown name 200')
  expect(() => unpackAlone(Uint8Array.of(1, 250))).toThrow('unknown mark 250')
})

test('bytes of the program before, in one part, are read', () => {
  expect(unpackAlone(Uint8Array.of(1, 162, 0, 5, 1, 7))).toEqual({ balance: 5, equity: 7 })
})

test('bytes of the program before, filled up, with what moves at the end, are read', () => {
  const stays = [162, 0, 5, 1, 235]
  expect(unpackAlone(Uint8Array.of(2, stays.length, ...stays, 7, 0, 0, 0))).toEqual({ balance: 5, equity: 7 })
  expect(() => unpackAlone(Uint8Array.of(2, stays.length, ...stays, 7, 0, 3, 0))).toThrow('ends before')
})

const one = createPacking('equity high', 'equity balance high row')
const other = createPacking('last', 'last first')

test('each of the values that stand together comes back, and damaged ones are refused', () => {
  const value = fc.tuple(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }))
  fc.assert(
    fc.property(value, ([first, second]) => {
      const bytes = together([one.pack({ equity: first, row: second }), other.pack({ last: second, first })])
      expect(one.unpack(partOf(bytes, 0))).toEqual(JSON.parse(JSON.stringify({ equity: first, row: second })))
      expect(other.unpack(partOf(bytes, 1))).toEqual(JSON.parse(JSON.stringify({ last: second, first })))
    }),
    { numRuns: 2_000 },
  )
  const bytes = together([one.pack({ equity: 1.5 }), other.pack({ last: 2 })])
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => other.unpack(partOf(bytes.subarray(0, length), 1))).toThrow(/cut off|format/)
  expect(() => partOf(bytes, 2)).toThrow('cut off')
  expect(() => partOf(Uint8Array.of(3), 0)).toThrow('format 3')
})

test('the moving parts of all values are one range of bytes, and the others keep their place', () => {
  const valueOf = (equity: number, high: number) =>
    together([
      one.pack({ equity, balance: 'still', row: { high, balance: 'as before' } }),
      other.pack({ first: 'still', last: { equity } }),
    ])
  const before = valueOf(100, 101)
  const stays = Buffer.from('..as before..still..').length
  for (const [after, changes] of [
    [valueOf(102, 103), 3],
    [valueOf(10_000.25, 0.1 + 0.2), 24],
  ] as const) {
    expect((after.length - before.length) % 8).toBe(0)
    expect(Buffer.from(after.subarray(-stays))).toEqual(Buffer.from(before.subarray(-stays)))
    const first = after.findIndex((byte, place) => byte !== before[place])
    const last = after.findLastIndex((byte, place) => byte !== before[place - after.length + before.length])
    expect(last - first).toBeLessThanOrEqual(changes + 8)
  }
})

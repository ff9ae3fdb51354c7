import type { ClosedFigures } from '../closed-figures.ts'

/** The figures of an account's closed days, for how long they hold. */
export interface KnownFigures {
  account_id: string
  /** Another number: the rates of these days may be others. */
  rates: number
  closed: ClosedFigures
}

const numbers = [
  'today',
  'newest',
  'growth_90',
  'high_90',
  'drawdown_90',
  'trades_90',
  'growth_30',
  'start_drawdown',
  'month',
  'worst_month',
  'index',
  'index_low',
  'index_high',
  'line_digits',
] as const satisfies (keyof ClosedFigures)[]

const idBytes = 16
const numberBytes = 8
/** Beside the listed ones: the rates, and the two sums of `held`. */
const size = idBytes + numberBytes * (numbers.length + 3)

/** 152 bytes, with each number to its last bit. */
export function packFigures({ account_id, rates, closed }: KnownFigures): Buffer {
  const packed = Buffer.allocUnsafe(size)
  packed.write(account_id.replaceAll('-', ''), 'hex')
  const { scale, euro } = closed.held
  const values = [rates, scale, euro ?? Number.NaN, ...numbers.map((name) => closed[name])]
  for (const [index, value] of values.entries()) packed.writeDoubleLE(value, idBytes + numberBytes * index)
  return packed
}

/** Null for an empty value. */
export function unpackFigures(packed: Buffer): KnownFigures | null {
  if (packed.length === 0) return null
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  const at = (index: number) => view.getFloat64(idBytes + numberBytes * index, true)
  const closed = {} as Record<(typeof numbers)[number], number>
  for (const [index, name] of numbers.entries()) closed[name] = at(index + 3)
  const hex = packed.toString('hex', 0, idBytes)
  const euro = at(2)
  return {
    account_id: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    rates: at(0),
    closed: { ...closed, held: { scale: at(1), euro: Number.isNaN(euro) ? null : euro } },
  }
}

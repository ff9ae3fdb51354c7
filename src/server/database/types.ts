import { types } from 'pg'

type Parse = (text: string) => unknown

const parseTexts = types.getTypeParser(1009 as number) as (text: string) => unknown[]
const parsed = (elements: unknown[], parse: Parse): unknown[] =>
  elements.map((element) =>
    Array.isArray(element) ? parsed(element, parse) : typeof element === 'string' ? parse(element) : null,
  )

const asText: Parse = (text) => text

/**
 * PostgreSQL's types, by the type's number and that of its arrays (both fixed in the catalogue `pg_type`). Every other type arrives as
 * text, numeric and date among them.
 */
const known: readonly [type: number, array: number, parse: Parse][] = [
  [16, 1000, (text) => text === 't'], // bool
  [17, 1001, (text) => Buffer.from(text.slice(2), 'hex')], // bytea
  [19, 1003, asText], // name
  [20, 1016, Number], // int8
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [25, 1009, asText], // text
  [26, 1028, Number], // oid
  [114, 199, JSON.parse], // json
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [1042, 1014, asText], // bpchar
  [1043, 1015, asText], // varchar
  [1082, 1182, asText], // date
  [1184, 1185, parseInstant], // timestamptz
  [1700, 1231, asText], // numeric
  [2950, 2951, asText], // uuid
  [3802, 3807, JSON.parse], // jsonb
  [5069, 271, asText], // xid8
]

const parsers = new Map<number, Parse>(
  known.flatMap(([type, array, parse]) => [
    [type, parse],
    [array, (text: string) => parsed(parseTexts(text), parse)],
  ]),
)

/** pg's option `types`. */
export const typeParsers = { getTypeParser: (type: number) => parsers.get(type) ?? asText }

/** `2026-11-20 19:13:35.123456+00`, truncated to milliseconds: never use it as the key of a cursor. */
function parseInstant(text: string): string {
  // Connections are in UTC: nearly every instant has this form, and a Date takes ten times as long.
  if (text.charAt(10) === ' ' && text.endsWith('+00')) {
    const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0')
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
  }
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

/** A value that travels as JSON, for json and jsonb. */
export class Json {
  readonly text: string

  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** A value that a statement accepts as a parameter. */
export type Parameter = string | number | bigint | boolean | Date | Uint8Array | Json | null | readonly Parameter[]

/**
 * A parameter as pg sends it.
 * @throws TypeError for `undefined`, which pg would take as null, and for objects, which pg would take as JSON
 */
export function encodeParameter(value: unknown): unknown {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return value.map(encodeParameter)
  if (value instanceof Json) return value.text
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return value
  throw new TypeError(`a statement takes no ${value === undefined ? 'undefined' : typeof value}`)
}

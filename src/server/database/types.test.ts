import { expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'

const { sql } = await testDatabase()

const instant = '2026-11-20T19:13:35.123Z'

/** A value of each type, as PostgreSQL writes it and as a row carries it. */
const cases: readonly (readonly [type: string, text: string, value: unknown])[] = [
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['smallint', '-3', -3],
  ['integer', '7', 7],
  ['bigint', '9007199254740991', Number.MAX_SAFE_INTEGER],
  ['oid', '26', 26],
  ['real', '1.5', 1.5],
  ['double precision', '0.1', 0.1],
  ['double precision', 'Infinity', Infinity],
  ['numeric', '1.10', '1.10'],
  ['text', 'it’s "a", {b} \\ c', 'it’s "a", {b} \\ c'],
  ['varchar', 'x', 'x'],
  ['name', 'trader', 'trader'],
  ['uuid', '6ecd8c99-4036-403d-bf84-cf8400f67836', '6ecd8c99-4036-403d-bf84-cf8400f67836'],
  ['date', '2026-03-29', '2026-03-29'],
  ['timestamptz', '2026-11-20 20:13:35.123456+01', instant],
  ['timestamptz', '2026-11-20 19:13:35.123+00', instant],
  ['timestamptz', '2026-11-20 19:13:35.1299996+00', '2026-11-20T19:13:35.130Z'],
  ['timestamptz', '2026-11-20 19:13:35+00', '2026-11-20T19:13:35.000Z'],
  ['timestamptz', '0999-12-31 23:59:59.9+00', '0999-12-31T23:59:59.900Z'],
  ['bytea', '\\x00015cff', Buffer.from([0, 1, 92, 255])],
  ['json', '{"a": [1, null, "\\""]}', { a: [1, null, '"'] }],
  ['jsonb', '"text"', 'text'],
  ['char(3)', 'ab', 'ab '],
  ['xid8', '7', '7'],
]

test.each(cases)('%s %s, alone and in arrays', async (type, text, value) => {
  const [row] = await sql`
    select ${text}::${sql.unsafe(type)} as one, null::${sql.unsafe(type)} as none, '{}'::${sql.unsafe(type)}[] as empty,
           array[${text}, null]::${sql.unsafe(type)}[] as list, array[array[${text}]]::${sql.unsafe(type)}[][] as nested`
  expect(row).toEqual({ one: value, none: null, empty: [], list: [value, null], nested: [[value]] })
})

/** Statements compute with the spans of a day; no row brings them. */
const unread = ['tstzmultirange']

test('every column’s type is tested here', async () => {
  const columns = await sql<{ type: string }[]>`
    select distinct format_type(atttypid, null) as type from pg_attribute
      join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`
  const tried = await sql<{ type: string }[]>`
    select format_type(type::regtype, null) as type from unnest(${cases.map(([type]) => type)}::text[]) as type`
  const all = new Set([...unread, ...tried.flatMap(({ type }) => [type, `${type}[]`])])
  expect(columns.map(({ type }) => type).filter((type) => !all.has(type))).toEqual([])
  expect(columns.length).toBeGreaterThan(5)
})

test('a type that is not listed stays text, in arrays too', async () => {
  const hour = sql`'01:00:00'::interval`
  expect(await sql`select ${hour} as one, array[${hour}] as list`).toEqual([{ one: '01:00:00', list: '{01:00:00}' }])
})

const at = new Date(instant)
test.each([
  ['text', 'it’s', 'it’s'],
  ['integer', 7, 7],
  ['bigint', 2n ** 53n - 1n, Number.MAX_SAFE_INTEGER],
  ['double precision', 0.1, 0.1],
  ['boolean', false, false],
  ['timestamptz', at, instant],
  ['bytea', Buffer.from([0, 255]), Buffer.from([0, 255])],
  ['bytea', new Uint8Array([1, 2]), Buffer.from([1, 2])],
  ['text', null, null],
  ['jsonb', sql.json({ a: [1, { b: null }] }), { a: [1, { b: null }] }],
  ['jsonb', sql.json('text'), 'text'],
  ['text[]', ['a,b', '"', '\\', '', null, 'NULL', '{}'], ['a,b', '"', '\\', '', null, 'NULL', '{}']],
  ['text[]', [], []],
  ['integer[]', [1, 2], [1, 2]],
  ['boolean[]', [true, false], [true, false]],
  [
    'integer[]',
    [
      [1, 2],
      [3, 4],
    ],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['timestamptz[]', [at], [instant]],
  ['bytea[]', [Buffer.from([0, 255])], [Buffer.from([0, 255])]],
  ['jsonb[]', [sql.json({ a: '"' })], [{ a: '"' }]],
] as const)('a parameter of the type %s: %o', async (type, value, found) => {
  expect(await sql`select ${value}::${sql.unsafe(type)} as value`).toEqual([{ value: found }])
})

test.each([
  ['undefined', undefined],
  ['undefined in an array', ['a', undefined]],
  ['an object', { a: 1 }],
  ['a function', () => 1],
  ['a date that is none', new Date(NaN)],
])('%s is refused', async (_what, value) => {
  await expect(sql`select ${value as never}::text as value`).rejects.toThrow(/takes no|Invalid time value/)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compiledObject } from './compiled-object.ts'

const said = { error: () => 'no object' }
const limited = z.number().check(z.gte(-5), z.lte(5))

/** The same schema by either way to make an object. */
function schemaBy(object: typeof z.object | typeof compiledObject) {
  const make = object as typeof compiledObject
  const inner = make({ id: z.string(), size: limited, note: z.optional(z.string()) }, said)
  const some = z.discriminatedUnion('kind', [
    make({ kind: z.literal('a'), items: z.array(inner) }),
    make({ kind: z.literal('b'), flag: z.boolean() }),
  ])
  return make({ inner, some, size: z.optional(limited.check(z.overwrite((size) => Math.max(size, 0)))) }, said).check(
    z.refine(({ inner: { id } }) => id !== 'odd', { path: ['inner', 'id'], error: 'odd' }),
  )
}
const plain = schemaBy(z.object)
const compiled = schemaBy(compiledObject)

const sent = fc.record(
  {
    inner: fc.record({ id: fc.constantFrom('odd', 'even', '__proto__'), size: fc.integer({ min: -7, max: 7 }) }),
    some: fc.oneof(
      fc.record({ kind: fc.constant('a'), items: fc.array(fc.record({ id: fc.string(), size: fc.double() })) }),
      fc.record({ kind: fc.constant('b'), flag: fc.boolean(), more: fc.anything() }),
    ),
    size: fc.integer({ min: -7, max: 7 }),
  },
  { requiredKeys: [] },
)
const mutated = fc
  .tuple(sent, fc.jsonValue(), fc.constantFrom('inner', 'some', 'size', '__proto__', 'other'))
  .map(([body, value, key]): unknown =>
    JSON.parse(
      `{${JSON.stringify(body).slice(1, -1)}${Object.keys(body).length > 0 ? ',' : ''}${JSON.stringify(key)}:${JSON.stringify(value)}}`,
    ),
  )

test('a compiled object accepts, changes and refuses what a plain one does, with the same errors', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.oneof(sent, mutated, fc.jsonValue(), fc.anything()), (body) => {
      const [one, other] = [plain.safeParse(body), compiled.safeParse(body)]
      if (one.success) accepted += 1
      expect(other.success).toBe(one.success)
      expect(other.data).toEqual(one.data)
      expect(other.error?.issues).toEqual(one.error?.issues)
    }),
    { numRuns: 2_000 },
  )
  // About 120 of 2,000; the bodies are random.
  expect(accepted).toBeGreaterThan(50)
})

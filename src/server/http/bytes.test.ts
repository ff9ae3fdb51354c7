import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { finishAnswer, takesBrotli } from './bytes.ts'

test.each([
  [undefined, false],
  ['', false],
  ['gzip, deflate, br, zstd', true],
  ['br;q=0', false],
  ['gzip, br;q=0.000, *', false],
  ['br; q=0.5', true],
  ['BR;Q=1', true],
  ['*', true],
  ['*;q=0', false],
  ['identity', false],
  ['identity;q=1, br;q=0.5', false],
  ['identity;q=0.2, br;q=0.5', true],
  ['abr, x-br', false],
  ['br;q=much', false],
])('Accept-Encoding %s: brotli %s', (header, expected) => {
  expect(takesBrotli(header)).toBe(expected)
})

const described = endpoint({
  method: 'GET',
  path: '/api/told',
  access: 'public',
  summary: 'Tells a name',
  response: z.object({ people: z.array(z.object({ name: z.string() })) }),
  errors: [],
})

test('ready bytes hold what the endpoint declares and nothing else', () => {
  const people = [{ name: 'Anna', email: 'anna@example.org' }]
  const { identity } = finishAnswer(described, { people })
  expect(JSON.parse(identity.toString())).toEqual({ people: [{ name: 'Anna' }] })
  expect(() => finishAnswer(described, { people: [{ name: 5 as unknown as string }] })).toThrow('name')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createByteStore } from './byte-store.ts'

test('each slot has the value that was set last, whatever grows, shrinks and goes', () => {
  const change = fc.record({ slot: fc.nat(19), length: fc.oneof(fc.nat(200), fc.nat(700_000)), byte: fc.nat(255) })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const store = createByteStore()
      const expected = new Map<number, Buffer>()
      for (const { slot, length, byte } of changes) {
        const value = Buffer.alloc(length, byte)
        store.set(slot, value)
        expected.set(slot, value)
      }
      for (let slot = 0; slot < 20; slot += 1)
        expect(store.get(slot).equals(expected.get(slot) ?? Buffer.alloc(0))).toBe(true)
    }),
    { numRuns: 100 },
  )
})

test('space that values leave is used again', () => {
  const store = createByteStore()
  const chunks = new Set<Buffer>()
  for (let round = 0; round < 2_000; round += 1) {
    const slot = round % 100
    store.set(slot, Buffer.alloc(500 + ((round * 37) % 900), round))
    chunks.add(store.chunk(slot))
  }
  expect(chunks.size).toBe(1)
})

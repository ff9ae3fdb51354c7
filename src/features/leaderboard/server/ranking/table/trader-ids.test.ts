import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idOf } from '../../testing/invented-trader.ts'
import { createSlotIndex } from './slot-index.ts'
import { createTraderIds } from './trader-ids.ts'

test('an index of slots finds what a map finds, however many keys share a hash', () => {
  const step = fc.record({ key: fc.integer({ min: 1, max: 400 }), isAdded: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 2_000 }), fc.constantFrom(1, 7, 1_000, 0xffffffff), (steps, hashes) => {
      const index = createSlotIndex()
      const known = new Set<number>()
      // The key of a slot is its number. Few hashes stand close together, also at the end of the places.
      const hashOf = (slot: number) => (0xfffffff0 + (slot % hashes)) >>> 0
      for (const { key, isAdded } of steps) {
        const wasThere = index.delete(hashOf(key), key)
        expect(wasThere).toBe(known.has(key))
        if (isAdded) index.add(hashOf(key), key)
        known[isAdded ? 'add' : 'delete'](key)
      }
      for (let slot = 1; slot <= 400; slot += 1)
        expect(index.find(hashOf(slot), (found) => found === slot)).toBe(known.has(slot) ? slot : 0)
    }),
    { numRuns: 60 },
  )
})

test('an index of slots grows and keeps them', () => {
  const index = createSlotIndex()
  const slots = Array.from({ length: 50_000 }, (_, place) => place + 1)
  const hashOf = (slot: number) => Math.imul(slot, 0x9e3779b1) >>> 0
  for (const slot of slots) index.add(hashOf(slot), slot)
  expect(slots.filter((slot) => index.find(hashOf(slot), () => true) !== slot)).toEqual([])
})

test('ids are found by their text alone, and compare as their texts', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 40 }), (texts) => {
      const ids = createTraderIds()
      for (const [place, text] of texts.entries()) ids.set(place + 1, text)
      const slots = texts.map((_, place) => place + 1)
      expect(slots.map(ids.of)).toEqual(texts)
      expect(texts.map(ids.slotOf)).toEqual(slots)
      expect(slots.toSorted(ids.compare).map(ids.of)).toEqual(texts.toSorted())
      const [text = ''] = texts
      const unlike = [
        text.toUpperCase(),
        text.replace('-', '0'),
        `${text} `,
        text.slice(1),
        text.replace('-', ''),
        'nobody',
        '',
      ]
      expect(unlike.filter((one) => one !== text).map(ids.slotOf)).toEqual(
        unlike.filter((one) => one !== text).map(() => 0),
      )
      ids.delete(1)
      expect([ids.of(1), ids.slotOf(text), ids.isUsed(1)]).toEqual(['', 0, false])
    }),
  )
  expect(() => createTraderIds().set(1, 'trader-1')).toThrow(TypeError)
})

test('a trader who stays while the slots are read is among them; one who takes a slot that was passed comes last', () => {
  const ids = createTraderIds()
  for (let slot = 1; slot <= 5; slot += 1) ids.set(slot, idOf(slot))
  const before = ids.copy()
  const read: string[] = []
  for (const slot of ids.slots()) {
    if (read.length === 2) {
      for (const gone of [1, 4]) ids.delete(gone)
      ids.set(1, idOf(40))
      ids.set(4, idOf(10))
      ids.set(6, idOf(60))
    }
    read.push(ids.of(slot))
  }
  expect(read).toEqual([1, 2, 3, 10, 5, 60, 40].map(idOf))
  expect([1, 4, 6].map(before)).toEqual([idOf(1), idOf(4), ''])
})

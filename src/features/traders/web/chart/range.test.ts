import { expect, test } from 'vitest'
import { chosenRange, daysOf, rangeText } from './range.ts'

const whole = { from: '2026-01-10', to: '2026-03-31' }

test('a period of the address is a number of days, two days, or everything', () => {
  expect(chosenRange('30', whole)).toEqual({
    window: '30',
    range: { from: '2026-03-02', to: '2026-03-31' },
    isKnown: true,
  })
  expect(chosenRange('2026-02-01..2026-02-10', whole)).toEqual({
    window: 'own',
    range: { from: '2026-02-01', to: '2026-02-10' },
    isKnown: true,
  })
  expect(chosenRange(null, whole)).toEqual({ window: 'all', range: whole, isKnown: true })
})

test.each([
  '31',
  'all',
  'toString',
  '2026-02-31..2026-03-01',
  '2026-03-01..2026-02-01',
  '2025-01-01..2025-02-01',
  '2026-04-01..2026-05-01',
  '2026-02-01',
  '..',
  '<script>',
])('%s is no period: the whole history, said to be so', (text) => {
  expect(chosenRange(text, whole)).toEqual({ window: 'all', range: whole, isKnown: false })
})

test('two days make a range in either order', () => {
  expect(rangeText('2026-02-10', '2026-02-01')).toBe('2026-02-01..2026-02-10')
})

test('an axis has every day, and neighbours for a single one', () => {
  expect(daysOf({ from: '2026-02-27', to: '2026-03-02' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(daysOf({ from: '2026-03-01', to: '2026-03-01' })).toEqual(['2026-02-28', '2026-03-01', '2026-03-02'])
})

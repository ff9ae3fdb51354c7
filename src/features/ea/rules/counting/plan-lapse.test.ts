import { expect, test } from 'vitest'
import { planLapse } from './plan-lapse.ts'

const line = (created_at: number, until_after: number, tier = 'basic') => ({ tier, until_after, created_at })

test.each([
  ['no ledger', [], null],
  ['covered', [line(0, 500)], null],
  ['covered to the end exactly', [line(0, 200)], null],
  ['renewed in time', [line(0, 150), line(120, 500)], null],
  ['ended and renewed', [line(0, 150), line(170, 500)], { from: 150, until: 170 }],
  ['ended before the first of the two', [line(0, 50), line(170, 500)], { from: 100, until: 170 }],
  ['never renewed', [line(0, 150)], { from: 150, until: 200 }],
  ['twice', [line(0, 110), line(120, 130), line(190, 500)], { from: 110, until: 190 }],
  ['cancelled and given again', [line(0, 500), line(140, 140), line(160, 500)], { from: 140, until: 160 }],
  ['the other plan goes on', [line(0, 150), line(0, 180, 'diamond'), line(170, 500)], null],
  ['given after the second', [line(0, 150), line(220, 500)], { from: 150, until: 200 }],
  ['the first plan began between the two', [line(130, 500)], { from: 100, until: 130 }],
  [
    'two lines at once, the first of them short',
    [line(0, 150), line(160, 160), line(160, 500)],
    { from: 150, until: 160 },
  ],
] as const)('%s', (_name, lines, lapse) => {
  expect(planLapse(lines, 100, 200)).toEqual(lapse)
})

import { expect, test } from 'vitest'
import { sharedTokenMessage } from '#features/ea/rules/reception/messages.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { forgedStory, lies, valuesAt } from './forged.ts'
import { oddStory } from './honest/odd-story.ts'
import { plainStory } from './honest/plain.ts'
import { playEnv, playPort } from './product.ts'
import { evaluated } from './report.ts'
import { playScene } from './scene.ts'

/** The part of the forger's suite that every change must pass; `npm run forge` plays the rest. */

/** Lies that are caught, with every number in the middle of its range. */
const caught = [
  'credit in the first snapshot',
  'equity a little high',
  'winners larger than their prices give',
  'losers smaller than their prices give',
  'commissions of an agent',
  'a deposit left out of the history',
  'a daily gain on an exchange account',
  'trades of hours that were never open',
  'trades reported when their outcome is known',
  'a loss at the first sync that was never there',
  'winners by a closing order, larger than they were',
  'losing exits as charges',
]

const kernel = await testKernel({ env: playEnv })
const app = await testApp(kernel, registerCheckedEa)
const url = await app.listen(playPort)
const forged = lies
  .filter(({ name }) => caught.includes(name))
  .map((lie, index) => ({ ...forgedStory(100 + index, [{ lie, values: valuesAt(lie, []) }]), days: 5 }))
const plain = [1, 2, 3, 5, 6, 8].map((seed) => ({ ...plainStory(seed), days: 3, every: 60 }))
const odd = Array.from({ length: 60 }, (_, seed) => oddStory(2 * seed))
  .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)
  .map((story) => ({ ...story, days: story.every === 5 ? 0.5 : 2 }))
const honest = [...plain, ...odd]
const played = evaluated(await playScene({ kernel, url }, [...forged, ...honest]))

test.each(caught.map((name) => [name] as const))('%s gains nothing unnoticed', (name) => {
  const one = played.find(({ outcome }) => outcome.story.name === name)
  expect(one).toMatchObject({ passed: true })
})

test('honest accounts are not held, and their figures are those of a direct reading of the formula', () => {
  const fair = played.filter(({ outcome }) => outcome.story.kind === 'honest')
  expect(fair).toHaveLength(honest.length)
  for (const { outcome, off } of fair) {
    expect(outcome.samples.length).toBeGreaterThan(0)
    expect(outcome.samples.filter(({ held }) => held)).toEqual([])
    expect(off).toBeLessThan(1e-3)
  }
})

test('a trader with the advisor on two computers reads why the token was taken back, and what to do', () => {
  const two = played.find(({ outcome }) => outcome.story.name === 'PC and VPS each five minutes')
  expect(two?.outcome.refusals).toEqual([expect.stringContaining(sharedTokenMessage)])
  expect(two?.outcome.samples.at(-1)).toMatchObject({ held: false, place: expect.any(Number) })
})

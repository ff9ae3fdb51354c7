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
import type { Story } from './story.ts'

/** The part of the forger's suite that every change must pass; `npm run forge` plays the rest. */

/** Every lie that a rule can find, with each number in the middle of its range. */
const caught = lies.filter(({ beyond }) => beyond === undefined).map((lie) => ({ lie, values: valuesAt(lie, []) }))

/** Numbers with which a search once found a gain above the bar. */
const found = [
  { name: 'closes far ahead of the market', seed: 1019, values: { moves: 4, share: 0.65 } },
  { name: 'losing exits as small gains, the rest as a clearing', seed: 1126, values: { share: 0.65, gain: 0.002 } },
  { name: 'tolerance pumped by deposits and withdrawals', seed: 1021, values: { size: 17.367, high: 0.005, hours: 2 } },
].flatMap(({ name, seed, values }) => lies.filter((lie) => lie.name === name).map((lie) => ({ lie, values, seed })))

/** As long as the climbs that found these gains: a lie needs days to gain, and a case has a day to follow. */
const forgedDays = 6

/** A weekend ends within the seventh day. */
function daysOf({ name, every }: Story): number {
  if (name.includes('weekend')) return 7
  return every === 5 ? 0.5 : 2
}

const kernel = await testKernel({ env: playEnv })
const app = await testApp(kernel, registerCheckedEa)
const url = await app.listen(playPort)
const forged = [...caught.map((one, index) => ({ ...one, seed: 100 + index })), ...found].map(
  ({ lie, values, seed }) => ({ ...forgedStory(seed, [{ lie, values }]), days: forgedDays }),
)
const plain = [1, 2, 3, 5, 6, 8].map((seed) => ({ ...plainStory(seed), days: 3, every: 60 }))
const odd = Array.from({ length: 60 }, (_, seed) => oddStory(2 * seed))
  .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)
  .map((story) => ({ ...story, days: daysOf(story) }))
const honest = [...plain, ...odd]
const played = evaluated(await playScene({ kernel, url }, [...forged, ...honest]))

test.each(forged.map(({ name, seed }) => [name, seed] as const))(
  '%s (seed %i) gains nothing unnoticed',
  (name, seed) => {
    const one = played.find(({ outcome: { story } }) => story.name === name && story.seed === seed)
    expect(one).toMatchObject({ passed: true })
  },
)

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

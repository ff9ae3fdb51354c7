import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { versionOf } from '#shared/share-image.ts'
import { shareTexts } from '../../og.ts'
import type { ShowcaseAnswer } from '../service.ts'
import { registerShareImages } from './routes.ts'

const words = Array.from({ length: 1 << 18 }, (_, index) =>
  (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0'),
)
const seeds = [0x811c9dc5, 0x9747b28c] as const

function after(state: number, text: string): number {
  let value = state
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value
}

/** Two taglines that give pictures of two traders one version: computed within a second. */
function colliding(prefixes: readonly [string, string]): [string, string] {
  const [[one, oneB], [two, twoB]] = prefixes.map((text) => seeds.map((seed) => after(seed, text))) as [
    [number, number],
    [number, number],
  ]
  const firsts = new Map(words.map((word) => [after(one, word), word]))
  const second = words.find((word) => firsts.has(after(two, word))) ?? ''
  let state = after(two, second)
  const first = firsts.get(state) ?? ''
  // Both have the same first half from here on: pairs of words that leave it unchanged.
  const pairs = Array.from({ length: 18 }, (): [string, string] => {
    const known = new Map<number, string>()
    for (const word of words) {
      const next = after(state, word)
      const other = known.get(next)
      if (other !== undefined) {
        state = next
        return [other, word]
      }
      known.set(next, word)
    }
    throw new Error('no pair')
  })
  const endings = (start: number): Map<number, number> => {
    let ends: [number, number][] = [[start, 0]]
    for (const [index, [left, right]] of pairs.entries()) {
      ends = ends.flatMap(([value, chosen]): [number, number][] => [
        [after(value, left), chosen],
        [after(value, right), chosen | (1 << index)],
      ])
    }
    return new Map(ends)
  }
  const [ones, twos] = [endings(after(oneB, first)), endings(after(twoB, second))]
  const tail = (chosen: number) => pairs.map((pair, index) => pair[(chosen >> index) & 1]).join('')
  for (const [value, chosen] of ones) {
    const other = twos.get(value)
    if (other !== undefined) return [first + tail(chosen), second + tail(other)]
  }
  throw new Error('no collision')
}

test('texts that were constructed to have the version of another showcase get no picture of it', async () => {
  const kernel = await testKernel()
  const showcaseOf = (username: string, title: string): ShowcaseAnswer['showcase'] =>
    ({
      showcase_id: kernel.secrets.newId(),
      title,
      trader_username: username,
      trader_info: { display_name: 'Anna' },
      profile: { display_name: 'Anna' },
      performance: { roi_percentage: null, drawdown_max: null },
      verified: null,
      verification_level: null,
      current_rank: null,
    }) as never
  const prefixOf = (username: string) => {
    const texts = shareTexts(showcaseOf(username, '|'))
    const hashed = (drawing: number) => JSON.stringify([drawing, texts])
    const drawing = Array.from({ length: 100 }, (_, index) => index).find((number) => {
      const halves = seeds.map((seed) => (after(seed, hashed(number)) >>> 0).toString(16).padStart(8, '0'))
      return halves.join('') === versionOf(texts)
    })
    const drawn = hashed(drawing ?? 0)
    return drawn.slice(0, drawn.indexOf('|'))
  }
  const titles = colliding([prefixOf('anna.uno'), prefixOf('anna.due')])
  const both = [showcaseOf('anna.uno', titles[0]), showcaseOf('anna.due', titles[1])] as const
  const [version, other] = both.map((showcase) => versionOf(shareTexts(showcase)))
  expect(version).toBe(other)
  const app = await testApp(kernel, async (server) =>
    registerShareImages(server, {
      detail: async (id) => ({ showcase: both.find(({ showcase_id }) => showcase_id === id) }) as ShowcaseAnswer,
    }),
  )
  const [one, two] = await Promise.all(
    both.map(({ showcase_id }) => app.inject(`/og/vetrine/${showcase_id}.png?v=${version}`)),
  )
  expect([one?.statusCode, two?.statusCode]).toEqual([200, 200])
  expect(one?.headers['etag']).not.toBe(two?.headers['etag'])
})

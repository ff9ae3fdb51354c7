import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { storyBase } from './testing/base.ts'
import { finalErrors } from './testing/final-checks.ts'
import { stories, type Story } from './testing/story.ts'
import { openShop, play } from './testing/storyteller.ts'

/** Stories in one run of the suite. `TORTURE_RUNS=5000` plays thousands; `TORTURE_SEED` plays the same ones again. */
const runs = Number(process.env['TORTURE_RUNS'] ?? 50)
const seed = Number(process.env['TORTURE_SEED'] ?? Date.now() % 2 ** 31)
const roundsMost = 14
const millisecondsPerStory = 5_000

vi.setConfig({ testTimeout: 60_000 + runs * millisecondsPerStory })

const base = storyBase()

async function errorsOf(story: Story): Promise<string[]> {
  const shop = await openShop(base)
  try {
    await play(shop, story)
    return await finalErrors(shop)
  } finally {
    await shop.close()
  }
}

/** An order whose payment waits, and a genuine notification that calls it paid. */
const lied: Story = [
  [{ action: { do: 'create', on: 0, trader: 0, plan: 'monthly', coin: null }, after: 0 }],
  [{ action: { do: 'pay', invoice: -1, status: 'waiting', share: 0, kind: 'root' }, after: 0 }],
  [{ action: { do: 'lie', payment: -1 }, after: 0 }],
]

/** Two orders of two buyers, both paid, nothing delivered yet. */
const twoPaid: Story = [0, 1].flatMap((trader): Story => [
  [{ action: { do: 'create', on: trader, trader, plan: 'monthly', coin: null }, after: 0 }],
  [{ action: { do: 'pay', invoice: -1, status: 'finished', share: 1, kind: 'root' }, after: 0 }],
])

/** An order that was paid, and the provider asked about it. */
const answered: Story = [
  [{ action: { do: 'create', on: 1, trader: 1, plan: 'monthly', coin: null }, after: 0 }],
  [{ action: { do: 'pay', invoice: -1, status: 'finished', share: 1, kind: 'root' }, after: 0 }],
  [{ action: { do: 'deliver', on: 1, sent: -1, times: 1, altered: false }, after: 0 }],
  [{ action: { do: 'job', on: 1 }, after: 0 }],
]

/** Both servers' jobs, each minute. */
const minutely = (count: number): Story =>
  Array.from({ length: count }, (_, minute): Story => [
    [{ action: { do: 'jump', ms: MINUTE_MS }, after: 0 }],
    [
      { action: { do: 'job', on: minute % 2 }, after: 0 },
      { action: { do: 'job', on: 1 }, after: minute },
    ],
  ]).flat()

/** Stories that once ended wrong. */
const recorded: Record<string, Story> = {
  'case 44: failed with all its money, then confirmed, and only the schedule sees it': [
    [{ action: { do: 'create', on: 0, trader: 0, plan: 'basic_monthly', coin: null }, after: 0 }],
    [{ action: { do: 'pay', invoice: -1, status: 'failed', share: 1, kind: 'root' }, after: 0 }],
    [{ action: { do: 'reconcile', on: 1, order: -1, by: 'owner' }, after: 0 }],
    [{ action: { do: 'deliver', on: 1, sent: -1, times: 1, altered: false }, after: 0 }],
    [{ action: { do: 'move', payment: -1, status: 'confirmed', share: null }, after: 0 }],
  ],
  'cases 39, 42: another currency first, then the right payment, whose notification is lost': [
    [{ action: { do: 'create', on: 0, trader: 0, plan: 'basic_monthly', coin: null }, after: 0 }],
    [{ action: { do: 'pay', invoice: -1, status: 'sending', share: 1, kind: 'euro' }, after: 0 }],
    [{ action: { do: 'deliver', on: 0, sent: -1, times: 1, altered: false }, after: 0 }],
    [{ action: { do: 'job', on: 0 }, after: 0 }],
    [{ action: { do: 'pay', invoice: -1, status: 'sending', share: 1, kind: 'root' }, after: 0 }],
  ],
  'case 54: denied, then one question in vain twenty minutes later, then a second genuine claim of what is not so': [
    ...lied,
    [{ action: { do: 'deliver', on: 0, sent: -1, times: 1, altered: false }, after: 0 }],
    [{ action: { do: 'job', on: 0 }, after: 0 }],
    [{ action: { do: 'jump', ms: 20 * MINUTE_MS }, after: 0 }],
    [{ action: { do: 'mode', mode: 'down' }, after: 0 }],
    [{ action: { do: 'job', on: 1 }, after: 0 }],
    [{ action: { do: 'lie', payment: -1 }, after: 0 }],
    [{ action: { do: 'deliver', on: 1, sent: -1, times: 1, altered: false }, after: 0 }],
    [{ action: { do: 'job', on: 1 }, after: 0 }],
  ],
  'case 54: no question for twenty minutes, and no answer to those before and after': [
    ...lied,
    [{ action: { do: 'mode', mode: 'down' }, after: 0 }],
    [{ action: { do: 'deliver', on: 0, sent: -1, times: 1, altered: false }, after: 0 }],
    [{ action: { do: 'job', on: 0 }, after: 0 }],
    [{ action: { do: 'mode', mode: 'up' }, after: 0 }],
    [{ action: { do: 'jump', ms: 20 * MINUTE_MS }, after: 0 }],
    [{ action: { do: 'mode', mode: 'down' }, after: 0 }],
    [{ action: { do: 'job', on: 1 }, after: 0 }],
  ],
  'case 53: a genuine claim of what is not so, and a provider that answers nothing about it alone': [
    ...answered,
    ...lied,
    [{ action: { do: 'mute', payment: -1 }, after: 0 }],
    [{ action: { do: 'deliver', on: 0, sent: -1, times: 1, altered: false }, after: 0 }],
    ...minutely(20),
  ],
  'case 53: three genuine claims of what is not so, about which alone the provider answers nothing': [
    ...answered,
    ...lied.slice(0, 1),
    ...Array.from({ length: 3 }, (_, claim): Story => [
      ...lied.slice(1),
      [{ action: { do: 'mute', payment: -1 }, after: 0 }],
      [{ action: { do: 'deliver', on: claim % 2, sent: -1, times: 1, altered: false }, after: 0 }],
    ]).flat(),
    ...minutely(20),
  ],
  'cases 19, 64: an order to which every write fails, and behind it one that is paid': [
    ...twoPaid,
    [{ action: { do: 'poison', order: 0 }, after: 0 }],
    [
      { action: { do: 'deliver', on: 0, sent: 0, times: 3, altered: false }, after: 0 },
      { action: { do: 'deliver', on: 1, sent: 1, times: 3, altered: false }, after: 0 },
    ],
    [{ action: { do: 'jump', ms: 2 * MINUTE_MS }, after: 0 }],
    [
      { action: { do: 'job', on: 0 }, after: 0 },
      { action: { do: 'job', on: 1 }, after: 0 },
    ],
    [{ action: { do: 'poison', order: null }, after: 0 }],
  ],
  'cases 19, 64: an order whose row another transaction holds, and behind it one that is paid': [
    ...twoPaid,
    [
      { action: { do: 'hold', order: 0, ms: 3_000 }, after: 0 },
      { action: { do: 'deliver', on: 0, sent: 0, times: 20, altered: false }, after: 10 },
      { action: { do: 'deliver', on: 1, sent: 1, times: 3, altered: false }, after: 10 },
      { action: { do: 'job', on: 1 }, after: 12 },
    ],
    [{ action: { do: 'job', on: 0 }, after: 0 }],
  ],
}

test.each(Object.entries(recorded))('%s', async (_name, story) => {
  expect(await errorsOf(story)).toEqual([])
})

test('cases 18, 20, 21, 22, 23, 24, 25, 64: whatever is delivered, lost, repeated, late or cut off, a paid order is given once', async () => {
  await fc.assert(
    fc.asyncProperty(stories(roundsMost), async (story) => {
      expect(await errorsOf(story)).toEqual([])
    }),
    { numRuns: runs, seed, endOnFailure: process.env['TORTURE_SHRINK'] === undefined },
  )
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { DAY_MS, dayText, utcDay } from '#shared/dates.ts'
import { earlierPlaces, prunePlaces, recordPlaces } from './places.ts'
import type { Snapshot } from './ranking/snapshot.ts'

const kernel = await testKernel()
const { sql, clock } = kernel
const start = clock.now()
const names = ['anna', 'bruno', 'carla'] as const
let anna: string
let bruno: string
let carla: string
beforeAll(async () => {
  ;[anna = '', bruno = '', carla = ''] = await Promise.all(
    names.map(async (name) => (await person(kernel, name)).trader_id),
  )
})
beforeEach(async () => {
  clock.set(start)
  await sql`delete from rank_change`
})
afterAll(() => clock.set(start))

/** A ranking of these traders in this order, as the job finds it. */
const ranking = (ids: readonly string[]) => ({
  snapshot: () =>
    ({
      staleSince: null,
      generatedAt: clock.now(),
      ranks: () => Promise.resolve(new Map(ids.map((id, index) => [id, index + 1]))),
    }) as unknown as Snapshot,
})
const record = (...ids: string[]) => recordPlaces(kernel, ranking(ids))
const onDay = (days: number) => clock.set(start + days * DAY_MS)
const dayOf = (days: number) => dayText(utcDay(start) + days)
const rows = async (traderId: string) =>
  (
    await sql<{ day: string; rank: number | null }[]>`
      select day::text, rank from rank_change where trader_id = ${traderId} order by day`
  ).map(({ day, rank }) => [day, rank])
const earlier = (traderId: string) => earlierPlaces(sql, traderId, clock.now())

describe('recording', () => {
  test('writes a row where the place differs, and nothing the second time', async () => {
    expect(await record(anna, bruno)).toBe(2)
    expect(await record(anna, bruno)).toBe(0)
    onDay(1)
    expect(await record(anna, bruno)).toBe(0)
    expect(await record(bruno, anna)).toBe(2)
    expect(await rows(anna)).toEqual([
      [dayOf(0), 1],
      [dayOf(1), 2],
    ])
  })

  test('the last state of a day stays', async () => {
    await record(anna, bruno, carla)
    onDay(1)
    await record(carla, anna, bruno)
    await record(anna, carla, bruno)
    expect(await rows(carla)).toEqual([
      [dayOf(0), 3],
      [dayOf(1), 2],
    ])
    // The place is again that of the day's beginning: nothing changed that day.
    expect(await rows(anna)).toEqual([[dayOf(0), 1]])
  })

  test('a lost place is null once, and a place that came and went within a day leaves nothing', async () => {
    await record(anna, bruno)
    onDay(1)
    expect(await record(bruno)).toBe(2)
    expect(await record(bruno)).toBe(0)
    expect(await rows(anna)).toEqual([
      [dayOf(0), 1],
      [dayOf(1), null],
    ])
    await record(bruno, carla)
    await record(bruno)
    expect(await rows(carla)).toEqual([])
    onDay(2)
    await record(bruno, anna)
    expect(await rows(anna)).toHaveLength(3)
  })

  test('skips a trader who is in the ranking and no longer in the database', async () => {
    expect(await record(anna, '0199ffff-0000-7000-8000-000000000000', bruno)).toBe(2)
    expect(await rows(bruno)).toEqual([[dayOf(0), 3]])
  })

  test('two concurrent runs write each row once', async () => {
    await Promise.all([record(anna, bruno, carla), record(anna, bruno, carla), record(anna, bruno, carla)])
    expect(await sql`select count(*)::int as rows from rank_change`).toEqual([{ rows: 3 }])
  })

  test('an outdated ranking is not written under today', async () => {
    const stale = { snapshot: () => ({ ...ranking([anna]).snapshot(), staleSince: start - DAY_MS }) }
    await expect(recordPlaces(kernel, stale)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await rows(anna)).toEqual([])
  })
})

describe('earlier places', () => {
  test('gives the end of yesterday and of the day a week ago, and nothing where nothing was recorded', async () => {
    expect(await earlier(anna)).toEqual({ yesterday: null, week_ago: null })
    await record(anna, bruno)
    // Today's own place is not an earlier one.
    expect(await earlier(anna)).toEqual({ yesterday: null, week_ago: null })
    onDay(3)
    await record(bruno)
    onDay(4)
    expect(await earlier(anna)).toEqual({ yesterday: { rank: null }, week_ago: null })
    onDay(7)
    expect(await earlier(anna)).toEqual({ yesterday: { rank: null }, week_ago: { rank: 1 } })
    onDay(10)
    expect(await earlier(anna)).toEqual({ yesterday: { rank: null }, week_ago: { rank: null } })
    expect(await earlier(bruno)).toEqual({ yesterday: { rank: 1 }, week_ago: { rank: 1 } })
  })

  test('pruning removes old places and never the current one', async () => {
    await record(anna, bruno)
    onDay(1)
    await record(bruno, anna)
    onDay(500)
    await prunePlaces(kernel)
    expect(await rows(anna)).toEqual([[dayOf(1), 2]])
    expect(await earlier(anna)).toEqual({ yesterday: { rank: 2 }, week_ago: { rank: 2 } })
    expect(await record(bruno, anna)).toBe(0)
  })
})

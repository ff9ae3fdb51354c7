import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { deposit, start, SyncedAccount, wall } from '../../server/testing/synced-account.ts'

test.each([
  ['within', 1500],
  ['left out of', 1000],
])('points are own equity, with the credit %s the stated equity', (_name, equity) => {
  const synced = new SyncedAccount()
  const figures = { balance: 1000, credit: 500, equity, shown: [deposit] }
  synced.send({ now: start, items: [deposit], ...figures })
  const { points } = synced.send({
    now: start + 3 * HOUR_MS,
    seq: 2,
    points: [[wall(start + HOUR_MS), 1000, equity - 40]],
    ...figures,
  })
  expect(points).toMatchObject([
    { at: start + HOUR_MS, equity: 960 },
    { at: start + 3 * HOUR_MS, equity: 1000, low: 1000, high: 1000 },
  ])
})

import { expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { wholeApp } from '../../../../guards/testing/whole-app.ts'
import { compareTraders } from '../../compare-contract.ts'

const kernel = await testKernel()
const nets = Array.from({ length: 60 }, (_, day) => (day % 3 === 2 ? -50 : 60))
await account(kernel, { username: 'Marta', nets })
// The same days with half of the money, and the opposite ones.
await account(kernel, { username: 'luca', nets: nets.map((net) => net / 2) })
await account(kernel, { username: 'anna', nets: nets.slice(0, 30).map((net) => -net) })
await account(kernel, { username: 'nuovo', nets: [10, -5] })
await account(kernel, { username: 'importing', importing: true })
await account(kernel, { username: 'demo', nets: [10, 20], trade_mode: 'demo' })
const app = await wholeApp(kernel)
const compare = async (query: string) =>
  (await app.inject(`/api/compare?${query}`)).json<ResponseOf<typeof compareTraders>>()

test('compares figures and growth over the days that all have in common', async () => {
  const answer = await compare('t=marta,LUCA,anna&window=all')
  expect(compareTraders.response.parse(answer)).toEqual(answer)
  expect(answer.traders.map(({ username }) => username)).toEqual(['Marta', 'luca', 'anna'])
  expect(answer).toMatchObject({ unknown: [], repeated: [], beyond: [] })
  // anna has 30 days.
  const days = answer.span?.days ?? 0
  expect(days).toBeGreaterThanOrEqual(30)
  expect(days).toBeLessThanOrEqual(31)
  for (const { growth, roi_window } of answer.traders) {
    expect(growth).toHaveLength(answer.dates.length)
    expect(growth.at(-1)).toBe(roi_window)
  }
  const of = (first: string, second: string) =>
    answer.pairs.find((pair) => pair.first === first && pair.second === second)?.correlation ?? 0
  expect(answer.pairs).toHaveLength(3)
  expect(of('Marta', 'luca')).toBeGreaterThan(0.99)
  expect(of('Marta', 'anna')).toBeLessThan(-0.95)
})

test('figures are the profile’s own', async () => {
  const [marta] = (await compare('t=Marta')).traders
  const performance = (await app.inject('/api/trader/Marta/performance')).json<{ summary: Record<string, number> }>()
  expect(marta).toMatchObject({
    roi_total: performance.summary['roi_total'],
    drawdown_max: performance.summary['max_drawdown'],
    profit_factor: performance.summary['profit_factor'],
    total_trades: performance.summary['total_trades'],
  })
})

test('names that are unknown, repeated or too many are named, and the others compared', async () => {
  const answer = await compare('t=marta,nessuno,MARTA,luca,anna,demo,nuovo')
  expect(answer).toMatchObject({ unknown: ['nessuno'], repeated: ['marta'], beyond: ['demo', 'nuovo'] })
  expect(answer.traders.map(({ username }) => username)).toEqual(['Marta', 'luca', 'anna'])
})

test('too few days have no correlation; an account without a day leaves no day in common', async () => {
  const few = await compare('t=marta,nuovo')
  expect(few.pairs).toMatchObject([{ correlation: null }])
  const none = await compare('t=marta,importing')
  expect(none).toMatchObject({ span: null, dates: [], pairs: [] })
  expect(none.traders.map(({ roi_window: roi }) => roi)).toEqual([null, null])
})

test('nobody to compare is an empty answer; a window that does not exist is refused', async () => {
  expect(await compare('')).toMatchObject({ traders: [], span: null, pairs: [] })
  expect((await app.inject('/api/compare?t=marta&window=5')).statusCode).toBe(422)
  expect((await app.inject(`/api/compare?t=${'x'.repeat(301)}`)).statusCode).toBe(422)
})

test('the page is drawn with its data, for every address', async () => {
  const { statusCode, body } = await app.inject('/confronta?t=marta,luca&window=30')
  expect(statusCode).toBe(200)
  for (const text of ['>Marta<', 'Si muovono quasi insieme', 'Profit factor']) expect(body).toContain(text)
  for (const address of [
    '/confronta',
    '/confronta?t=nessuno',
    '/confronta?t=,,&window=x',
    '/confronta?t=%00%ff&t=a,a,a',
  ])
    expect([address, (await app.inject(address)).statusCode]).toEqual([address, 200])
  expect((await app.inject('/?view=compare&t=marta,luca')).headers.location).toBe('/confronta?t=marta,luca')
})

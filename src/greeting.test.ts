import { expect, test, vi } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { DAY_MS } from '#shared/dates.ts'
import { greet } from './greeting.ts'

const kernel = await testKernel()
const server = {
  url: 'http://localhost:8080',
  kernel,
  loading: { ready: Promise.resolve(), progress: () => null },
  close: () => Promise.resolve(),
}
const withoutAdmin = 'Non c’è ancora un amministratore'

test('a database that is slow or away ends no start', async () => {
  expect(await greet(server)).toContain(withoutAdmin)
  await kernel.sql.begin(async (tx) => {
    await tx`lock table trader in access exclusive mode`
    const text = await greet(server)
    expect(text).toContain('TopTrader è pronto')
    expect(text).not.toContain(withoutAdmin)
  })
})

test('until the ranking stands the console says what is read', async () => {
  await account(kernel, { username: 'anna', nets: [1], plan_ms: DAY_MS })
  const { promise: unread, resolve: read } = Promise.withResolvers<null>()
  const stored = { read: () => unread, write: () => undefined, close: () => Promise.resolve() }
  const leaderboard = createLeaderboard(kernel, quickRefresh, stored)
  const ready = new Promise<void>((resolve) => leaderboard.onSnapshot(() => resolve()))
  const console = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const lines = () => [...new Set(console.mock.calls.map(([text]) => text))]
  const greeted = greet({ ...server, loading: { ready, progress: leaderboard.progress } })
  const started = leaderboard.start()
  await until(() => lines().length > 0)
  await kernel.sql.begin(async (tx) => {
    await tx`lock table trader in access exclusive mode`
    read(null)
    await until(() => lines().length > 1)
  })
  await greeted
  await started
  await leaderboard.close()
  // The traders may be read before the next line.
  const [first, second] = lines()
  console.mockRestore()
  expect([first, second]).toEqual(['Leggo la classifica salvata.\n', 'Leggo l’elenco dei trader.\n'])
})

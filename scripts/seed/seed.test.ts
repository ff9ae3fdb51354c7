import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { connectDatabase } from '#server/database/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openGate } from '#server/testing/tcp.ts'
import { seedTraders } from './seed.ts'

const kernel = await testKernel()
const { sql, secrets, clock } = kernel
const copying = connectDatabase(kernel.address, { max: 1, patient: true })
afterAll(copying.close)
const settings = { days: 90, seed: 1, now: clock.now(), password: 'Inventato-2026' }
const stored: number[] = []
await seedTraders({ sql: copying.sql, secrets }, { ...settings, traders: 40, after: 0 }, (count) => stored.push(count))
await seedTraders({ sql: copying.sql, secrets }, { ...settings, traders: 10, after: 40 })

const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)

test('each trader has 90 daily rows, a network of its own and trades of its own, and the progress is reported', async () => {
  expect(stored).toEqual([40])
  const [counts] = await sql<{ traders: number; networks: number; fewest: number; most: number; copied: number }[]>`
    select (select count(*)::int from trader) as traders,
           (select count(distinct sender)::int from account_integrity) as networks,
           (select min(days)::int from (select count(*) as days from daily_row group by account_id) of_account) as fewest,
           (select max(days)::int from (select count(*) as days from daily_row group by account_id) of_account) as most,
           (select count(*)::int from trade a join trade b using (symbol, open_at, close_at)
             where a.account_id < b.account_id) as copied`
  expect(counts).toEqual({ traders: 50, networks: 50, fewest: 90, most: 90, copied: 0 })
})

test('the ranking lists all of them with the figures that the engine computes from their trades', async () => {
  const { size, ranked } = leaderboard.snapshot()
  expect(size).toBe(50)
  expect(ranked).toBeGreaterThan(30)
  const first = leaderboard.snapshot().at(1)
  if (first === undefined) throw new Error('nobody is listed')
  const [account] = await sql<{ opening: number; balance: number; growth: number; trades: number; net: number }[]>`
    select opening_balance as opening, balance, figures.growth, trades.trades, trades.net
      from trading_account account,
           lateral (select exp(sum(ln(growth))) as growth from daily_row where account_id = account.account_id) figures,
           lateral (select count(*)::int as trades, sum(net) as net from trade where account_id = account.account_id) trades
     where trader_id = ${first.trader_id}`
  expect(account?.trades).toBeGreaterThan(0)
  expect(first.total_trades).toBe(account?.trades)
  expect(account?.balance).toBeCloseTo((account?.opening ?? 0) + (account?.net ?? 0), 6)
  expect(first.entry.total_profit).toBeCloseTo(account?.net ?? 0, 2)
  expect(first.entry.roi_total).toBeCloseTo(100 * ((account?.growth ?? 0) - 1), 3)
})

test('the command refuses a database with traders, and arguments that make no sense', async () => {
  const { url: DATABASE_URL } = await openGate(kernel.ownerAddress)
  const { SECRET_KEY, DATA_DIR } = kernel.config
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL, SECRET_KEY, DATA_DIR }
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/seed.ts', ...args], { env }).then(
      () => ({ code: 0, stderr: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    )
  const [refused, wrong] = await Promise.all([run('--traders', '5'), run('--traders', 'molti')])
  expect(refused).toEqual({
    code: 1,
    stderr: 'La base dati contiene già dei trader: --add ne aggiunge altri accanto a quelli.\n',
  })
  expect(wrong).toEqual({ code: 2, stderr: '--traders vuole un numero intero da 1 a 2.000.000.\n' })
  expect(await run('--traders', '5', '--days', '3', '--add')).toMatchObject({ code: 0 })
})

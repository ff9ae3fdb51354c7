import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerEaRoutes } from '../server/routes.ts'
import { storedOf, type Stored } from '../server/testing/stored.ts'
import { makeTrader } from '../server/testing/world.ts'
import { readAccountFile, type AccountFile } from './account-file.ts'
import { replayStatement, type ReplayResult } from './replay.ts'
import { replyOf } from './transport.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerEaRoutes)

function account(id: string): AccountFile {
  return readAccountFile(contentOf(id))
}

function contentOf(id: string): string {
  return readFileSync(new URL(`../fixtures/real-accounts/${id}.json`, import.meta.url), 'utf8')
}

let plays = 0

async function play(
  files: readonly AccountFile[],
  shift: boolean,
): Promise<{ traderId: string; result: ReplayResult }> {
  const { trader_id: traderId, token } = await makeTrader(kernel)
  plays += 1
  // Each play is an account of its own: one number can be bound once only.
  const [file, ...later] = files.map((each) => ({
    ...each,
    account: { ...each.account, number: `${each.account.number}${plays}`.slice(-19).replace(/^0/, '1') },
  }))
  if (file === undefined) throw new Error('nothing to play')
  const result = await replayStatement({
    file,
    later,
    shift,
    interval: 30,
    boot: `play${plays}`,
    jitter: () => 0,
    patience: 1,
    now: () => clock.now(),
    wait: async (seconds) => clock.advance(seconds * 1000),
    send: async (request) => {
      const reply = await app.inject({
        method: 'POST',
        url: '/api/ea/sync',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify(request),
      })
      return replyOf(reply.statusCode, (name) => reply.headers[name]?.toString(), reply.body)
    },
  })
  return { traderId, result }
}

/** Statements that cover a period only: what the account held before it. */
const openingBalances: Record<string, number> = { 'mt4-02': 1000, 'mt4-06': 2533.5 }

/** Compares what the server holds with what MetaTrader printed. */
async function expectPrinted(traderId: string, file: AccountFile): Promise<Stored> {
  const stored = await storedOf(sql, traderId)
  const printed = JSON.parse(contentOf(file.id)).statement_summary as {
    closed_trade_pl?: number
    total_net_profit?: number
    total_trades?: number
  }
  const netProfit = printed.closed_trade_pl ?? printed.total_net_profit ?? Number.NaN
  expect(stored.trades).toBe(printed.total_trades ?? file.closed_trades.length)
  expect(stored.balance - stored.moved - (openingBalances[file.id] ?? 0)).toBeCloseTo(netProfit, 6)
  // What open positions paid at their entry is printed as a loss already; here it belongs to their exits.
  expect(stored.net).toBeCloseTo(netProfit - openEntryCosts(file), 6)
  expect(stored.equity).toBeCloseTo(file.statement_summary.equity, 6)
  expect(stored.credit).toBe(file.statement_summary.credit_facility)
  expect(stored.late).toBe(0)
  // A third of this account's equity is a bonus of its broker.
  expect(stored.tags).toEqual(file.id.startsWith('mt5-03') ? ['bonus_credit'] : [])
  return stored
}

function openEntryCosts(file: AccountFile): number {
  const open = new Set(file.open_trades.map((trade) => trade.ticket))
  return (file.deals ?? [])
    .filter((deal) => deal.direction === 'in' && open.has(deal.order ?? ''))
    .reduce((sum, deal) => sum + deal.commission + deal.fee, 0)
}

const ids = [1, 2, 3, 4, 6, 7].map((index) => `mt4-0${index}`)
ids.push('mt4-05-earlier', 'mt4-05', 'mt5-01', 'mt5-02', 'mt5-03', 'mt5-03-later', 'mt5-04', 'mt5-05')

test.each(ids)('%s: imported at once', async (id) => {
  const file = account(id)
  const { traderId, result } = await play([file], false)
  const stored = await expectPrinted(traderId, file)
  expect(stored.first_snapshot_at).not.toBeNull()
  expect(stored.witnessed).toBe(0)
  expect(result).toMatchObject({ weeks: 0, witnessed: 0 })
})

test.each(ids)('%s: shifted to now, the newest records witnessed', async (id) => {
  const file = account(id)
  const { traderId, result } = await play([file], true)
  const stored = await expectPrinted(traderId, file)
  expect(result.witnessed).toBeGreaterThan(0)
  expect(stored.witnessed).toBeGreaterThan(0)
  expect(stored.witnessed).toBeLessThanOrEqual(result.witnessed)
})

test.each([
  ['mt4-05-earlier', 'mt4-05', false],
  ['mt4-05-earlier', 'mt4-05', true],
  ['mt5-03', 'mt5-03-later', false],
  ['mt5-03', 'mt5-03-later', true],
])('%s, then %s (shifted: %s)', async (first, then, shift) => {
  const [file, later] = [account(first), account(then)]
  const { traderId, result } = await play([file, later], shift)
  const stored = await expectPrinted(traderId, later)
  // What the later statement adds happened while the advisor was attached.
  const added = later.closed_trades.length - file.closed_trades.length
  expect(stored.witnessed).toBeGreaterThanOrEqual(added)
  expect(result.witnessed).toBeGreaterThanOrEqual(added)
})

import { afterAll, expect, test } from 'vitest'
import type { AccountFile } from '#features/ea/advisor/account-file.ts'
import { playStatement, type Playback, type Step } from '#features/ea/advisor/playback.ts'
import { newestTime } from '#features/ea/advisor/statement.ts'
import { weeksUntilNow } from '#features/ea/advisor/time-shift.ts'
import { expectPrinted, realAccount, realAccounts } from '#features/ea/server/testing/printed.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { registerLeaderboardRoutes } from '#features/leaderboard/server/routes.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { until } from '#server/testing/until.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openDesk, type DeskTrader } from './desk.ts'
import type { Terminal } from './terminal.ts'

/** Every real account, shown by a simulated terminal to the compiled advisor of its platform, into the real server and the ranking. */

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const desk = await openDesk(kernel, (app) => registerLeaderboardRoutes(app, kernel, leaderboard))

interface Played {
  terminal: Terminal
  trader: DeskTrader
  playback: Playback
}

let plays = 0

/** A terminal on which the statement's account is logged in. Each play has a number of its own: one can be bound once only. */
async function logIn(file: AccountFile, shift: boolean): Promise<Played> {
  plays += 1
  const weeks = shift ? weeksUntilNow(newestTime(file), Math.floor(kernel.clock.now() / 1000) + 7200) : 0
  const reader = { now: () => 0 }
  const playback = playStatement({ file, weeks, witness: shift, now: () => reader.now() })
  const { account } = playback.terminal
  const { digits, currency, company, server, leverage = 100, trade_mode, margin_mode = 'hedging' } = account
  const login = `${account.login}${plays}`.replace(/^0/, '1')
  const options = { login, digits, currency, company, server, leverage, trade_mode, margin_mode }
  const made = await desk.terminal(file.platform, options)
  reader.now = made.terminal.brokerSeconds
  made.terminal.account.book.symbols.clear()
  return { ...made, playback }
}

/** Plays an event of the statement on the account. */
function happen({ terminal, playback }: Played, step: Step): void {
  step.reveal()
  const { account } = terminal
  const { items } = playback.terminal.book.after(0, '0', 1_000_000)
  account.load(items.filter(({ ticket }) => !account.book.records.has(ticket)))
  for (const item of items) {
    const prices = 'close_time' in item ? [item.open_price, item.close_price] : [item.price]
    const decimals = [...prices, item.sl, item.tp].map((price) => `${price}`.split('.')[1]?.length ?? 0)
    const digits = Math.max(...decimals, account.book.symbols.get(item.symbol)?.digits ?? 0)
    if (item.symbol !== '') account.symbol(item.symbol, digits, 1)
  }
  const snapshot = playback.terminal.snapshot()
  account.print(snapshot, snapshot.positions ?? [])
}

async function play(file: AccountFile, later: AccountFile | null, shift: boolean): Promise<Played> {
  const played = await logIn(file, shift)
  const { terminal, playback } = played
  happen(played, playback.past)
  await terminal.attach()
  await terminal.advance(300)
  await playOn(played, playback.witnessed)
  if (later !== null) await playOn(played, playback.continueWith(later))
  await terminal.advance(120)
  expect(terminal.chart).toContain('Collegato al sito')
  expect(terminal.requests.every(({ status }) => status === 200)).toBe(true)
  return played
}

async function playOn(played: Played, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    happen(played, step)
    await played.terminal.advance(330)
  }
}

/** The requests that left the terminal hold the account's records, to the last field. */
function expectSent({ terminal }: Played): void {
  const sent = new Map<string, unknown>()
  for (const { body } of terminal.requests)
    for (const item of (body as SyncRequest).history.items) sent.set(item.ticket, item)
  expect([...sent.keys()].length).toBe(terminal.account.history.length)
  for (const item of terminal.account.history) expect(sent.get(item.ticket)).toEqual(item)
  const newest = terminal.requests.at(-1)?.body as SyncRequest | undefined
  expect(newest?.ledger).toEqual(terminal.account.ledger())
}

async function expectListed(trader: DeskTrader): Promise<void> {
  const listed = async () => {
    const answer = await fetch(`${desk.url()}/api/fresh/leaderboard?limit=100`)
    return (await answer.text()).includes(trader.trader_id)
  }
  expect(await until(listed, 5_000)).toBe(true)
}

test.each(realAccounts)('%s: imported at once', async (id) => {
  const file = realAccount(id)
  const played = await play(file, null, false)
  const stored = await expectPrinted(kernel.sql, played.trader.trader_id, file)
  expect(stored.witnessed).toBe(0)
  expectSent(played)
  await expectListed(played.trader)
})

test.each(realAccounts)('%s: shifted to now, the newest records witnessed', async (id) => {
  const file = realAccount(id)
  const played = await play(file, null, true)
  const stored = await expectPrinted(kernel.sql, played.trader.trader_id, file)
  expect(stored.witnessed).toBeGreaterThan(0)
  expectSent(played)
  await expectListed(played.trader)
})

test.each([
  ['mt4-05-earlier', 'mt4-05'],
  ['mt5-03', 'mt5-03-later'],
])('%s, then %s', async (first, then) => {
  const [file, later] = [realAccount(first), realAccount(then)]
  const played = await play(file, later, true)
  const stored = await expectPrinted(kernel.sql, played.trader.trader_id, later)
  expect(stored.witnessed).toBeGreaterThanOrEqual(later.closed_trades.length - file.closed_trades.length)
  await expectListed(played.trader)
})

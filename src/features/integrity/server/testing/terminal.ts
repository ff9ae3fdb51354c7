import type { FastifyInstance } from 'fastify'
import { engineColumns, unpackEngine, type EngineColumns } from '#features/ea/server/sync/stored-state.ts'
import { dealOf, makeTrader, newLogin, orderOf, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { compareCursors, cursorOf } from '#features/ea/rules/records.ts'
import type { Mt4Order, Mt5Deal, OpenPosition } from '#features/ea/sync-contract.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { HOUR_MS } from '#shared/dates.ts'

/** A terminal whose trades a story opens and closes, and reports as the story says. Lots of 100,000 units of a pair in euro. */

type Item = Mt4Order | Mt5Deal
const units = 100_000
const cents = (amount: number): number => Math.round(amount * 100) / 100

export interface StoryPosition {
  id: string
  side: 'buy' | 'sell'
  volume: number
  open_price: number
  open_time: number
}

export async function storyTerminal(kernel: TestKernel, app: FastifyInstance, platform: 'MT4' | 'MT5') {
  const { sql, clock } = kernel
  const trader = await makeTrader(kernel)
  const login = newLogin()
  const wall = () => Math.floor(clock.now() / 1000) + 7200
  let ticket = 100
  let seq = 0
  let shown: Item[] = []
  let cursor = { from: 0, after: '0' }
  const terminal = {
    platform,
    wall,
    balance: 0,
    price: 1.1,
    open: [] as StoryPosition[],

    enter(side: 'buy' | 'sell', volume: number): StoryPosition {
      const id = String((ticket += 1))
      const open_time = wall()
      const one = { id, side, volume, open_price: terminal.price, open_time }
      terminal.open.push(one)
      if (platform === 'MT5') {
        const deal = { ticket: id, position: id, time: open_time, type: side, volume, price: terminal.price }
        terminal.report(dealOf({ ...deal, entry: 'in', symbol: 'EURUSD' }))
      }
      return one
    },
    resultOf: ({ side, volume, open_price }: StoryPosition): number =>
      cents((side === 'buy' ? 1 : -1) * (terminal.price - open_price) * volume * units),
    /** Takes it off the list. @returns the record of its close, which is not reported, and moves no balance */
    gone(one: StoryPosition): Item {
      terminal.open = terminal.open.filter((other) => other !== one)
      const profit = terminal.resultOf(one)
      const { id, side, volume, open_price, open_time } = one
      const type = side === 'buy' ? 'sell' : 'buy'
      const base = { symbol: 'EURUSD', profit }
      return platform === 'MT5'
        ? dealOf({
            ...base,
            ticket: String((ticket += 1)),
            position: id,
            time: wall(),
            type,
            entry: 'out',
            volume,
            price: terminal.price,
          })
        : orderOf({
            ...base,
            ticket: id,
            type: side,
            lots: volume,
            open_time,
            open_price,
            close_time: wall(),
            close_price: terminal.price,
          })
    },
    /** A record that books no trade. */
    cash(type: string, amount: number, at = wall()): Item {
      const id = String((ticket += 1))
      return platform === 'MT5'
        ? dealOf({ ticket: id, time: at, type, profit: amount })
        : orderOf({ ticket: id, close_time: at, profit: amount })
    },
    report(...items: Item[]): void {
      shown.push(...items)
      for (const item of items) terminal.balance = cents(terminal.balance + item.profit)
    },
    /** The broker replaces the whole history by one balance row of this time. */
    rollUp(at = wall()): void {
      shown = [terminal.cash('balance', terminal.balance, at)]
    },
    /** Time passes, then one sync, and those that its answers request at once. */
    async sync(hours: number): Promise<void> {
      clock.advance(hours * HOUR_MS)
      for (let again = 0; again < 4; again += 1) {
        if ((await terminal.send()) > 30) return
        clock.advance(30_000)
      }
    },
    /** One request with the records after the server's cursor. @returns seconds until the next one */
    async send(): Promise<number> {
      seq += 1
      const items = shown
        .filter((item) => compareCursors(cursorOf(item), cursor) > 0)
        .sort((a, b) => compareCursors(cursorOf(a), cursorOf(b)))
      const positions = terminal.open.map((one): OpenPosition => ({
        ...one,
        symbol: 'EURUSD',
        price: terminal.price,
        profit: terminal.resultOf(one),
        swap: 0,
      }))
      const floating = positions.reduce((sum, { profit }) => sum + profit, 0)
      const { balance } = terminal
      const equity = cents(balance + floating)
      const request = syncRequestOf({
        now: clock.now(),
        login,
        seq,
        platform,
        items,
        shown,
        balance,
        equity,
        positions,
      })
      const { status, body } = await sendSync(app, trader.token, request)
      if (status !== 200) throw new Error(`sync answered ${status} ${body.code}`)
      cursor = { from: body.history_from, after: body.history_after }
      return body.next_sync
    },
    /** Growth since the first snapshot in per cent, counted trades and wins, own equity; findings and cases. */
    async figures() {
      const [row] = await sql<(EngineColumns & { equity: number; tags: string[]; cases: string[]; held: boolean })[]>`
        select ${engineColumns(sql, 'account')}, equity,
               array(select code from integrity_tag tag where tag.account_id = account.account_id order by code) as tags,
               array(select code from integrity_case one where one.account_id = account.account_id order by code) as cases,
               exists (select from held_account held where held.account_id = account.account_id) as held
          from trading_account account where trader_id = ${trader.trader_id}`
      if (row === undefined) throw new Error('no account was bound')
      const { engine: _engine, engine_bytes: _bytes, ...stored } = row
      const state = unpackEngine(row)
      if (state === null) throw new Error('no snapshot was counted')
      const { row: day, closed } = state
      return {
        ...stored,
        roi: cents((closed.growth * day.growth - 1) * 100),
        trades: closed.trades + day.trades,
        wins: closed.wins + day.wins,
      }
    },
  }
  terminal.report(terminal.cash('balance', 10_000, wall() - 90_000))
  await terminal.sync(0)
  return terminal
}

export type StoryTerminal = Awaited<ReturnType<typeof storyTerminal>>

import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { latestAdvisor } from '../../sync-contract.ts'
import {
  dealOf,
  makeTrader,
  newLogin,
  orderOf,
  sendSync,
  syncRequestOf,
  type RequestOptions,
} from '../testing/world.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)
const now = () => clock.now()
/** Broker seconds some minutes before now. */
const ago = (minutes: number) => Math.floor(now() / 1000) + 7200 - minutes * 60

const symbol = 'EURUSD'
const depositOf = () => dealOf({ ticket: '100', time: ago(60 * 24 * 10), profit: 1000 })
const dealing = { symbol, volume: 0.1, commission: -1 }
const entryOf = (ticket: string, time: number, position: string) =>
  dealOf({ ...dealing, ticket, time, position, type: 'buy', price: 1.1 })
const exitOf = (ticket: string, time: number, position: string) =>
  dealOf({ ...dealing, ticket, time, position, type: 'sell', entry: 'out', price: 1.2, profit: 101 })

interface AccountRow {
  account_id: string
  first_snapshot_at: string | null
  last_snapshot_at: string | null
  last_receipt_at: string
  sync_count: number
}

async function accountOf(traderId: string): Promise<AccountRow> {
  const [row] = await sql<
    AccountRow[]
  >`select * from trading_account where trader_id = ${traderId} and closed_at is null`
  if (row === undefined) throw new Error('no account')
  return row
}

/** An advisor of its own: each request has the next number, five minutes after the last. */
async function advisor(more: Partial<RequestOptions> = {}) {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  let seq = 0
  return {
    ...trader,
    login,
    send: (options: Partial<RequestOptions>) => {
      clock.advance(300_000)
      seq += 1
      return sendSync(app, trader.token, syncRequestOf({ now: now(), login, seq, ...more, ...options }))
    },
    row: () => accountOf(trader.trader_id),
  }
}

describe('a history that is imported', () => {
  test('begins with an empty request, comes in batches, and counts from the request that completes it', async () => {
    const { send, row } = await advisor({ balance: 1099 })
    const deposit = depositOf()
    const entry = entryOf('101', ago(60 * 24), '7')
    const exit = exitOf('102', ago(60 * 23), '7')
    const shown = [deposit, entry, exit]
    const first = await send({ shown, more: true })
    expect(first).toMatchObject({ status: 200, headers: { 'x-ea-code': 'OK', 'cache-control': 'no-store' } })
    expect(first.headers).not.toHaveProperty('set-cookie')
    expect(first.body).toEqual({
      ok: true,
      code: 'OK',
      next_sync: 300,
      history_from: 0,
      history_after: '0',
      batch: 200,
      want_positions: true,
      message: 'Importazione in corso: 0 di 3.',
      level: 'info',
      latest_ea: latestAdvisor,
      ledger_length: 1,
      ledger_head: expect.stringMatching(/^[\da-f]{16}$/),
      server_time: Math.floor(now() / 1000),
    })
    const second = await send({ items: [deposit, entry], shown, more: true })
    expect(second.body).toMatchObject({ history_from: entry.time, history_after: '101' })
    expect(second.body.message).toBe('Importazione in corso: 2 di 3.')
    expect(await row()).toMatchObject({ first_snapshot_at: null, balance: null, sync_count: 2 })

    const third = await send({ items: [exit], shown })
    expect(third.body).toMatchObject({ history_from: exit.time, history_after: '102', message: '' })
    const account = await row()
    expect(account).toMatchObject({
      balance: 1099,
      equity: 1099,
      imported_trades: 1,
      imported_net: 99,
      total_profit: 0,
    })
    expect(account).toMatchObject({ imported_since: new Date((deposit.time - 7200) * 1000).toISOString() })
    expect(account.first_snapshot_at).toBe(new Date(now()).toISOString())
    const { account_id } = account
    expect(await sql`select ticket, side, origin, net from trade where account_id = ${account_id}`).toEqual([
      { ticket: '102', side: 'buy', origin: 'imported', net: 99 },
    ])
    expect(await sql`select type, origin from balance_operation where account_id = ${account_id} order by at`).toEqual([
      { type: 'deposit', origin: 'imported' },
      { type: 'commission', origin: 'imported' },
    ])
    expect(await sql`select * from daily_row where account_id = ${account_id}`).toMatchObject([
      { equity_end: 1099, balance_end: 1099, inflow: 1099, growth: 1, trades: 0 },
    ])
    expect(await sql`select 1 from ledger_record where account_id = ${account_id} and not consumed`).toHaveLength(0)
  })

  test('is followed by witnessed trades', async () => {
    const { send, row } = await advisor()
    const deposit = depositOf()
    await send({ items: [deposit] })
    const opened = entryOf('201', ago(-2), '9')
    const position = {
      id: '9',
      symbol,
      side: 'buy' as const,
      volume: 0.1,
      open_price: 1.1,
      price: 1.1,
      profit: 5,
      swap: 0,
    }
    const positions = [{ ...position, open_time: opened.time }]
    await send({ balance: 999, equity: 1004, items: [opened], shown: [deposit, opened], positions })
    const closed = exitOf('202', ago(-3), '9')
    const { body } = await send({ balance: 1099, items: [closed], shown: [deposit, opened, closed] })
    expect(body).toMatchObject({ ok: true, message: '' })
    const account = await row()
    expect(account).toMatchObject({ balance: 1099, total_profit: 99, profit_max: 99, imported_trades: 0, floating: 0 })
    const { account_id } = account
    const trades = await sql`select ticket, net, origin from trade where account_id = ${account_id}`
    expect(trades).toEqual([{ ticket: '202', net: 99, origin: 'witnessed' }])
    const [day] = await sql`select * from daily_row where account_id = ${account_id}`
    expect(day).toMatchObject({ trades: 1, wins: 1, profit: 99, growth: expect.closeTo(1.099, 12) })
    const points = await sql`select balance from account_point where account_id = ${account_id}`
    expect(points).toHaveLength(1)
  })

  test('of a MetaTrader 4 asks for the whole tab where balance and records differ', async () => {
    const { send } = await advisor({ platform: 'MT4' })
    const order = orderOf({ ticket: '5', close_time: ago(100), profit: 400 })
    const { body } = await send({ items: [order], balance: 1000 })
    expect(body).toMatchObject({ level: 'warn', message: 'Scheda Storico conto: tasto destro > Tutta la cronologia' })
  })
})

describe('repeated records and requests', () => {
  test('the same number is answered as before, an older one with the cursor, and nothing changes', async () => {
    const { token, login, send, row } = await advisor()
    const deposit = depositOf()
    const first = await send({ items: [deposit] })
    const before = await row()
    clock.advance(MINUTE_MS)
    const other = dealOf({ ticket: '300', time: ago(1), profit: 5 })
    const again = syncRequestOf({ now: now(), login, seq: 1, items: [deposit, other], balance: 7 })
    expect((await sendSync(app, token, again)).body).toEqual(first.body)
    const older = syncRequestOf({ now: now(), login, seq: 0, items: [deposit, other], balance: 7 })
    expect((await sendSync(app, token, older)).body).toMatchObject({ ok: true, history_after: '100' })
    expect(await row()).toEqual(before)
  })

  test('nor does a request of an earlier start change anything, up to fifty starts back', async () => {
    const { token, login, send, row } = await advisor()
    const deposit = depositOf()
    await send({ items: [deposit], boot: 'first' })
    const old = syncRequestOf({ now: now(), login, seq: 2, boot: 'first', items: [deposit], balance: 7 })
    expect((await sendSync(app, token, old)).status).toBe(200)
    for (let start = 0; start < 52; start += 1) await send({ shown: [deposit], boot: `start${start}` })
    const before = await row()
    for (const seq of [1, 2]) {
      const again = { ...old, sync: { ...old.sync, seq } }
      expect((await sendSync(app, token, again)).body).toMatchObject({ ok: true, history_after: '100' })
    }
    expect(await row()).toEqual(before)
    expect((await sendSync(app, token, { ...old, sync: { ...old.sync, seq: 3 } })).status).toBe(200)
    expect(await row()).toMatchObject({ balance: 7, sync_count: before.sync_count + 1 })
  })

  test('known records change nothing; a changed record is a revision', async () => {
    const { send, row } = await advisor()
    const deposit = depositOf()
    await send({ items: [deposit] })
    const trade = [entryOf('401', ago(-1), '4'), exitOf('402', ago(-2), '4')]
    await send({ items: trade, shown: [deposit, ...trade], balance: 1099 })
    const dearer = { ...exitOf('402', trade[1]?.time ?? 0, '4'), swap: -9 }
    const shown = [deposit, trade[0] ?? deposit, dearer]
    await send({ items: [trade[0] ?? deposit, dearer], shown, balance: 1090 })
    const { account_id } = await row()
    expect(
      await sql`select revision, net from ledger_record where account_id = ${account_id} and ticket = '402'`,
    ).toEqual([{ revision: 1, net: 91 }])
    expect(
      await sql`select ticket, revision, grave, record -> 'swap' as swap from record_revision where account_id = ${account_id}`,
    ).toEqual([{ ticket: '402', revision: 0, grave: false, swap: 0 }])
    expect(await sql`select net from trade where account_id = ${account_id}`).toEqual([{ net: 90 }])
    expect(
      await sql`select ticket, amount from balance_operation where account_id = ${account_id} and type = 'correction'`,
    ).toEqual([{ ticket: '402#1', amount: -9 }])
    expect(await sql`select code, occurrences from integrity_tag where account_id = ${account_id}`).toEqual([
      { code: 'charges_changed', occurrences: 1 },
    ])
    const [day] = await sql`select trades, wins, profit, growth from daily_row where account_id = ${account_id}`
    expect(day).toEqual({ trades: 1, wins: 1, profit: 99, growth: expect.closeTo(1.09, 12) })
  })
})

test('a tab that is widened brings late records: stored and shown, never counted', async () => {
  const { send, row } = await advisor({ platform: 'MT4', balance: 1000 })
  const deposit = orderOf({ ticket: '10', close_time: ago(500), profit: 1000 })
  await send({ items: [deposit] })
  const hidden = orderOf({ ticket: '5', close_time: ago(900), type: 'buy', symbol, lots: 1, profit: 250 })
  const shown = [hidden, deposit]
  const answer = await send({ shown })
  expect(answer.body).toMatchObject({ next_sync: 30, history_after: '0' })
  expect(answer.body.history_from).toBeLessThan(hidden.close_time)
  await send({ items: shown, shown })
  const account = await row()
  expect(account).toMatchObject({ total_profit: 0 })
  const { account_id } = account
  expect(
    await sql`select ticket, late, consumed from ledger_record where account_id = ${account_id} order by ticket`,
  ).toEqual([
    { ticket: '10', late: false, consumed: true },
    { ticket: '5', late: true, consumed: true },
  ])
  expect(await sql`select ticket, origin from trade where account_id = ${account_id}`).toEqual([
    { ticket: '5', origin: 'late' },
  ])
  expect(await sql`select code from integrity_tag where account_id = ${account_id}`).toEqual([{ code: 'late_records' }])
})

test.each([
  ['nothing, from the end of time on', { count: 0, net: 0, first: 253_402_300_799, last: 0 }],
  ['one record that is not there, from the end of time on', { count: 1, net: 0, first: 253_402_300_799, last: 0 }],
  ['nothing', { count: 0, net: 0, first: 0, last: 0 }],
])('a terminal that shows %s is asked for everything again, then marked', async (_name, ledger) => {
  const { token, login, send, row } = await advisor()
  const deposit = depositOf()
  await send({ items: [deposit] })
  const { account_id, last_snapshot_at } = await row()
  const snapshots: (string | null)[] = []
  for (const seq of [2, 3]) {
    clock.advance(300_000)
    const request = { ...syncRequestOf({ now: now(), login, seq, balance: 700 }), ledger }
    const { body } = await sendSync(app, token, request)
    expect(body).toMatchObject({ level: 'warn', message: expect.stringContaining('diverso da quello ricevuto') })
    snapshots.push((await row()).last_snapshot_at)
  }
  expect(snapshots).toEqual([last_snapshot_at, new Date(now()).toISOString()])
  expect(await sql`select code from integrity_tag where account_id = ${account_id}`).toEqual([
    { code: 'ledger_mismatch' },
  ])
  // An unexplained difference is a loss.
  expect(await row()).toMatchObject({ balance: 700 })
  expect(await sql`select growth from daily_row where account_id = ${account_id}`).toEqual([
    { growth: expect.closeTo(0.7, 12) },
  ])
})

test('a record time in the future is held at the sync and tagged', async () => {
  const { send, row } = await advisor()
  const deposit = depositOf()
  await send({ items: [deposit] })
  const ahead = exitOf('500', ago(-600), '8')
  expect((await send({ items: [ahead], shown: [deposit, ahead], balance: 1100 })).status).toBe(200)
  const { account_id, last_receipt_at } = await row()
  expect(await sql`select close_at, origin from trade where account_id = ${account_id}`).toEqual([
    { close_at: last_receipt_at, origin: 'witnessed' },
  ])
  const tags = await sql`select code from integrity_tag where account_id = ${account_id}`
  // Nothing ever opened that position, and it gained a tenth of the balance.
  expect(tags).toEqual([{ code: 'future_time' }, { code: 'never_seen_open' }, { code: 'positions_invented' }])
})

test('receipts of an account always grow, though the clock stands still or goes back', async () => {
  const { trader_id, token, login, send } = await advisor()
  await send({ items: [depositOf()] })
  const before = await accountOf(trader_id)
  clock.advance(-5_000)
  const late = syncRequestOf({ now: now(), login, seq: 2, shown: [depositOf()] })
  expect((await sendSync(app, token, late)).status).toBe(200)
  const after = await accountOf(trader_id)
  expect(Date.parse(after.last_receipt_at)).toBe(Date.parse(before.last_receipt_at) + 1)
  clock.advance(5_000)
})

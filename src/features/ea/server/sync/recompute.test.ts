import { expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { onlyRow } from '#server/database/database.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS } from '#shared/dates.ts'
import { unpackAccount } from '../testing/unpacked.ts'
import { dealOf, makeTrader, newLogin, sendSync, syncRequestOf } from '../testing/world.ts'
import { recomputeOutdated } from './recompute.ts'
import { engineColumns, unpackEngine, type EngineColumns } from './stored-state.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)

/** An account that lost half of its money on the first day and won a tenth of the rest on each of two later ones. */
async function tradedAccount() {
  const { trader_id, token } = await makeTrader(kernel)
  const login = newLogin()
  const shown = [dealOf({ ticket: '1', time: Math.floor(clock.now() / 1000) - DAY_MS / 1000, profit: 1000 })]
  let balance = 1000
  let seq = 0
  const send = async (result?: number) => {
    clock.advance(DAY_MS)
    seq += 1
    if (result !== undefined) {
      const time = Math.floor(clock.now() / 1000) + 7200 - 600
      const position = String(seq * 10)
      const entry = dealOf({ ticket: position, time, position, type: 'buy', symbol: 'EURUSD', volume: 0.1, price: 1.1 })
      const exit = {
        ...entry,
        ticket: String(seq * 10 + 1),
        time: time + 60,
        type: 'sell' as const,
        entry: 'out' as const,
      }
      shown.push(entry, { ...exit, profit: result })
      balance += result
    }
    const answer = await sendSync(
      app,
      token,
      syncRequestOf({ now: clock.now(), login, seq, shown, items: seq === 1 ? [] : shown, balance }),
    )
    expect(answer.status).toBe(200)
  }
  await send()
  await send()
  await send(-500)
  await send(50)
  await send(55)
  const [account] = await sql<
    { account_id: string }[]
  >`select account_id from trading_account where trader_id = ${trader_id}`
  return { account_id: account?.account_id ?? '', trader_id, send }
}

const stored = async (accountId: string) => ({
  engine: unpackEngine(
    onlyRow(
      await sql<EngineColumns[]>`
        select ${engineColumns(sql, 'account')} from trading_account account where account_id = ${accountId}`,
    ),
  ),
  rows: await sql`select * from daily_row_now where account_id = ${accountId} order by day`,
})

/** Stores the account as version 1 of the formula did. */
async function asVersionOne(accountId: string): Promise<void> {
  await unpackAccount(sql, accountId)
  await sql`update daily_row set drawdown_end = null where account_id = ${accountId}`
  await sql`
    update trading_account
       set engine = jsonb_set(jsonb_set(engine #- '{row,drawdown_end}' #- '{closed,peak_share}', '{formula}', '1'),
                              '{snapshot,credit}', '0')
     where account_id = ${accountId}`
}

test('accounts of version 1 are recomputed by the job, and lose nothing', async () => {
  const { account_id } = await tradedAccount()
  const before = await stored(account_id)
  expect(before.rows.at(-1)).toMatchObject({ drawdown_end: expect.closeTo(1 - 0.605, 9) })
  await asVersionOne(account_id)
  // Until then it is read with the figures of version 1.
  expect((await stored(account_id)).engine).toMatchObject({ formula: 2, closed: { peak_share: 1 } })
  expect(await recomputeOutdated(kernel)).toBe(1)
  expect(kernel.lines).toContainEqual(expect.objectContaining({ recomputed: 1, left: 0 }))
  expect(await stored(account_id)).toEqual(before)
  expect(await recomputeOutdated(kernel)).toBe(0)
})

test('a sync that comes first recomputes its own account', async () => {
  const { account_id, send } = await tradedAccount()
  await asVersionOne(account_id)
  await send(60.5)
  const { engine, rows } = await stored(account_id)
  expect(engine?.formula).toBe(2)
  expect(rows.map(({ drawdown_end }) => Number(drawdown_end).toFixed(4))).toEqual([
    '0.0000',
    '0.5000',
    '0.4500',
    '0.3950',
    '0.3345',
  ])
  expect(await recomputeOutdated(kernel)).toBe(0)
})

test('two runs at once and a sync between them recompute each account once', async () => {
  const { account_id, send } = await tradedAccount()
  const before = await stored(account_id)
  await asVersionOne(account_id)
  const [one, two] = await Promise.all([recomputeOutdated(kernel), recomputeOutdated(kernel)])
  expect(one + two).toBe(1)
  expect(await stored(account_id)).toEqual(before)
  await send()
  expect((await stored(account_id)).engine?.formula).toBe(2)
})

test('an account whose state is damaged stops no other one', async () => {
  const [damaged, sound] = [await tradedAccount(), await tradedAccount()]
  await asVersionOne(damaged.account_id)
  await asVersionOne(sound.account_id)
  await sql`update trading_account set engine = engine #- '{row,growth}' where account_id = ${damaged.account_id}`
  const engineOf = () => sql`select engine from trading_account where account_id = ${damaged.account_id}`
  const before = await engineOf()
  expect(await recomputeOutdated(kernel)).toBe(1)
  expect((await stored(sound.account_id)).engine?.formula).toBe(2)
  expect(await engineOf()).toEqual(before)
  expect(kernel.lines).toContainEqual(
    expect.objectContaining({ msg: 'account not recomputed', account_id: damaged.account_id }),
  )
})

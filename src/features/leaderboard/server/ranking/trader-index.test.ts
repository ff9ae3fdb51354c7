import { expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { createTraderTable } from './table/trader-table.ts'
import { createTraderIndex } from './trader-index.ts'
import { account, sync, type TestAccount } from '../testing/accounts.ts'

const kernel = await testKernel()
const { sql, clock, lines } = kernel

const errors = () => lines.filter((line) => line['level'] === 50).map((line) => line['trader_id'])
const poison = ({ account_id }: TestAccount) =>
  sql`update trading_account set engine = engine - 'closed' where account_id = ${account_id}`

test('a trader whose state cannot be evaluated keeps the last figures, and all others go on', async () => {
  const sound = await account(kernel, { username: 'sound', nets: [10, 10] })
  const damaged = await account(kernel, { username: 'damaged', nets: [10, 10] })
  const unknown = await account(kernel, { username: 'unknown', nets: [10, 10] })
  await poison(unknown)

  const table = createTraderTable()
  const index = createTraderIndex(kernel, table, new AbortController().signal)
  const listed = ({ trader_id }: TestAccount) => {
    const slot = table.slotOf(trader_id)
    return slot === undefined ? undefined : table.trader(slot)
  }
  await index.reloadAll(clock.now())
  expect([...table.ids()].toSorted()).toEqual([sound.trader_id, damaged.trader_id].toSorted())
  expect(errors()).toEqual([unknown.trader_id])

  const before = listed(damaged)
  await poison(damaged)
  clock.advance(MINUTE_MS)
  await sync(kernel, sound, 30)
  for (let round = 0; round < 3; round += 1)
    await index.reload([damaged.trader_id, sound.trader_id, unknown.trader_id], clock.now())
  expect(listed(damaged)?.sortValues).toEqual(before?.sortValues)
  expect(listed(sound)?.total_trades).toBe(3)
  expect(errors()).toEqual([unknown.trader_id, damaged.trader_id])

  clock.advance(DAY_MS)
  await index.reloadAll(clock.now())
  expect(listed(damaged)?.sortValues).toEqual(before?.sortValues)
  expect(listed(sound)?.entry.days_count).toBe(4)
  expect(errors()).toHaveLength(2)

  await sql`update trader set hide_amounts = true where trader_id = ${damaged.trader_id}`
  await index.reload([damaged.trader_id], clock.now())
  expect(table.slotOf(damaged.trader_id)).toBeUndefined()
})

test('a state of another formula cannot be evaluated', async () => {
  const foreign = await account(kernel, { username: 'foreign', nets: [10] })
  await sql`update trading_account set engine = jsonb_set(engine, '{formula}', '3') where account_id = ${foreign.account_id}`
  const table = createTraderTable()
  await createTraderIndex(kernel, table, new AbortController().signal).reloadAll(clock.now())
  expect(table.slotOf(foreign.trader_id)).toBeUndefined()
  const line = lines.findLast((each) => each['trader_id'] === foreign.trader_id)
  expect(line?.['err']).toMatchObject({ message: 'state of formula 3, this is formula 2' })
})

import { expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openAccounts } from '../testing/open-accounts.ts'
import { boundAccount, storedOf } from '../testing/stored.ts'
import { unpackAccount } from '../testing/unpacked.ts'
import { engineColumns, unpackEngine, unpackIntake, type EngineColumns, type IntakeColumns } from './stored-state.ts'

const kernel = await testKernel()
const { sql } = kernel
const app = await testApp(kernel, (instance) => registerCheckedEa(instance, kernel))

test('a sync without records replaces rows within their pages, so that no index is touched', async () => {
  const { sync } = await openAccounts(kernel, app, 12)
  const pages = () => sql<{ place: string }[]>`
    select concat('account ', account_id, (ctid::text::point)[0]) as place from trading_account
    union all select concat('integrity ', account_id, ctid) from account_integrity
    union all select concat('day ', account_id, ctid) from daily_row`
  // The first syncs fill pages: rows spread until each page has space for another version.
  await sync()
  for (let round = 0; round < 5; round += 1) await sync({ atOnce: false })
  const rounds = 4
  const shareRemained = async () => {
    let remained = 0
    for (let round = 0; round < rounds; round += 1) {
      const before = new Set((await pages()).map(({ place }) => place))
      await sync({ atOnce: false })
      remained += (await pages()).filter(({ place }) => before.has(place)).length
    }
    return remained / (rounds * 36)
  }
  // A reader of the moment, as an automatic analysis, keeps an old version in its page: then the next rounds count.
  await expect.poll(shareRemained, { timeout: 20_000, interval: 0 }).toBeGreaterThan(0.9)
})

test('an account that is not packed yet goes on from the same state', async () => {
  const { traders, sync } = await openAccounts(kernel, app, 2)
  for (let round = 0; round < 3; round += 1) await sync()
  const accounts = await Promise.all(traders.map(({ trader_id }) => boundAccount(sql, trader_id)))
  await unpackAccount(sql, accounts[0] ?? '')
  await sync()
  const [one, other] = await Promise.all(traders.map(({ trader_id }) => storedOf(sql, trader_id)))
  expect(other).toEqual(one)
  const states = await sql<(EngineColumns & IntakeColumns)[]>`
    select intake_bytes, intake, ${engineColumns(sql, 'account')} from trading_account account
     where account_id = any (${accounts}::uuid[]) and state_bytes is not null`
  expect(states).toHaveLength(2)
  const [engine, sameEngine] = states.map(unpackEngine)
  expect(sameEngine).toEqual(engine)
  const [intake, sameIntake] = states.map(unpackIntake)
  expect({ ...sameIntake, boots: [], replaced: null }).toEqual({ ...intake, boots: [], replaced: null })
})

import { expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { expectPrinted, realAccount, realAccounts } from '#features/ea/server/testing/printed.ts'
import { injectedSender, replayed } from '#features/ea/server/testing/replayed.ts'
import { makeTrader } from '#features/ea/server/testing/world.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { reportSilentFindings } from '../night/night-report.ts'
import { reviewAccounts } from '../review/review.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)
/** Histories of years are looked at whole. */
const INTEGRITY_THRESHOLDS = { review_days: 36_500, mirror_days: 36_500 }
const thorough = { ...kernel, config: { ...kernel.config, INTEGRITY_THRESHOLDS } }

/** An account and, where it has one, its later statement. */
const plays = realAccounts
  .filter((id) => !['mt4-05', 'mt5-03-later'].includes(id))
  .map((id) => [id, ...(id === 'mt4-05-earlier' ? ['mt4-05'] : id === 'mt5-03' ? ['mt5-03-later'] : [])])

/** Sends statements as an advisor would, moved to now, the newest weeks witnessed; answers what is stored of the account. */
async function played(ids: readonly string[]) {
  const { trader_id, token } = await makeTrader(kernel)
  const files = ids.map(realAccount)
  const [first, last] = [files[0], files.at(-1)]
  if (first === undefined || last === undefined) throw new Error('nothing to play')
  // Each on a network of its own.
  const send = injectedSender(app, token, `10.0.${realAccounts.indexOf(first.id)}.9`)
  await replayed(files, { clock, boot: first.id, shift: true, send })
  const stored = await expectPrinted(sql, trader_id, last)
  expect(stored.witnessed).toBeGreaterThan(0)
  clock.advance(MINUTE_MS)
  expect(await reviewAccounts(thorough, 1000)).toBeGreaterThan(0)
  expect(await reportSilentFindings(thorough)).toBeGreaterThan(0)
  const [row] = await sql<{ account_id: string; reviewed: boolean; tags: string[] }[]>`
    select account.account_id, known.reviewed_at is not null as reviewed,
           array(select code from integrity_tag where account_id = account.account_id order by code) as tags
      from trading_account account join account_integrity known using (account_id)
     where trader_id = ${trader_id}`
  return row
}

/** True findings about them, but for `unknown_server`, which all of them have. */
const expected: Record<string, string[]> = {
  'mt4-03': ['no_stop_loss', 'one_lucky_trade'],
  'mt4-07': ['tiny_account'],
  'mt4-05-earlier': ['averaging', 'no_stop_loss', 'one_lucky_trade'],
  'mt5-03': ['bonus_credit'],
}

test.each(plays.map((ids) => [ids.join(', then '), ids] as const))('%s', async (_name, ids) => {
  const tags = [...(expected[ids[0] ?? ''] ?? []), 'unknown_server'].toSorted()
  expect(await played(ids)).toMatchObject({ reviewed: true, tags })
})

test('no real account has a case, whatever is found of it', async () => {
  const [count] = await sql<{ accounts: number; cases: number; held: number }[]>`
    select (select count(*) from trading_account)::int as accounts, (select count(*) from integrity_case)::int as cases,
           (select count(*) from held_account)::int as held`
  expect(count).toEqual({ accounts: plays.length, cases: 0, held: 0 })
})

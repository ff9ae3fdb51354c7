import { expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { testApp } from '#server/testing/app.ts'
import { asOwner } from '#server/testing/database.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerAccount } from '../routes.ts'
import { eraseTrader } from './erasure.ts'
import { wholeTrader } from '../testing/whole-trader.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
const { sql } = kernel
await kernel.outbox.close()
const app = await testApp(kernel, registerAccount, registerCheckedEa)

test('an account with 100,000 records is erased within a minute', async () => {
  const one = await wholeTrader(kernel, app)
  const id = await boundAccount(sql, one.trader_id)
  // The role of the server has limits of time, which a busy machine passes.
  await asOwner(kernel, async (own) => {
    await own`
      insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, record)
      select ${id}, 'r' || n, n, now(), now(), decode('00', 'hex'), 1, '{"type":"buy"}' from generate_series(1, 100000) n`
    await own`
      insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin)
      select ${id}, 't' || n, 'EURUSD', 'buy', 1, now(), now(), 1, 'witnessed' from generate_series(1, 100000) n`
  })
  const began = performance.now()
  const { deletion_summary: summary } = await eraseTrader(kernel, one.trader_id, {
    trader_id: one.trader_id,
    address: '127.0.0.1',
    request_id: 'r',
  })
  expect([summary['trade'], summary['ledger_record']]).toEqual([100_002, 100_005])
  expect(performance.now() - began).toBeLessThan(60_000)
})

import { expect, test } from 'vitest'
import { eraseTrader } from '#features/account/server/erasure/erasure.ts'
import { connectDatabase } from '#server/database/database.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { readAndApply } from './reconciliation/read-and-apply.ts'
import { settlementScene } from './testing/settlement-scene.ts'

const scene = await settlementScene()
const { np, app, kernel, payments, sql, clock, opened } = scene

/** Transactions of this database that wait for another one. */
async function waiting(count: number): Promise<void> {
  const blocked = async () => {
    const rows = await sql`
      select from pg_stat_activity
       where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
    return rows.length
  }
  await expect.poll(blocked, { timeout: 10_000, interval: 5 }).toBe(count)
}

test('a user is erased during the settlement of their payment: neither transaction waits for the other in a circle', async () => {
  const { who, orderId } = await opened()
  const id = np.pay(orderId, { status: 'confirming', share: 1 })
  await np.send(app, id)
  await payments.settle()
  np.move(id, { status: 'finished' })
  const other = connectDatabase(kernel.address, { max: 1, patient: true, name: 'psql' })
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  // Stops the settlement after it locked the order and before it locks the buyer.
  const holding = other.sql.begin(async (tx) => {
    await tx`select from provider_payment where provider_payment_id = ${id} for update`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  // The answer that activates.
  const settling = readAndApply(kernel, payments.provider, id, { signal: payments.signal })
  await waiting(1)
  const by = { trader_id: who.trader_id, address: '127.0.0.1', request_id: 'r' }
  const erasing = eraseTrader(kernel, who.trader_id, by)
  await waiting(2)
  release.resolve()
  await holding
  const [erased] = await Promise.all([erasing, settling])
  await other.close()
  expect(erased.finished).toBe(true)
  expect(kernel.lines.map((line) => line['msg'])).not.toContain('erasure tried again')
  clock.advance(MINUTE_MS)
  await payments.settle()
  expect(await scene.order(orderId)).toMatchObject({ trader_id: null, state: 'review', review_reason: 'orphan' })
  expect(await scene.grantsOf(who)).toEqual([])
})

test('an admin binds an order to an account that is erased at that moment: the order has no user', async () => {
  const { orderId } = await opened()
  await sql`update payment_order set trader_id = null, user_email = null, username = null where order_id = ${orderId}`
  const id = np.pay(orderId, { status: 'finished' })
  await scene.deliver(id)
  const late = await scene.someone()
  const other = connectDatabase(kernel.address, { max: 1, patient: true, name: 'psql' })
  const gone = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const erasing = other.sql.begin(async (tx) => {
    await tx`delete from trader where trader_id = ${late.trader_id}`
    gone.resolve()
    await release.promise
  })
  await gone.promise
  clock.advance(MINUTE_MS)
  const body = { order_id: orderId, payment_id: id, email: `${late.username}@example.com` }
  const answering = scene.reconcile(scene.admin, body).then((answer) => answer)
  await waiting(1)
  release.resolve()
  await erasing
  await other.close()
  const answer = await answering
  expect([answer.statusCode, answer.json()]).toEqual([404, expect.objectContaining({ error_type: 'USER_NOT_FOUND' })])
  expect(await scene.order(orderId)).toMatchObject({ trader_id: null, state: 'review' })
})

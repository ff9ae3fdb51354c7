import { expect, test } from 'vitest'
import { asOwner } from '#server/testing/database.ts'
import { connectDatabase } from '#server/database/database.ts'
import { testApp } from '#server/testing/app.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { ProviderError } from '../../provider.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { registerNotificationRoute } from '../notifications/inbox.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { settlementScene } from '../testing/settlement-scene.ts'

const scene = await settlementScene()
const { np, kernel, payments, sql, clock, opened, deliver } = scene

// Takes notifications in and settles nothing by itself.
const inboxOnly = await testApp(kernel, (each) =>
  registerNotificationRoute(each, kernel, { provider: payments.provider, wake: () => undefined }),
)

// A trigger that lets no statement write to a poisoned order.
await asOwner(kernel, (own) => own`create table poison (order_id text)`)
await asOwner(kernel, (own) =>
  own.unsafe(`
  create function poisoned() returns trigger language plpgsql as $$
  begin
    if exists (select from poison where order_id = new.order_id) then raise exception 'poison'; end if;
    return new;
  end $$`),
)
await asOwner(kernel, (own) =>
  own.unsafe(`create trigger poisoned before update on payment_order for each row execute function poisoned()`),
)

/** Poisons an order, and takes it off the schedule so that no check reads it. */
async function poison(orderId: string): Promise<void> {
  await sql`update payment_order set next_check_at = null where order_id = ${orderId}`
  await sql`insert into poison values (${orderId})`
}

async function expectSettledOnceCured(orderId: string): Promise<void> {
  await sql`delete from poison`
  clock.advance(HOUR_MS)
  await payments.settle()
  expect((await scene.order(orderId)).state).toBe('paid')
}

const errors = () => kernel.lines.filter((line) => Number(line['level']) >= 50)

async function waiting(orderId: string): Promise<string> {
  const id = np.pay(orderId, { status: 'finished', share: 1 })
  expect(await np.send(inboxOnly, id)).toBe(200)
  return id
}

test('a payment that cannot be settled stops no other, is tried again, and alerts the admins once a day', async () => {
  const { orderId: bad } = await opened()
  const { orderId: good } = await opened()
  np.fail('payment', 500, 4)
  await deliver(np.pay(bad, { status: 'finished', share: 1 }))
  await poison(bad)
  clock.advance(61_000)
  await waiting(good)
  const before = errors().length
  await payments.settle()
  expect((await scene.order(good)).state).toBe('paid')
  expect(errors().length).toBeGreaterThan(before)
  const logged = errors().length
  await payments.settle()
  expect(errors()).toHaveLength(logged)
  for (let minute = 0; minute < 60; minute += 1) {
    clock.advance(MINUTE_MS)
    await payments.settle()
  }
  expect(errors().length - logged).toBeLessThan(20)
  const alerts = await sql`select cause from outbox where cause like 'setback:%'`
  expect(alerts).toHaveLength(1)
  await expectSettledOnceCured(bad)
})

test('a notification that cannot be taken in is tried again later, and the ones behind it at once', async () => {
  const { orderId: bad } = await opened()
  const { orderId: good } = await opened()
  await poison(bad)
  await waiting(bad)
  await waiting(good)
  await payments.settle()
  expect((await scene.order(good)).state).toBe('paid')
  const logged = errors().length
  await payments.settle()
  expect(errors()).toHaveLength(logged)
  await expectSettledOnceCured(bad)
})

test('a locked order holds up no other: it is settled once it is free', async () => {
  const { orderId: held } = await opened()
  const { orderId: free } = await opened()
  const other = connectDatabase(kernel.address, { max: 1, patient: true, name: 'psql' })
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = other.sql.begin(async (tx) => {
    await tx`select 1 from payment_order where order_id = ${held} for update`
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const logged = errors().length
  try {
    const id = await waiting(held)
    await np.send(inboxOnly, id, { updated_at: 1 })
    await np.send(inboxOnly, id, { updated_at: 2 })
    await waiting(free)
    const startedAt = performance.now()
    await payments.settle()
    expect((await scene.order(free)).state).toBe('paid')
    // One wait for three notifications of the same payment.
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  } finally {
    release.resolve()
    await holding
    await other.close()
  }
  expect(errors()).toHaveLength(logged)
  clock.advance(MINUTE_MS)
  await payments.settle()
  expect((await scene.order(held)).state).toBe('paid')
})

test('one step that fails lets the others be done', async () => {
  const { orderId } = await opened()
  await waiting(orderId)
  await asOwner(kernel, (own) => own`alter table provider_event rename to provider_event_away`)
  await expect(payments.settle()).rejects.toThrow('provider_event')
  await asOwner(kernel, (own) => own`alter table provider_event_away rename to provider_event`)
  await payments.settle()
  const { orderId: lost } = await opened()
  np.pay(lost, { status: 'finished', share: 1 })
  clock.advance(3 * MINUTE_MS)
  await asOwner(kernel, (own) => own`alter table provider_event rename to provider_event_away`)
  await expect(payments.settle()).rejects.toThrow('provider_event')
  await asOwner(kernel, (own) => own`alter table provider_event_away rename to provider_event`)
  expect((await scene.order(lost)).state).toBe('paid')
})

/** A payments service whose provider cannot read some payments. */
function without(unreadable: Pick<ReadonlySet<string>, 'has'>) {
  const usual = configuredNowPayments(kernel, quick)
  const queried: string[] = []
  const service = createPayments(kernel, {
    ...usual,
    readPayment: async (id, options) => {
      // Counts only the claims' questions, which are urgent. The checks follow a schedule of their own.
      if (options.urgent === true) queried.push(id)
      if (unreadable.has(id)) throw new ProviderError('unreachable', '500', { retryable: true })
      return usual.readPayment(id, options)
    },
  })
  return { service, queried }
}

test('payments that cannot be read take no reading from others, and note no failure for them', async () => {
  const unreadable = new Set<string>()
  for (let index = 0; index < 5; index += 1) unreadable.add(await waiting((await opened()).orderId))
  const { service, queried } = without(unreadable)
  for (let minute = 0; minute < 5; minute += 1) {
    clock.advance(MINUTE_MS)
    await service.settle()
  }
  expect(new Set(queried)).toEqual(unreadable)
  const { orderId } = await opened()
  const id = await waiting(orderId)
  await service.settle()
  expect((await scene.order(orderId)).state).toBe('paid')
  expect(queried).toContain(id)
  await service.close()
  clock.advance(HOUR_MS)
  await payments.settle()
})

test('a provider that answers nothing is asked about every claim once in a run, and each has its own next try', async () => {
  const ids = new Set<string>()
  for (let index = 0; index < 9; index += 1) ids.add(await waiting((await opened()).orderId))
  const { service, queried } = without({ has: () => true })
  await service.settle()
  expect(queried.toSorted()).toEqual([...ids].toSorted())
  await service.settle()
  expect(queried).toHaveLength(ids.size)
  const noted = await sql`select from provider_payment where next_reading_at is not null and reading_wanted`
  expect(noted).toHaveLength(ids.size)
  await service.close()
  clock.advance(HOUR_MS)
  await payments.settle()
  const [left] = await sql`select count(*) from provider_payment where reading_wanted`
  expect(left).toEqual({ count: 0 })
})

test('the last among many claims is confirmed too', async () => {
  const orders = []
  for (let index = 0; index < 60; index += 1) orders.push(await opened())
  for (const { orderId } of orders) await waiting(orderId)
  await payments.settle()
  const states = await Promise.all(orders.map(async ({ orderId }) => (await scene.order(orderId)).state))
  expect(new Set(states)).toEqual(new Set(['paid']))
})

test('a claim that can activate nothing is not asked about each minute', async () => {
  const { who, orderId } = await opened()
  await sql`update trader set deactivated_at = now() where trader_id = ${who.trader_id}`
  const id = await waiting(orderId)
  const { service, queried } = without(new Set([id]))
  for (let minute = 0; minute < 20; minute += 1) {
    await service.settle()
    clock.advance(MINUTE_MS)
  }
  expect(queried).toEqual([id])
  await service.close()
})

test('a user who was deactivated between payment and settling gets the plan once restored', async () => {
  const { who, orderId } = await opened()
  await sql`update trader set deactivated_at = now() where trader_id = ${who.trader_id}`
  await waiting(orderId)
  await payments.settle()
  expect(await scene.order(orderId)).toMatchObject({ state: 'review', review_reason: 'orphan', activated: false })
  clock.advance(30 * DAY_MS)
  await payments.settle()
  await sql`update trader set deactivated_at = null where trader_id = ${who.trader_id}`
  await payments.settle()
  expect(await scene.order(orderId)).toMatchObject({ state: 'paid', review_reason: null })
  expect(await scene.grantsOf(who)).toHaveLength(1)
})

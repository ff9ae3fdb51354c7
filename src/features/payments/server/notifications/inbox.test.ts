import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { asOwner } from '#server/testing/database.ts'
import { connectDatabase, isDatabaseAway } from '#server/database/database.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openGate } from '#server/testing/tcp.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { quick } from '../../testing/nowpayments-stand-in.ts'
import { registerNotificationRoute } from './inbox.ts'
import { configuredNowPayments } from '../provider/configured.ts'
import { createPayments } from '../service.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const scene = await buyerScene({ env: { RATE_LIMITS: 'off' } })
const { np, kernel, app, payments } = scene
const { sql } = kernel
const url = '/api/crypto/ipn'

async function pending(share = 1) {
  const who = await scene.someone()
  const { order_id } = await scene.bought(who)
  return { who, orderId: order_id, id: np.pay(order_id, { status: 'finished', share }) }
}
const refusals = () =>
  sql<{ reason: string; body: string; address: string }[]>`select * from provider_refusal order by refusal_id`
const count = async (what: 'provider_event' | 'provider_refusal') =>
  (await sql<{ count: number }[]>`select count(*) from ${sql(what)}`)[0]?.count ?? 0
const post = (payload: string | Buffer, headers: Record<string, string>, on: FastifyInstance = app) =>
  on.inject({ method: 'POST', url, payload, headers })

test('a genuine notification is stored, answered, and settled after that', async () => {
  const { who, orderId, id } = await pending()
  const { headers, payload } = np.notification(id)
  const answer = await post(payload, headers)
  expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
  await expect.poll(async () => (await scene.order(orderId)).state, { timeout: 10_000 }).toBe('paid')
  expect(await scene.grantsOf(who)).toHaveLength(1)
  const [event] =
    await sql`select raw_body, outcome, processed_at from provider_event where provider_payment_id = ${id}`
  expect(event).toMatchObject({ raw_body: payload, processed_at: expect.any(String) as string })
})

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain; charset=latin1', 'nonsense', ''])(
  'case 16: the content type «%s» does not matter: bytes count',
  async (type) => {
    const { id } = await pending()
    const { headers, payload } = np.notification(id)
    expect((await post(payload, { ...headers, 'content-type': type })).statusCode).toBe(200)
  },
)

test('case 9: another secret, case 10: the signature of another body, case 7: none: refused, stored as an excerpt', async () => {
  const { id } = await pending()
  const { headers, payload } = np.notification(id)
  const body = JSON.parse(payload) as Record<string, unknown>
  const other = np.sign(body, 'another secret')
  const changed = payload.replace('finished', 'confirmed')
  const before = await count('provider_event')
  kernel.clock.advance(MINUTE_MS)
  for (const [text, sent] of [
    [payload, other.headers],
    [changed, headers],
    [payload, { 'content-type': 'application/json' }],
  ] as const) {
    const answer = await post(text, sent)
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      401,
      'Firma della notifica non valida: controlla il segreto IPN.',
    ])
  }
  expect(await count('provider_event')).toBe(before)
  expect((await refusals()).slice(-3).map(({ reason }) => reason)).toEqual([
    'bad_signature',
    'bad_signature',
    'no_signature',
  ])
  const alerts = await sql`select cause from outbox where cause like 'refused:%'`
  expect(alerts).toEqual([{ cause: 'refused:bad_signature:nowpayments:2026-11-20' }])
})

test('case 16: not JSON, a list, more than 64 KB: 400', async () => {
  const before = await count('provider_event')
  const signed = ['[]', JSON.stringify({ payment_id: 1, order_description: 'x'.repeat(66_000) })]
  const broken = { payload: '{"payment_id":', headers: np.sign('[]').headers }
  for (const { payload, headers } of [broken, ...signed.map((body) => np.sign(body))]) {
    const answer = await post(payload, headers)
    expect([answer.statusCode, answer.json<{ error_type: string }>().error_type]).toEqual([400, 'BAD_REQUEST'])
  }
  expect(await count('provider_event')).toBe(before)
})

test.each(['GET', 'PUT', 'DELETE', 'PATCH'] as const)('case 17: %s on the route: 405', async (method) => {
  const answer = await app.inject({ method, url })
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
})

test('refusals are bounded: in a minute, and altogether', async () => {
  kernel.clock.advance(MINUTE_MS)
  const before = await count('provider_refusal')
  for (let sent = 0; sent < 25; sent += 1) await post('{"payment_id":1}', { 'x-nowpayments-sig': 'f'.repeat(128) })
  expect((await count('provider_refusal')) - before).toBe(10)
  await sql`
    insert into provider_refusal (provider, reason, body, refused_at)
    select 'nowpayments', 'bad_signature', 'x', now() from generate_series(1, 400)`
  kernel.clock.advance(MINUTE_MS)
  await post(`{"x":"${'y'.repeat(9_000)}"}`, { 'x-nowpayments-sig': 'f'.repeat(128) })
  const forged = (await refusals()).filter(({ reason }) => reason === 'bad_signature')
  expect(forged).toHaveLength(200)
  expect(forged.at(-1)?.body).toHaveLength(2_000)
})

test('calls without a signature alert no admin, and hide no notification that was refused for its signature', async () => {
  const { id } = await pending()
  const { payload } = np.notification(id)
  await sql`delete from provider_refusal`
  await sql`delete from outbox`
  kernel.clock.advance(DAY_MS)
  for (let sent = 0; sent < 15; sent += 1) await post('{}', { 'content-type': 'application/json' })
  expect(await sql`select from outbox where cause like 'refused:%'`).toHaveLength(0)
  await post(payload, { 'x-nowpayments-sig': '0'.repeat(128) })
  for (let sent = 0; sent < 30; sent += 1) {
    kernel.clock.advance(MINUTE_MS)
    for (let each = 0; each < 10; each += 1) await post('{}', { 'content-type': 'application/json' })
  }
  const [forged, ...more] = (await refusals()).filter(({ reason }) => reason === 'bad_signature')
  expect(more).toEqual([])
  expect(forged?.body).toBe(payload)
  expect(await count('provider_refusal')).toBe(201)
  expect(await sql`select cause from outbox where cause like 'refused:%'`).toHaveLength(1)
})

test('case 15: without a secret nothing is stored: 503', async () => {
  const without = await testKernel({ env: { ...np.env, NOWPAYMENTS_IPN_SECRET: '' } })
  const closed = createPayments(without, configuredNowPayments(without, quick))
  const service = await testApp(without, (each) => registerNotificationRoute(each, without, closed))
  const { id } = await pending()
  const { headers, payload } = np.notification(id)
  expect((await post(payload, headers, service)).statusCode).toBe(503)
  expect(await without.sql`select from provider_event`).toHaveLength(0)
  expect(await without.sql`select from provider_refusal`).toHaveLength(0)
  await closed.close()
})

test('cases 18, 19: twenty copies at once activate once', async () => {
  const { who, orderId, id } = await pending()
  const { headers, payload } = np.notification(id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(payload, headers)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200))
  await expect.poll(async () => (await scene.order(orderId)).state, { timeout: 10_000 }).toBe('paid')
  expect(await scene.grantsOf(who)).toHaveLength(1)
  expect(await sql`select from provider_event where provider_payment_id = ${id}`).toHaveLength(1)
  expect(await sql`select from outbox where cause = ${`activated:${orderId}`}`).toHaveLength(1)
})

test('case 21: the same notification five days later is acknowledged and changes nothing', async () => {
  const { who, orderId, id } = await pending()
  const { headers, payload } = np.notification(id)
  expect((await post(payload, headers)).statusCode).toBe(200)
  await expect.poll(async () => (await scene.order(orderId)).state, { timeout: 10_000 }).toBe('paid')
  await payments.settle()
  const before = await scene.order(orderId)
  kernel.clock.advance(5 * DAY_MS)
  expect((await post(payload, headers)).statusCode).toBe(200)
  await payments.settle()
  expect(await scene.order(orderId)).toEqual(before)
  expect(await scene.grantsOf(who)).toHaveLength(1)
  expect(await sql`select from provider_event where provider_payment_id = ${id}`).toHaveLength(1)
  expect(await sql`select from outbox where cause = ${`activated:${orderId}`}`).toHaveLength(1)
})

test('case 27: answered within a second while the provider hangs', async () => {
  const { orderId, id } = await pending()
  np.fail('all', 'hang')
  try {
    const startedAt = performance.now()
    expect(await np.send(app, id)).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  } finally {
    np.recover()
  }
  kernel.clock.advance(61_000)
  await expect
    .poll(
      async () => {
        await payments.settle()
        return (await scene.order(orderId)).state
      },
      { timeout: 10_000 },
    )
    .toBe('paid')
})

test('case 28: without a database 503, so that it comes again; the second time it counts, once', async () => {
  const { who, orderId, id } = await pending()
  const gate = await openGate(kernel.address)
  const { sql: behind, close } = connectDatabase({ url: gate.url })
  await behind`select 1`
  const cut = { ...kernel, sql: behind }
  const service = createPayments(cut, configuredNowPayments(cut, quick))
  const route = await testApp(cut, (each) => registerNotificationRoute(each, cut, service))
  gate.cut()
  expect(await np.send(route, id)).toBe(503)
  expect(await sql`select from provider_event where provider_payment_id = ${id}`).toHaveLength(0)
  await expect(service.settle()).rejects.toSatisfy(isDatabaseAway)
  service.wake()
  await service.close()
  await close()
  expect(await np.send(app, id)).toBe(200)
  await expect.poll(async () => (await scene.order(orderId)).state, { timeout: 10_000 }).toBe('paid')
  expect(await scene.grantsOf(who)).toHaveLength(1)
})

test('a database that is slower than a second: 503 in time; what it stores after all is settled', async () => {
  const { orderId, id } = await pending()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const locking = sql.begin(async (tx) => {
    await tx`lock table provider_event in exclusive mode`
    await held
  })
  await sleep(50)
  const startedAt = performance.now()
  expect(await np.send(app, id)).toBe(503)
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  release()
  await locking
  await expect.poll(async () => (await scene.order(orderId)).state, { timeout: 10_000 }).toBe('paid')
})

test('case 60: stored by a server that died: another one settles it', async () => {
  const { who, orderId, id } = await pending()
  const inboxOnly = await testApp(kernel, (each) =>
    registerNotificationRoute(each, kernel, { provider: payments.provider, wake: () => undefined }),
  )
  expect(await np.send(inboxOnly, id)).toBe(200)
  expect((await scene.order(orderId)).state).toBe('open')
  const other = createPayments(kernel, configuredNowPayments(kernel, quick))
  await Promise.all([other.settle(), payments.settle()])
  expect((await scene.order(orderId)).state).toBe('paid')
  expect(await scene.grantsOf(who)).toHaveLength(1)
  await other.close()
})

test('one notification that cannot be taken in holds up no other', async () => {
  const poison = await pending()
  const good = await pending()
  await asOwner(
    kernel,
    (own) => own`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin
      if new.order_id = ${own.unsafe(`'${poison.orderId}'`)} then raise exception 'poison'; end if;
      return new;
    end $$`,
  )
  await asOwner(
    kernel,
    (own) =>
      own`create trigger refuse_poison before update on provider_payment for each row execute function refuse_poison()`,
  )
  expect(await np.send(app, poison.id)).toBe(200)
  expect(await np.send(app, good.id)).toBe(200)
  await expect.poll(async () => (await scene.order(good.orderId)).state, { timeout: 10_000 }).toBe('paid')
  expect((await scene.order(poison.orderId)).state).toBe('open')
  await asOwner(kernel, (own) => own`drop trigger refuse_poison on provider_payment`)
  kernel.clock.advance(10 * MINUTE_MS)
  await payments.settle()
  expect((await scene.order(poison.orderId)).state).toBe('paid')
})

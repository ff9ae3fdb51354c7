import { afterAll, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { boundPerson, callsOf, changed, diamondTrader, goodBody, showcaseScene } from '../testing/scene.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql } = kernel
const scene = await showcaseScene(kernel)
afterAll(scene.close)
const { call, create, update, mine, made, rowOf, versionsOf } = callsOf(scene, kernel)

const owner = await diamondTrader(kernel)
const other = await diamondTrader(kernel)
const basic = await diamondTrader(kernel, { diamond_ms: -1 })
const admin = await boundPerson(kernel, 'capo', { is_admin: true })
const { showcase_id: id } = await made(owner)
const expired = await diamondTrader(kernel)
const { showcase_id: expiredId } = await made(expired)
await sql`update subscription set until = '2026-11-19' where trader_id = ${expired.trader_id} and tier = 'diamond'`
const nobodys = '00000000-0000-4000-8000-000000000000'
const people = { visitor: null, other, basic, expired, owner, admin }

/** The statuses of a call about a showcase that does not exist. */
const notFound = { visitor: 401, other: 404, basic: 404, expired: 404, owner: 404, admin: 404 }

const statuses = async (request: (who: Person | null) => Promise<{ statusCode: number }>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(people).map(async ([name, who]) => [name, (await request(who)).statusCode])),
  )

test.each(['/api/showcase/', '/api/showcases/'])('change one by PUT %s', async (path) => {
  const before = await rowOf(id)
  const expected = { visitor: 401, other: 403, basic: 403, expired: 403, admin: 403 }
  const { owner: _own, ...refused } = people
  for (const [name, who] of Object.entries(refused)) {
    const answer = await call('PUT', path + id, who, changed(`Di ${name}`))
    expect([name, answer.statusCode]).toEqual([name, expected[name as keyof typeof expected]])
  }
  expect(await rowOf(id)).toEqual(before)
  expect((await call('PUT', path + id, owner, goodBody())).statusCode).toBe(200)
  expect(await statuses((who) => call('PUT', path + nobodys, who, goodBody()))).toEqual(notFound)
  expect((await call('PUT', `${path}1`, owner, goodBody())).statusCode).toBe(422)
})

test('create one', async () => {
  const unbound = await person(kernel, 'senza_conto')
  await sql`insert into subscription select ${kernel.secrets.newId()}::uuid, ${unbound.trader_id}::uuid, 'diamond', '2027-01-01', 'active', 'monthly', now(), now()`
  const answers = {
    visitor: await create(null),
    basic: await create(basic),
    expired: await create(expired),
    again: await create(owner),
    unbound: await create(unbound),
    admin: await create(admin),
  }
  expect(Object.fromEntries(Object.entries(answers).map(([name, { statusCode }]) => [name, statusCode]))).toEqual({
    visitor: 401,
    basic: 403,
    expired: 403,
    again: 409,
    unbound: 409,
    admin: 201,
  })
  expect(answers.basic.json()).toMatchObject({ error_type: 'DIAMOND_REQUIRED' })
  expect(answers.again.json()).toMatchObject({ error_type: 'SHOWCASE_EXISTS' })
  expect(answers.unbound.json()).toMatchObject({ error_type: 'ACCOUNT_NOT_BOUND' })
})

test('an owner whose Diamond has ended keeps it, cannot change it, and may delete it', async () => {
  expect((await update(expired, expiredId)).json()).toMatchObject({ error_type: 'DIAMOND_REQUIRED' })
  const answer = await mine(expired)
  expect(answer).toMatchObject({
    has_access: false,
    is_diamond: false,
    can_create_showcase: false,
    can_edit_showcase: false,
    diamond_status: { expired: true, expired_date: '2026-11-19T00:00:00.000Z' },
    showcase: { showcase_id: expiredId, is_public: false },
  })
  expect((await call('DELETE', `/api/showcases/${expiredId}`, expired)).statusCode).toBe(200)
})

test('delete one', async () => {
  expect(await statuses((who) => call('DELETE', `/api/showcases/${nobodys}`, who))).toEqual(notFound)
  for (const who of [other, basic]) expect((await call('DELETE', `/api/showcases/${id}`, who)).statusCode).toBe(403)
  expect(await rowOf(id)).toBeDefined()
  const answer = await call('DELETE', `/api/showcases/${id}`, admin)
  expect(answer.json()).toEqual({ message: '✅ Vetrina eliminata con successo!' })
  expect(await rowOf(id)).toBeUndefined()
  expect(await versionsOf(id)).toEqual([])
  const [line] =
    await sql`select actor, subject, details from audit_log where action = 'showcase.delete' order by audit_id desc limit 1`
  expect(line).toEqual({
    actor: admin.trader_id,
    subject: owner.trader_id,
    details: { showcase_id: id, status: 'pending_review', own: false },
  })
})

test('read whether the own one is accessible', async () => {
  const request = (who: Person | null, of: string) => call('GET', `/api/test-showcase/${of}`, who)
  expect((await request(other, other.trader_id)).json()).toEqual({ should_have_access: 'YES' })
  expect((await request(basic, basic.trader_id)).json()).toEqual({ should_have_access: 'NO' })
  expect((await request(other, basic.trader_id)).statusCode).toBe(403)
  const [known, unknown] = [await request(null, other.trader_id), await request(null, nobodys)]
  expect([known.statusCode, known.body]).toEqual([401, unknown.body])
  expect(known.json()).toEqual({
    detail: 'Accesso non autorizzato',
    message: 'Accesso non autorizzato',
    error_type: 'UNAUTHENTICATED',
  })
})

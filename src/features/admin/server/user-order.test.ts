import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { csvLines } from '#server/testing/csv-file.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'
import { registerAdmin } from './routes.ts'

const kernel = await testKernel()
const { sql, clock, secrets } = kernel
const app = await testApp(kernel, registerAdmin)
const admin = await person(kernel, 'capo', { is_admin: true })
const start = clock.now()
const at = (days: number) => new Date(start + days * DAY_MS).toISOString()

interface Listed {
  trader_id: string
  user_sequential_id: number | null
  username: string
  email: string
  created_at: string
  is_diamond: boolean
  diamond_expires: string | null
  leaderboard_expires: string | null
  verification_level: string | null
}
interface Answer {
  users: Listed[]
  total: number
  next_cursor: string | null
  at: string
}
const get = (query: string) => app.inject({ method: 'GET', url: `/api/admin/users?${query}`, headers: admin.headers })
const users = async (query: string) => (await get(query)).json<Answer>()
const names = async (query: string) => (await users(query)).users.map((user) => user.username)

// Twelve users with equal sort keys: names in both cases, three moments of registration, few numbers, plans of all kinds.
for (let index = 0; index < 12; index += 1) {
  const name = index % 2 === 0 ? `Zeta_${index}` : `alfa_${index}`
  const { trader_id: id } = await person(kernel, name)
  await sql`
    update trader set created_at = ${at(-(index % 3))}, user_sequential_id = ${index % 4 === 0 ? null : 100 - index},
                      email = ${`${index % 2 === 0 ? 'B' : 'a'}${index}@example.com`}
     where trader_id = ${id}`
  const plans: [string, number][] = [
    [['basic', 10]],
    [['diamond', 20]],
    [
      ['basic', 40],
      ['diamond', 20],
    ],
    [['basic', -3]],
    [],
    [],
  ][index % 6] as [string, number][]
  for (const [tier, days] of plans) {
    await sql`insert into subscription (subscription_id, trader_id, tier, plan_type, status, until, created_at, updated_at)
              values (${secrets.newId()}, ${id}, ${tier}, 'manual', 'active', ${at(days)}, ${at(-30)}, ${at(-30)})`
  }
}

const sorts = ['created_at', 'number', 'username', 'email', 'plan_end'] as const
const shownEnd = (user: Listed) => (user.is_diamond ? user.diamond_expires : user.leaderboard_expires)
const keyOf: Record<(typeof sorts)[number], (user: Listed) => string | number | null> = {
  created_at: (user) => user.created_at,
  number: (user) => user.user_sequential_id,
  username: (user) => user.username.toLowerCase(),
  email: (user) => user.email.toLowerCase(),
  plan_end: shownEnd,
}

/** Missing values come last in both directions; equal rows follow their id. */
function inOrder(rows: readonly Listed[], by: (typeof sorts)[number], order: string): Listed[] {
  const sign = order === 'asc' ? 1 : -1
  const compared = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf[by](one), keyOf[by](other)]
    if ((a === null) !== (b === null)) return a === null ? 1 : -1
    return sign * ((a === null || b === null ? 0 : compared(a, b)) || compared(one.trader_id, other.trader_id))
  })
}

describe('an order of the users', () => {
  test('is total, and its pages hold every user once, whatever their size', async () => {
    const everybody = (await users('limit=200')).users
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...sorts),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 7 }),
        async (by, order, limit) => {
          const listed: string[] = []
          for (let page = 1; page <= Math.ceil(everybody.length / limit); page += 1) {
            const answer = await users(`sort_by=${by}&order=${order}&page=${page}&limit=${limit}`)
            expect(answer).toMatchObject({ total: everybody.length, next_cursor: null })
            listed.push(...answer.users.map((user) => user.username))
          }
          expect(listed).toEqual(inOrder(everybody, by, order).map((user) => user.username))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('is the order of the file too', async () => {
    const file = async (query: string) => {
      await sql`delete from login_attempt`
      const answer = await app.inject({ url: `/api/admin/users.csv?${query}`, headers: admin.headers })
      const [, ...rows] = csvLines(answer, 'utenti')
      return rows.map((row) => row.split(';')[2]?.replaceAll('"', ''))
    }
    for (const by of sorts) {
      for (const order of ['asc', 'desc']) {
        const query = `sort_by=${by}&order=${order}`
        expect([query, await file(query)]).toEqual([query, await names(`${query}&limit=200`)])
      }
    }
    expect(await file('sort_by=email')).toEqual(await names('sort_by=email&limit=200'))
    expect(await file('')).toEqual(await names('page=1&limit=200'))
  })

  test('begins with the newest by default, and with the smallest where only a column is given', async () => {
    expect(await names('page=1')).toEqual(await names('sort_by=created_at&order=desc'))
    expect(await names('sort_by=username')).toEqual(await names('sort_by=username&order=asc'))
    expect((await names('sort_by=username&limit=2'))[0]).toBe('alfa_1')
  })

  test('keeps its pages in place while others register, whatever it is', async () => {
    let newcomers = 0
    for (const query of [
      '',
      ...sorts.flatMap((by) => ['asc', 'desc'].map((order) => `sort_by=${by}&order=${order}`)),
    ]) {
      clock.advance(1_000)
      const before = await names(`${query}&page=1&limit=200`)
      const first = await users(`${query}&page=1&limit=5`)
      clock.advance(1_000)
      const newcomer = await person(kernel, `appena_arrivato_${(newcomers += 1)}`)
      const read = first.users.map((user) => user.username)
      for (let page = 2; read.length < before.length; page += 1) {
        const next = await users(`${query}&page=${page}&limit=5&until=${encodeURIComponent(first.at)}`)
        expect(next.total).toBe(before.length)
        read.push(...next.users.map((user) => user.username))
      }
      expect([query, read]).toEqual([query, before])
      // The newcomer stands first where the newest do, in a list that is asked for anew.
      const newest = query === '' ? (await names('page=1&limit=5'))[0] : newcomer.username
      expect(newest).toBe(newcomer.username)
      await sql`delete from trader where trader_id = ${newcomer.trader_id}`
    }
  })

  test('has no user after its last page', async () => {
    expect((await users('page=10000')).users).toEqual([])
  })
})

test('plan, state and terminal are filtered, alone and together', async () => {
  const { trader_id: id } = await person(kernel, 'uscito')
  await sql`update trader set deactivated_at = ${at(0)} where trader_id = ${id}`
  expect(await names('state=deactivated')).toEqual(['uscito'])
  expect(await names('state=admin')).toEqual(['capo'])
  expect(await names('state=active&limit=200')).not.toContain('uscito')
  expect(await names('state=admin&plan=diamond')).toEqual([])
  expect(await names('ea=verified')).toEqual([])
  await sql`
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode,
                                 bound_at, last_receipt_at, ea_version, first_snapshot_at, intake)
    values (${secrets.newId()}, ${id}, 'MT5', 'Broker-Live', '1', 'Broker', 'USD', 2, 'real', ${at(-9)}, ${at(0)}, '1.0',
            ${at(-9)}, '{}')`
  const [verified] = (await users('ea=verified')).users
  expect(verified).toMatchObject({ username: 'uscito', verification_level: 'L1' })
  expect(await names('ea=unverified&limit=200')).not.toContain('uscito')
})

test.each([
  'page=0',
  'page=-1',
  'page=1.5',
  'page=10001',
  'page=x',
  'sort_by=password_hash',
  'sort_by=Username',
  'sort_by=username&sort_by=email',
  'order=up',
  'order=DESC',
  'state=gone',
  'ea=yes',
  'plan=gold',
  'until=ieri',
  'until=2026-11-22',
  `q=${encodeURIComponent('a\u0000b')}`,
  `cursor=${admin.trader_id}&page=2`,
  `cursor=${admin.trader_id}&sort_by=email`,
  `cursor=${admin.trader_id}&order=asc`,
])('%s is 422', async (query) => {
  const answer = await get(query)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ error_type: 'VALIDATION' })
})

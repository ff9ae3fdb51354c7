import { describe, expect, test } from 'vitest'
import { cursorOf } from '#server/http/cursor.ts'
import { DAY_MS } from '#shared/dates.ts'
import { planScene } from '../testing/scene.ts'

const { kernel, app, admin, start, someone, assign, post, get, status, subscriptionIdOf, inDays } = await planScene()

describe('public calls', () => {
  test('the price list is public, tagged, and answers 304', async () => {
    const first = await get('/api/plans')
    expect(first.statusCode).toBe(200)
    expect(first.json<{ plans: { code: string }[] }>().plans.map((plan) => plan.code)).toEqual([
      'basic_monthly',
      'basic_quarterly',
      'basic_annual',
      'monthly',
      'annual',
    ])
    const again = await app.inject({
      method: 'GET',
      url: '/api/plans',
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  test('without a plan nothing is active and every end is null', async () => {
    const anna = await someone()
    expect(await status(anna)).toEqual({
      diamond: { is_active: false, expires_at: null },
      basic_leaderboard: { is_active: false, expires_at: null },
      access: { leaderboard: false, ea_sync: false, showcase: false },
      recent_payments: [],
    })
    expect((await get('/api/diamond/status', anna)).json()).toEqual({
      is_diamond: false,
      diamond_expires: null,
      days_remaining: null,
      expired: false,
    })
  })

  test('the status is for its owner and for admins', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const url = `/api/user/${anna.trader_id}/subscription-status`
    expect((await get(url)).statusCode).toBe(401)
    expect((await get(url, bruno)).statusCode).toBe(403)
    expect((await get(url, anna)).statusCode).toBe(200)
    expect((await get(url, admin)).statusCode).toBe(200)
    expect((await get(`/api/user/${kernel.secrets.newId()}/subscription-status`, admin)).statusCode).toBe(404)
    expect((await get('/api/user/x%27y/subscription-status', admin)).statusCode).toBe(422)
  })
})

describe('extending and ending', () => {
  test('case 76: extends by calendar months, for its own tier, once for each key', async () => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 11 }) // until 1 December
    const url = `/api/admin/payments/extend/${await subscriptionIdOf(anna, 'basic')}`
    const headers = { 'idempotency-key': `extend-${anna.username}` }
    const first = await post(url, { months: 1 }, headers)
    expect(first.json()).toMatchObject({ new_end_date: '2027-01-01T10:00:00.000Z' })
    expect((await post(url, { months: 1 }, headers)).body).toBe(first.body)
    expect((await post(url, { months: 2 }, headers)).statusCode).toBe(409)
    expect((await post(url, { months: 12 })).json()).toMatchObject({ new_end_date: '2028-01-01T10:00:00.000Z' })
  })

  test.each([0, 25, 1.5, -1, '1', null, undefined])('case 76: refuses %j months', async (months) => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 1 })
    const answer = await post(`/api/admin/payments/extend/${await subscriptionIdOf(anna, 'basic')}`, { months })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ fields: Record<string, string> }>().fields).toHaveProperty('months')
  })

  test('case 73: cancelling Diamond ends it now, and Basic runs on', async () => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 30 })
    await assign({ trader_id: anna.trader_id, type: 'diamond', duration_days: 30 })
    expect((await status(anna)).basic_leaderboard.expires_at).toBe(inDays(60))
    const url = `/api/admin/payments/cancel/${await subscriptionIdOf(anna, 'diamond')}`
    expect((await post(url)).json()).toMatchObject({ end_date: inDays(0) })
    expect(await status(anna)).toMatchObject({
      diamond: { is_active: false },
      basic_leaderboard: { is_active: true, expires_at: inDays(30) },
      access: { leaderboard: true, showcase: false },
    })
    const twice = await post(url)
    expect(twice.statusCode).toBe(409)
    expect(twice.json()).toMatchObject({ detail: 'L’abbonamento è già terminato: assegnane uno nuovo.' })
    expect((await get('/api/diamond/status', anna)).json()).toMatchObject({ days_remaining: 0, expired: true })
  })

  test('cancelling all counts the running plans', async () => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 30 })
    await assign({ trader_id: anna.trader_id, type: 'diamond', duration_days: 30 })
    const body = { trader_id: anna.trader_id }
    const headers = { 'idempotency-key': `all-${anna.username}` }
    const first = await post('/api/admin/cancel-all-subscriptions', body, headers)
    expect(first.json()).toEqual({ username: anna.username, cancelled: 2 })
    expect((await post('/api/admin/cancel-all-subscriptions', body, headers)).body).toBe(first.body)
    expect((await post('/api/admin/cancel-all-subscriptions', body)).json()).toMatchObject({ cancelled: 0 })
    expect((await status(anna)).access).toEqual({ leaderboard: false, ea_sync: false, showcase: false })
  })

  test('unknown subscriptions are 404, malformed ids 422', async () => {
    expect((await post(`/api/admin/payments/extend/${kernel.secrets.newId()}`, { months: 1 })).statusCode).toBe(404)
    expect((await post(`/api/admin/payments/cancel/${kernel.secrets.newId()}`)).statusCode).toBe(404)
    expect((await post('/api/admin/payments/cancel/1')).statusCode).toBe(422)
  })

  test('case 74: a plan ends to the millisecond, with nothing written', async () => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'diamond', duration_days: 1 })
    try {
      kernel.clock.set(start + DAY_MS - 1)
      expect((await get('/api/diamond/status', anna)).json()).toMatchObject({ is_diamond: true, days_remaining: 1 })
      kernel.clock.set(start + DAY_MS)
      expect((await get('/api/diamond/status', anna)).json()).toEqual({
        is_diamond: false,
        diamond_expires: inDays(1),
        days_remaining: 0,
        expired: true,
      })
    } finally {
      kernel.clock.set(start)
    }
  })
})

describe('the list for admins', () => {
  test('is walked by its cursor, each row once, under both paths', async () => {
    const total = (await get('/api/admin/all-subscriptions', admin)).json<{ total: number }>().total
    const listed: string[] = []
    let cursor: string | null = null
    do {
      const url: string = `/api/admin/payments/subscriptions?limit=7${cursor === null ? '' : `&cursor=${cursor}`}`
      const page = (await get(url, admin)).json<{
        subscriptions: { subscription_id: string }[]
        next_cursor: string | null
      }>()
      listed.push(...page.subscriptions.map((row) => row.subscription_id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(listed).toHaveLength(total)
    expect(new Set(listed).size).toBe(total)
  })

  test('is searched by its user, literally', async () => {
    const strange = await someone()
    await assign({ trader_id: strange.trader_id, type: 'basic', duration_days: 7 })
    await kernel.sql`update trader set display_name = '100% _Sicuro' where trader_id = ${strange.trader_id}`
    const found = async (q: string) => {
      const page = (await get(`/api/admin/payments/subscriptions?q=${encodeURIComponent(q)}`, admin)).json<{
        subscriptions: { trader_username: string }[]
        total: number
      }>()
      expect(page.total).toBe(page.subscriptions.length)
      return page.subscriptions.map((row) => row.trader_username)
    }
    expect(await found('100%')).toEqual([strange.username])
    expect(await found(' _SICURO ')).toEqual([strange.username])
    expect(await found(`${strange.username}@EXAMPLE`)).toEqual([strange.username])
    expect(await found('10')).toEqual([strange.username])
    expect(await found('%')).toEqual([])
    expect(await found("' or true --")).toEqual([])
  })

  describe('its filters', () => {
    type Page = {
      subscriptions: {
        subscription_id: string
        trader_username: string
        status: string
        days_remaining: number
        end_date: string
        trader_deactivated: boolean
      }[]
      total: number
      next_cursor: string | null
    }
    /** Every row of a filter, walked two at a time. */
    async function walked(filter: string, q: string, between: () => Promise<unknown> = async () => undefined) {
      const rows: Page['subscriptions'] = []
      let cursor: string | null = null
      do {
        const more: string = cursor === null ? '' : `&cursor=${cursor}`
        const answer = await get(`/api/admin/payments/subscriptions?filter=${filter}&q=${q}&limit=2${more}`, admin)
        expect(answer.statusCode).toBe(200)
        const page = answer.json<Page>()
        rows.push(...page.subscriptions)
        cursor = page.next_cursor
        if (cursor !== null) await between()
      } while (cursor !== null)
      return rows
    }

    test('plans that are about to end are sorted by their end, each once; the others by their state', async () => {
      const people = []
      for (const days of [30, 7, 3, 8, 3, 1, 5]) {
        const who = await someone()
        await kernel.sql`update trader set display_name = 'Elenco Filtrato' where trader_id = ${who.trader_id}`
        await assign({ trader_id: who.trader_id, type: 'basic', duration_days: days })
        people.push({ who, days })
      }
      const [month, , , , , day, five] = people
      if (month === undefined || day === undefined || five === undefined) throw new Error('nobody')
      await post(`/api/admin/payments/cancel/${await subscriptionIdOf(month.who, 'basic')}`)
      const days = (rows: Page['subscriptions']) => rows.map((row) => row.days_remaining)
      expect(days(await walked('ending', 'elenco'))).toEqual([1, 3, 3, 5, 7])
      expect(days(await walked('active', 'elenco'))).toEqual([5, 1, 3, 8, 3, 7])
      expect((await walked('ended', 'elenco')).map((row) => row.status)).toEqual(['cancelled'])
      expect(await walked('all', 'elenco')).toHaveLength(7)
      expect(new Set((await walked('ending', 'elenco')).map((row) => row.subscription_id)).size).toBe(5)

      // A row that moves during the walk hides no other one.
      const url = `/api/admin/payments/extend/${await subscriptionIdOf(day.who, 'basic')}`
      let isMoved = false
      const moving = await walked('ending', 'elenco', async () => {
        if (!isMoved) await post(url, { months: 1 })
        isMoved = true
      })
      expect(days(moving)).toEqual([1, 3, 3, 5, 7])
      expect(days(await walked('ending', 'elenco'))).toEqual([3, 3, 5, 7])
      await kernel.sql`
        update subscription set until = ${inDays(0)} where subscription_id = ${await subscriptionIdOf(five.who, 'basic')}`
      expect(days(await walked('ending', 'elenco'))).toEqual([3, 3, 7])
      expect((await walked('ended', 'elenco')).map((row) => row.status)).toEqual(['expired', 'cancelled'])

      await kernel.sql`update trader set deactivated_at = now() where trader_id = ${five.who.trader_id}`
      const marked = (await walked('all', 'elenco')).filter((row) => row.trader_deactivated)
      expect(marked.map((row) => row.trader_username)).toEqual([five.who.username])
    })

    test.each(['filter=', 'filter=expired', 'filter=ending&cursor=1', 'cursor=9999999999999999.x'])(
      '%s is 422',
      async (query) => {
        expect((await get(`/api/admin/payments/subscriptions?${query}`, admin)).statusCode).toBe(422)
      },
    )
    test('the largest accepted cursor is beyond every row', async () => {
      const cursor = cursorOf(['end_date', 'asc', '9'.repeat(16), 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
      const answer = await get(`/api/admin/payments/subscriptions?filter=ending&cursor=${cursor}`, admin)
      expect(answer.json()).toMatchObject({ subscriptions: [], next_cursor: null })
    })
  })

  test('names trader, type, state and days', async () => {
    const anna = await someone()
    await assign({ trader_id: anna.trader_id, type: 'diamond', duration_days: 7 })
    const { subscriptions } = (await get('/api/admin/payments/subscriptions?limit=1', admin)).json<{
      subscriptions: object[]
    }>()
    expect(subscriptions).toEqual([
      {
        subscription_id: await subscriptionIdOf(anna, 'diamond'),
        status: 'active',
        subscription_type: 'diamond',
        plan_type: 'manual',
        end_date: inDays(7),
        days_remaining: 7,
        trader_id: anna.trader_id,
        trader_username: anna.username,
        trader_display_name: anna.username,
        trader_email: `${anna.username}@example.com`,
        trader_deactivated: false,
        created_at: inDays(0),
      },
    ])
  })

  test.each(['limit=0', 'limit=501', 'limit=', 'limit=x', 'limit=1.5'])('%s is 422', async (query) => {
    expect((await get(`/api/admin/payments/subscriptions?${query}`, admin)).statusCode).toBe(422)
  })
  test('a foreign cursor is an error', async () => {
    expect((await get('/api/admin/payments/subscriptions?cursor=abc', admin)).statusCode).toBe(422)
  })
})

describe('rights', () => {
  const id = '00000000-0000-4000-8000-000000000000'
  test.each([
    ['POST', '/api/admin/assign-subscription'],
    ['POST', `/api/admin/payments/extend/${id}`],
    ['POST', `/api/admin/payments/cancel/${id}`],
    ['POST', '/api/admin/cancel-all-subscriptions'],
    ['GET', '/api/admin/payments/subscriptions'],
    ['GET', '/api/admin/all-subscriptions'],
  ] as const)('%s %s is for admins', async (method, url) => {
    const anna = await someone()
    expect((await app.inject({ method, url })).statusCode).toBe(401)
    expect((await app.inject({ method, url, headers: { authorization: `Bearer ${'x'.repeat(43)}` } })).statusCode).toBe(
      401,
    )
    expect((await app.inject({ method, url, headers: anna.headers })).statusCode).toBe(403)
  })
})

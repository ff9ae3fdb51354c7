import { describe, expect, test } from 'vitest'
import { ledgerDiffers } from './service.ts'
import { planScene } from '../testing/scene.ts'

const { kernel, admin, someone, assign, post, get, status, ledgerOf, inDays, subscriptionIdOf } = await planScene()

describe('assigning', () => {
  test('gives exact days, notifies the ranking, writes ledger and audit', async () => {
    const anna = await someone()
    const announced: string[] = []
    kernel.changes.subscribe((change) => announced.push(...(change === 'all' ? [] : change)))
    const answer = await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 30 })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ new_end_date: inDays(30) })
    expect((await status(anna)).basic_leaderboard).toEqual({ is_active: true, expires_at: inDays(30) })
    expect(await ledgerOf(anna)).toMatchObject([{ kind: 'assign', tier: 'basic', actor: admin.trader_id }])
    const audit = (await get(`/api/admin/audit?subject=${anna.trader_id}`, admin)).json<{ entries: object[] }>()
    expect(audit.entries).toMatchObject([
      {
        action: 'subscription.assign',
        actor_username: 'capo',
        details: { tier: 'basic', days: 30, before: { basic: null }, after: { basic: inDays(30), diamond: null } },
      },
    ])
    await kernel.changes.flush()
    await expect.poll(() => announced).toContain(anna.trader_id)
  })

  test.each([30, 90, 365, 1, 3650])('case 76: %i days of either type', async (days) => {
    for (const type of ['basic', 'diamond']) {
      const anna = await someone()
      const answer = await assign({ trader_id: anna.trader_id, type, duration_days: days })
      expect(answer.json()).toMatchObject({ new_end_date: inDays(days) })
    }
  })

  test.each([0, -1, 1.5, 'x', '30', null, 3651, 1e20, true, undefined, [30]])(
    'case 76: refuses %j days',
    async (days) => {
      const anna = await someone()
      const answer = await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: days })
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({
        detail: 'Durata non valida. Inserisci un numero di giorni',
        error_type: 'SUBSCRIPTION_DURATION_INVALID',
      })
      expect(await ledgerOf(anna)).toHaveLength(0)
    },
  )

  test.each(['gold', '', 'Basic', null, 1, undefined])('case 76: refuses the type %j', async (type) => {
    const anna = await someone()
    const answer = await assign({ trader_id: anna.trader_id, type, duration_days: 30 })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ detail: 'Tipo non valido. Usa "basic" o "diamond"' })
  })

  test('unknown user 404; never beyond the year 2100', async () => {
    const unknown = await assign({ trader_id: kernel.secrets.newId(), type: 'basic', duration_days: 1 })
    expect(unknown.statusCode).toBe(404)
    const anna = await someone()
    const longer = () => assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 3650 })
    let last = await longer()
    for (let times = 0; times < 8 && last.statusCode === 200; times++) last = await longer()
    expect(last.statusCode).toBe(422)
    expect(last.json()).toMatchObject({ detail: expect.stringMatching(/^Così il piano finirebbe dopo il 2100/) })
    const { basic_leaderboard: basic } = await status(anna)
    expect(Date.parse(basic.expires_at ?? '')).toBeLessThanOrEqual(Date.UTC(2101, 0, 1))
  })

  test('a deactivated user gets nothing; an earlier grant is answered again', async () => {
    const anna = await someone()
    const body = { trader_id: anna.trader_id, type: 'basic', duration_days: 10 }
    const headers = { 'idempotency-key': `before-${anna.username}` }
    const first = await assign(body, headers)
    await kernel.sql`update trader set deactivated_at = now() where trader_id = ${anna.trader_id}`
    const url = `/api/admin/payments/extend/${await subscriptionIdOf(anna, 'basic')}`
    for (const refused of [await assign(body), await post(url, { months: 1 })]) {
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({
        error_type: 'USER_DEACTIVATED',
        detail: 'Questo utente è disattivato: riattivalo prima di assegnare o estendere un piano.',
      })
    }
    expect((await assign(body, headers)).body).toBe(first.body)
    expect(await ledgerOf(anna)).toHaveLength(1)
    expect((await post(`/api/admin/payments/cancel/${await subscriptionIdOf(anna, 'basic')}`)).statusCode).toBe(200)
  })

  test('unknown fields change nothing', async () => {
    const anna = await someone()
    const extra = {
      until: '2099-01-01T00:00:00Z',
      status: 'x',
      plan: 'annual',
      actor: 'nobody',
      is_admin: true,
      source_key: 'k',
    }
    await assign({ trader_id: anna.trader_id, type: 'basic', duration_days: 10, ...extra })
    expect((await status(anna)).basic_leaderboard.expires_at).toBe(inDays(10))
    expect(await kernel.sql`select is_admin from trader where trader_id = ${anna.trader_id}`).toEqual([
      { is_admin: false },
    ])
  })

  test('one key grants once, even twenty at the same moment', async () => {
    const anna = await someone()
    const headers = { 'idempotency-key': `key-${anna.username}` }
    const body = { trader_id: anna.trader_id, type: 'diamond', duration_days: 30 }
    const answers = await Promise.all(Array.from({ length: 20 }, () => assign(body, headers)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array<number>(20).fill(200))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(await ledgerOf(anna)).toHaveLength(1)
    expect((await status(anna)).diamond.expires_at).toBe(inDays(30))
    const audit = await kernel.sql`select from audit_log where subject = ${anna.trader_id}`
    expect(audit).toHaveLength(1)
  })

  test('requests without a key, or with different ones, all count', async () => {
    const anna = await someone()
    const body = { trader_id: anna.trader_id, type: 'basic', duration_days: 10 }
    await Promise.all([
      ...Array.from({ length: 3 }, () => assign(body)),
      ...Array.from({ length: 3 }, (_, index) => assign(body, { 'idempotency-key': `${anna.username}-${index}` })),
    ])
    expect((await status(anna)).basic_leaderboard.expires_at).toBe(inDays(60))
    expect(await ledgerDiffers(kernel.sql)).toEqual([])
  })

  test('of six concurrent grants at the same displayed end one takes effect and five are refused', async () => {
    const anna = await someone()
    const body = { trader_id: anna.trader_id, type: 'basic', duration_days: 5, seen_end_date: null as string | null }
    const sixTimes = async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => assign(body)))
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409, 409, 409, 409,
      ])
      const refused = answers.find(({ statusCode }) => statusCode === 409)
      expect(refused?.json()).toMatchObject({ error_type: 'SUBSCRIPTION_CHANGED' })
    }
    await sixTimes()
    expect((await status(anna)).basic_leaderboard.expires_at).toBe(inDays(5))
    body.seen_end_date = inDays(5)
    await sixTimes()
    expect((await status(anna)).basic_leaderboard.expires_at).toBe(inDays(10))
    // The other plan is a different one; an expired one counts as none.
    expect((await assign({ ...body, type: 'diamond' })).statusCode).toBe(409)
    expect((await assign({ ...body, type: 'diamond', seen_end_date: null })).statusCode).toBe(200)
    const id = await subscriptionIdOf(anna, 'basic')
    expect((await post(`/api/admin/payments/cancel/${id}`)).statusCode).toBe(200)
    expect((await assign({ ...body, seen_end_date: null })).statusCode).toBe(200)
    expect((await assign({ ...body, seen_end_date: 'ieri' })).statusCode).toBe(422)
    expect(await ledgerDiffers(kernel.sql)).toEqual([])
  })

  test('a key used for something else is 409 and grants nothing', async () => {
    const [anna, bruno] = [await someone(), await someone()]
    const headers = { 'idempotency-key': 'used-once-1' }
    const body = { trader_id: anna.trader_id, type: 'basic', duration_days: 10 }
    expect((await assign(body, headers)).statusCode).toBe(200)
    for (const other of [{ trader_id: bruno.trader_id }, { type: 'diamond' }, { duration_days: 11 }]) {
      const answer = await assign({ ...body, ...other }, headers)
      expect(answer.json()).toMatchObject({ error_type: 'IDEMPOTENCY_KEY_REUSED' })
      expect(answer.statusCode).toBe(409)
    }
    const race = await Promise.all(
      [anna, bruno].map((who) => assign({ ...body, trader_id: who.trader_id }, { 'idempotency-key': 'raced-key-1' })),
    )
    expect(race.map((answer) => answer.statusCode)).toEqual(expect.arrayContaining([200, 409]))
    expect((await assign(body, { 'idempotency-key': 'short' })).statusCode).toBe(400)
  })
})

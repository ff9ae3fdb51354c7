import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { dealOf, makeTrader } from '#features/ea/server/testing/world.ts'
import { changePlans } from '#features/subscriptions/server/ledger.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { syncedAccount } from '../testing/synced-account.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', INTEGRITY_THRESHOLDS: '{"investor_days": 1}' } })
const app = await testApp(kernel, registerCheckedEa)
const account = (always = {}) => syncedAccount(kernel, app, always)
const minutes = (count: number) => ({ wait: count * MINUTE_MS })

describe('who sends', () => {
  test('the token used for another account is refused, and noted with the account it is bound to (R1)', async () => {
    const { send, stored, tag } = await account()
    expect(await send({ login: '777', ...minutes(1) })).toMatchObject({
      status: 409,
      body: { code: 'ACCOUNT_MISMATCH' },
    })
    expect(await stored()).toMatchObject({ tags: ['other_account_sent'], cases: [], held: false })
    expect(await tag('other_account_sent')).toMatchObject({ details: { login: '777' } })
  })
  test('a repeated refusal is written once a minute', async () => {
    const { send, tag } = await account()
    for (let index = 0; index < 5; index += 1) await send({ login: '777', wait: 10_000 })
    expect(await tag('other_account_sent')).toMatchObject({ occurrences: 1 })
    await send({ login: '777', ...minutes(1) })
    expect(await tag('other_account_sent')).toMatchObject({ occurrences: 2 })
  })
  test('an account that another trader has bound is refused, and noted with it (R7)', async () => {
    const { send, stored, login, trader } = await account()
    const other = await makeTrader(kernel)
    const reply = await send({ token: other.token })
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('altro utente') } })
    expect(await stored()).toMatchObject({ tags: ['account_claimed'], cases: ['account_claimed'], held: false })
    expect(login).not.toBe('')
    expect((await send()).status).toBe(200)
    expect(trader.token).not.toBe(other.token)
  })
  test('an older request than the last is answered, changes nothing and is counted (R3)', async () => {
    const { send, stored, tag } = await account()
    await send({ seq: 10 })
    expect((await send({ seq: 4, balance: 9999 })).status).toBe(200)
    expect(await tag('requests_replayed')).toMatchObject({ occurrences: 1 })
    expect((await send({ seq: 10 })).status).toBe(200)
    expect(await tag('requests_replayed')).toMatchObject({ occurrences: 1 })
    expect((await stored()).cases).toEqual([])
  })
  test('two senders on two networks: the token is taken back, a person looks, the account stays ranked (R6)', async () => {
    const { send, stored, trader } = await account({ boot: 'a', from: '192.0.2.1' })
    const other = { boot: 'b', from: '198.51.100.9' }
    for (const turn of [other, {}]) expect((await send(turn)).status).toBe(200)
    expect((await send(other)).status).toBe(200)
    expect(await stored()).toMatchObject({
      tags: ['two_senders', 'two_terminals'],
      cases: ['two_senders'],
      held: false,
    })
    for (const turn of [{}, other]) {
      expect(await send(turn)).toMatchObject({
        status: 401,
        body: {
          code: 'TOKEN_INVALID',
          message: 'Due terminali usano lo stesso token: lascia l’Expert Advisor su uno solo, poi rigenera il token.',
        },
      })
    }
    const unknown = await send({ token: `tt_ea_${'x'.repeat(43)}` })
    expect(unknown).toMatchObject({ status: 401, body: { message: 'Token non valido: rigenera e incolla.' } })
    const rows = await kernel.sql`select 1 from ea_token where trader_id = ${trader.trader_id}`
    expect(rows).toHaveLength(0)
    const made = await app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: trader.headers })
    const { ea_token: token } = made.json<{ ea_token: string }>()
    expect((await send({ ...other, token })).status).toBe(200)
    expect(await send()).toMatchObject({ status: 401, body: { message: expect.stringContaining('Due terminali') } })
  })
  test('no address is stored', async () => {
    const { send, stored } = await account()
    await send({ from: '203.0.113.77' })
    const [row] = await kernel.sql<{ sender: Buffer; all: string }[]>`
      select sender, account_integrity::text as all from account_integrity where account_id = ${(await stored()).account_id}`
    expect(row?.sender).toHaveLength(16)
    expect(row?.all).not.toContain('203.0.113')
  })
  test('an unknown version is a tag (R8), a demo server that says real a hold with a message on the chart (R9)', async () => {
    const { send, stored } = await account({ server: 'Broker-Demo', version: '9.9.9' })
    expect(await stored()).toMatchObject({
      tags: ['demo_server', 'unofficial_version'],
      cases: ['demo_server'],
      held: true,
    })
    const { body } = await send()
    expect(body).toMatchObject({ level: 'warn', message: 'Conto in verifica: rispondi dal sito.' })
    await send({ version: '1.0.0' })
    expect(await stored()).toMatchObject({ tags: ['demo_server'] })
  })
  test('another kind of account than the bound one is one case, however long it goes on', async () => {
    const { send, stored, tag } = await account()
    for (let index = 0; index < 3; index += 1) await send({ tradeMode: 'demo' })
    expect(await stored()).toMatchObject({ tags: ['trade_mode_changed'], cases: ['trade_mode_changed'] })
    expect(await tag('trade_mode_changed')).toMatchObject({ occurrences: 1, details: { from: 'real', to: 'demo' } })
  })
  test('the investor’s password for the days that are configured (R11)', async () => {
    const adjust = (request: { account: object }) => ({
      ...request,
      account: { ...request.account, trade_allowed: false },
    })
    const { send, stored } = await account({ adjust })
    await send({ wait: 86_399_000 })
    expect((await stored()).tags).not.toContain('investor_login')
    await send({ wait: 2_000 })
    expect((await stored()).tags).toContain('investor_login')
    await send({ adjust: (request) => request })
    expect((await stored()).tags).not.toContain('investor_login')
  })
  describe('a hole in the plan (R44), by the ledger of plans', () => {
    const plan = async (traderId: string, days: number) => {
      await kernel.sql.begin((tx) =>
        changePlans(tx, kernel, {
          traderId,
          event: days === 0 ? { type: 'cancel_all' } : { type: 'assign', tier: 'basic', days },
          sourceKey: `admin:${kernel.secrets.newId()}`,
          actor: 'test',
        }),
      )
    }
    /** The plan is taken away, `meanwhile` happens, and an hour later it is given again. */
    async function lapsed(meanwhile: (one: Awaited<ReturnType<typeof account>>) => Promise<string | undefined>) {
      const one = await account()
      const { trader_id } = one.trader
      await plan(trader_id, 30)
      await plan(trader_id, 0)
      const ended = kernel.clock.now()
      kernel.clock.advance(HOUR_MS)
      const token = await meanwhile(one)
      await plan(trader_id, 30)
      const given = kernel.clock.now()
      expect((await one.send({ ...minutes(1), ...(token !== undefined && { token }) })).status).toBe(200)
      const { without_plan_from: from, without_plan_until: until } = (await one.tag('plan_gap'))?.details ?? {}
      return from === new Date(ended).toISOString() && until === new Date(given).toISOString()
    }
    test('with a refused sync', async () => {
      const refused = lapsed(async ({ send }) => {
        expect((await send(minutes(1))).status).toBe(402)
        return undefined
      })
      expect(await refused).toBe(true)
    })
    test('with a terminal that was switched off', async () => {
      expect(await lapsed(async () => undefined)).toBe(true)
    })
    test('with a new token after the refusal', async () => {
      const renewed = lapsed(async ({ send, trader }) => {
        await send(minutes(1))
        const answer = await app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: trader.headers })
        return answer.json<{ ea_token: string }>().ea_token
      })
      expect(await renewed).toBe(true)
    })
    test('a plan that went on leaves none, however long the terminal was off', async () => {
      const one = await account()
      await plan(one.trader.trader_id, 60)
      await one.send(minutes(3_000))
      expect((await one.stored()).tags).not.toContain('plan_gap')
    })
  })
})

test('a sync that brings records, or opens a day, makes a review due; another does not', async () => {
  const { send, stored, capital, wall } = await account()
  const done = async () => {
    const { account_id } = await stored()
    await kernel.sql`update account_integrity set review_due_at = null where account_id = ${account_id}`
  }
  await done()
  await send(minutes(1))
  expect((await stored()).due).toBe(false)
  const deposit = dealOf({ ticket: '2', time: wall(), profit: 10 })
  await send({ items: [deposit], shown: [capital, deposit], balance: 1010 })
  expect((await stored()).due).toBe(true)
  await done()
  await send({ wait: DAY_MS, shown: [capital, deposit], balance: 1010 })
  expect((await stored()).due).toBe(true)
})

test('a threshold that does not exist is refused at the start, by its name', async () => {
  const { thresholdsOf } = await import('../thresholds.ts')
  const config = { ...kernel.config, INTEGRITY_THRESHOLDS: { cut_ours: 3 } }
  expect(() => thresholdsOf({ config })).toThrow(StartupError)
  expect(() => thresholdsOf({ config })).toThrow('INTEGRITY_THRESHOLDS.cut_ours')
  expect(thresholdsOf(kernel)).toMatchObject({ investor_days: 1, cut_hours: 48 })
})

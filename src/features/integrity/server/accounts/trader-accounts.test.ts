import { expect, test } from 'vitest'
import { makeTrader, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { getTraderIntegrity } from '../../accounts-contract.ts'
import { integritySite } from '../testing/site.ts'

const { kernel, app, connected } = await integritySite()
const { sql, clock } = kernel
const admin = await makeTrader(kernel, { is_admin: true })
const reason = 'Ho visto l’estratto conto del broker.'

const read = (traderId: string, headers: Record<string, string> = admin.headers) =>
  app.inject({ url: `/api/admin/traders/${traderId}/integrity`, headers })
const see = async (trader: { trader_id: string }) =>
  (await read(trader.trader_id)).json<ResponseOf<typeof getTraderIntegrity>>()
const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/admin/${url}`, headers: admin.headers, payload })
const iso = () => new Date(clock.now()).toISOString()

test('is for admins, about a trader who exists', async () => {
  const trader = await connected()
  expect((await read(trader.trader_id, {})).statusCode).toBe(401)
  expect((await read(trader.trader_id, trader.headers)).statusCode).toBe(403)
  expect((await read(kernel.secrets.newId())).statusCode).toBe(404)
  expect((await read('me')).statusCode).toBe(422)
  const answer = await read(trader.trader_id)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('of a trader without a terminal there is nothing to see', async () => {
  const { trader_id, username } = await makeTrader(kernel)
  expect(await see({ trader_id })).toMatchObject({
    trader: { trader_id, username, deactivated_at: null },
    held: null,
    level: 'L0',
    accounts: [],
    matches: [],
    released: [],
  })
})

test('shows the bound account, who else wants it, and what a release leaves on both sides', async () => {
  const stranger = await connected()
  const owner = await makeTrader(kernel)
  clock.advance(MINUTE_MS)
  const claim = syncRequestOf({ login: stranger.login, now: clock.now(), boot: 'start-claim' })
  expect((await sendSync(app, owner.token, claim)).status).toBe(409)
  const before = await see(stranger)
  expect(before).toMatchObject({ level: 'L1', held: null, released: [] })
  expect(before.accounts).toEqual([
    expect.objectContaining({
      platform: 'MT5',
      server: 'Broker-Live',
      login: stranger.login,
      closed_at: null,
      is_synced: true,
      level: 'L1',
      proven_at: null,
      waiting_cases: 1,
      released_to: null,
      claimants: [{ username: owner.username, code_seen_at: null }],
    }),
  ])
  const [account] = before.accounts
  await post(`accounts/${account?.account_id}/release`, { trader_id: owner.trader_id, reason })
  const after = await see(stranger)
  expect(after.level).toBe('L0')
  expect(after.accounts[0]).toMatchObject({ closed_at: iso(), released_to: owner.username })
  expect((await see(owner)).released).toEqual([
    { platform: 'MT5', server: 'Broker-Live', login: stranger.login, from: stranger.username },
  ])
  clock.advance(MINUTE_MS)
  const binds = syncRequestOf({ login: stranger.login, now: clock.now(), boot: 'start-own' })
  expect((await sendSync(app, owner.token, binds)).status).toBe(200)
  const bound = await see(owner)
  expect(bound.released).toEqual([])
  expect(bound.accounts).toMatchObject([{ login: stranger.login, closed_at: null }])
})

test('keeps every match, which one counts, who took it back', async () => {
  const trader = await connected()
  const {
    accounts: [account],
  } = await see(trader)
  const [at, accountId] = [iso(), account?.account_id ?? '']
  await sql`
    insert into ownership_proof (account_id, code, issued_at, expires_at, seen_at, proven_at)
    values (${accountId}, 'TT-ABCD2345', ${at}, ${at}, ${at}, ${at})`
  const record = (gain_percentage: number) => {
    clock.advance(1_000)
    return post(`traders/${trader.trader_id}/verification`, {
      action: 'record',
      source: 'myfxbook',
      link: 'https://www.myfxbook.com/members/x',
      balance: 1_100,
      closed_trades: 1,
      gain_percentage,
      reason,
    })
  }
  expect((await record(90)).json()).toMatchObject({ accepted: false })
  expect((await record(10)).json()).toMatchObject({ accepted: true, level: 'L3' })
  const with_match = await see(trader)
  expect(with_match.level).toBe('L3')
  expect(with_match.matches).toMatchObject([
    {
      source: 'myfxbook',
      accepted: true,
      in_force: true,
      revoked_at: null,
      decided_by: admin.username,
      reason,
      compared: { gain_percentage: { there: 10, here: 10, within: true } },
    },
    { accepted: false, in_force: false, compared: { gain_percentage: { there: 90, here: 10, within: false } } },
  ])
  clock.advance(1_000)
  await post(`traders/${trader.trader_id}/verification`, { action: 'revoke', reason })
  const revoked = await see(trader)
  expect(revoked.level).toBe('L2')
  expect(revoked.matches[0]).toMatchObject({ in_force: false, revoked_at: iso() })
})

test('a refusal names its field', async () => {
  const trader = await connected()
  const {
    accounts: [account],
  } = await see(trader)
  const fieldsOf = async (url: string, payload: object) =>
    (await post(url, payload)).json<{ fields?: Record<string, string> }>().fields
  const id = account?.account_id ?? ''
  expect(await fieldsOf(`accounts/${id}/release`, { trader_id: trader.trader_id, reason: 'breve' })).toEqual({
    reason: 'Almeno 10 caratteri.',
  })
  expect(await fieldsOf(`accounts/${id}/server`, { server: ' ', reason })).toEqual({ server: 'Indica il server.' })
  expect(
    await fieldsOf('accounts/release-erased', {
      platform: 'MT6',
      server: 'Broker-Live',
      login: '12a',
      trader_id: trader.trader_id,
      reason,
    }),
  ).toEqual({ platform: 'Indica MT4 o MT5.', login: 'Solo cifre, al massimo 20.' })
})

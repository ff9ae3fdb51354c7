import { describe, expect, test } from 'vitest'
import { makeTrader, newLogin, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { until } from '#server/testing/until.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { integritySite, type BoundTrader } from '../testing/site.ts'

const { kernel, app, leaderboard, send, connected, profile } = await integritySite()
const { sql, clock } = kernel
const admin = await makeTrader(kernel, { is_admin: true })
const reason = 'Ho visto l’estratto conto del broker.'

const post = (path: string, payload: object, as: { headers: Record<string, string> } = admin) =>
  app.inject({ method: 'POST', url: `/api/admin/accounts/${path}`, headers: as.headers, payload })
async function accountOf(login: string) {
  const [row] = await sql<{ account_id: string; server: string }[]>`
    select account_id, server from trading_account where login = ${login} order by bound_at limit 1`
  return row ?? { account_id: '', server: '' }
}
const release = async (login: string, trader: { trader_id: string }, as: { headers: Record<string, string> } = admin) =>
  post(`${(await accountOf(login)).account_id}/release`, { trader_id: trader.trader_id, reason }, as)
let starts = 0
async function claim(token: string, login: string, change: (request: SyncRequest) => void = () => undefined) {
  clock.advance(MINUTE_MS)
  const request = syncRequestOf({ login, now: clock.now(), boot: `start${(starts += 1)}` })
  change(request)
  return sendSync(app, token, request)
}
const close = (trader: BoundTrader) =>
  // What "Cambia conto" leaves; the call itself is tested in closing.test.ts.
  sql`update trading_account set closed_at = ${new Date(clock.now()).toISOString()} where trader_id = ${trader.trader_id}`
const claimed = async (login: string) =>
  (
    await sql<{ occurrences: number; claimants: Record<string, unknown>[] }[]>`
    select occurrences, details -> 'claimants' as claimants from integrity_tag join trading_account using (account_id)
     where login = ${login} and code = 'account_claimed'`
  )[0]
const casesOf = async (login: string) =>
  sql`select code, holds, decision from integrity_case join trading_account using (account_id)
       where login = ${login} and code like 'account_%'`

describe('an account that another trader has bound (R7)', () => {
  test('each claimant is named once, with a case, and once more when the code was shown', async () => {
    const stranger = await connected()
    const owner = await makeTrader(kernel)
    const refused = await claim(owner.token, stranger.login)
    expect(refused.status).toBe(409)
    const [code = ''] = /TT-[A-Z2-9]{8}/.exec(refused.body.message) ?? []
    expect(refused.body.message).toBe(
      `Questo conto è già collegato a un altro utente. È tuo? Metti un ordine pendente con il commento ${code} e scrivi all’assistenza.`,
    )
    expect(refused.body.message.length).toBeLessThan(200)
    for (let again = 0; again < 3; again += 1)
      expect((await claim(owner.token, stranger.login)).body.message).toContain(code)
    expect(await claimed(stranger.login)).toMatchObject({
      occurrences: 1,
      claimants: [{ username: owner.username, trader_id: owner.trader_id, code_seen_at: null }],
    })
    expect(await casesOf(stranger.login)).toEqual([{ code: 'account_claimed', holds: false, decision: null }])

    const orders = [{ ticket: '9', comment: code }]
    const shows = (change: Partial<SyncRequest['account']>) => (request: SyncRequest) =>
      Object.assign(request, { orders, account: { ...request.account, ...change } })
    await claim(owner.token, stranger.login, shows({ trade_allowed: false }))
    expect(await claimed(stranger.login)).toMatchObject({ occurrences: 1 })
    await claim(owner.token, stranger.login, shows({}))
    await claim(owner.token, stranger.login, shows({}))
    expect(await claimed(stranger.login)).toMatchObject({
      occurrences: 2,
      claimants: [{ username: owner.username, code_seen_at: new Date(clock.now() - MINUTE_MS).toISOString() }],
    })
    // The stranger reads nothing of it, and a program cannot throw anybody out by writing.
    const own = await app.inject({ url: '/api/account/integrity', headers: stranger.headers })
    expect(own.json()).toMatchObject({ tags: [], cases: [], under_review: false })
    await send(stranger, 3, { balance: 1_100 })
  })

  test('is released by a person: the stranger’s binding ends with its figures, the owner begins at nothing', async () => {
    const stranger = await connected()
    const owner = await makeTrader(kernel)
    const other = await makeTrader(kernel)
    await claim(owner.token, stranger.login)
    await until(() => leaderboard.snapshot().byId(stranger.trader_id) !== undefined, 3_000)
    const answer = await release(stranger.login, owner)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ closed_at: new Date(clock.now()).toISOString() })
    expect((await claim(stranger.token, stranger.login)).status).toBe(401)
    expect((await claim(other.token, stranger.login)).status).toBe(409)
    expect((await claim(owner.token, stranger.login)).status).toBe(200)
    const shown = await profile(owner)
    expect(shown).toMatchObject({ closed_accounts: [], performance: { total_trades: 0 } })
    expect(shown.flags).toContain('account_released')
    expect(shown.flags).not.toContain('account_changed')
    expect((await profile(stranger)).closed_accounts).toMatchObject([{ figures: { roi_total: 10 } }])
    const [line] = await sql`select action, actor, subject, details from audit_log order by audit_id desc limit 1`
    expect(line).toMatchObject({ action: 'account.release', actor: admin.trader_id, subject: owner.trader_id })
    expect(line?.['details']).toMatchObject({ closed_for: stranger.trader_id, reason })
  })
})

describe('an account that another trader closed', () => {
  test('stays closed for everybody until a person releases it, to one trader', async () => {
    const first = await connected()
    await close(first)
    const [second, third] = [await makeTrader(kernel), await makeTrader(kernel)]
    const refused = await claim(second.token, first.login)
    expect(refused.body.message).toMatch(/^Questo conto è stato chiuso da un altro utente il .* È tuo\? .* TT-/)
    expect(await casesOf(first.login)).toEqual([{ code: 'account_claimed', holds: false, decision: null }])
    const answer = await release(first.login, second)
    expect(answer.json()).toMatchObject({ success: true, closed_at: null })
    expect((await claim(third.token, first.login)).status).toBe(409)
    expect((await claim(second.token, first.login)).status).toBe(200)
  })

  test('never starts again for the trader who closed it, released or not', async () => {
    const trader = await connected()
    await close(trader)
    expect((await claim(trader.token, trader.login)).body.message).toContain('non può ripartire da zero')
    expect(await claimed(trader.login)).toBeUndefined()
    expect((await release(trader.login, trader)).statusCode).toBe(409)
    const second = await makeTrader(kernel)
    await release(trader.login, second)
    await claim(second.token, trader.login)
    await sql`update trading_account set closed_at = now() where trader_id = ${second.trader_id}`
    for (const { token } of [trader, second]) expect((await claim(token, trader.login)).status).toBe(409)
  })

  test.each([
    'broker-LIVE',
    ' Broker-Live',
    'Broker Live',
    'Broker‑Live',
    'Brоker-Live',
    'BROKЕR–Livé',
    'Bro\u200bker-Live',
  ])('is the same one on the server %j', async (server) => {
    const first = await connected()
    const second = await makeTrader(kernel)
    const renamed = (request: SyncRequest) => Object.assign(request.account, { server })
    expect((await claim(second.token, first.login, renamed)).status).toBe(409)
    await close(first)
    for (const { token } of [first, second]) expect((await claim(token, first.login, renamed)).status).toBe(409)
  })

  test('another number of the server, or another server with the number, is another account', async () => {
    const first = await connected()
    const [second, third] = [await makeTrader(kernel), await makeTrader(kernel)]
    expect((await claim(second.token, newLogin())).status).toBe(200)
    const elsewhere = (request: SyncRequest) => Object.assign(request.account, { server: 'Broker-Live2' })
    expect((await claim(third.token, first.login, elsewhere)).status).toBe(200)
  })
})

test('who may not release: a person without a session, a trader, an admin of an own account; and what is not there', async () => {
  const trader = await connected()
  const other = await makeTrader(kernel)
  expect((await release(trader.login, other, { headers: {} })).statusCode).toBe(401)
  expect((await release(trader.login, other, trader)).statusCode).toBe(403)
  expect((await release(trader.login, admin)).statusCode).toBe(403)
  expect((await release('stranger', other)).statusCode).toBe(422)
  const stranger = { trader_id: kernel.secrets.newId() }
  expect((await release(trader.login, stranger)).statusCode).toBe(404)
  const answer = await post(`${kernel.secrets.newId()}/release`, { trader_id: other.trader_id, reason })
  expect(answer.statusCode).toBe(404)
  await send(trader, 3, { balance: 1_100 })
})

test('a reason that would stay in the log for good names nobody', async () => {
  const trader = await connected()
  const { account_id } = await accountOf(trader.login)
  const other = await makeTrader(kernel)
  const erased = { platform: 'MT5', server: 'Broker-Live', login: trader.login, trader_id: other.trader_id }
  for (const words of ['Me lo ha scritto anna@example.com', `Il conto ${trader.login} è suo`]) {
    const answers = [
      await post(`${account_id}/release`, { trader_id: other.trader_id, reason: words }),
      await post(`${account_id}/server`, { server: 'Nuovo-Live', reason: words }),
      await post('release-erased', { ...erased, reason: words }),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({
        fields: { reason: 'Senza nomi, email o numeri di telefono: il registro non si cancella.' },
      })
    }
  }
})

test('a server that its broker renamed: a person moves the binding, the history goes on', async () => {
  const trader = await connected()
  const { account_id } = await accountOf(trader.login)
  const renamed = (request: SyncRequest) => {
    request.sync.seq = 9
    request.account.server = 'Nuovo-Live'
  }
  const refused = await claim(trader.token, trader.login, renamed)
  expect(refused.body.message).toContain('Se il broker ha cambiato nome al server, scrivi all’assistenza.')
  // Pressed three times: it is moved once.
  const answers = await Promise.all([1, 2, 3].map(() => post(`${account_id}/server`, { server: 'Nuovo-Live', reason })))
  for (const answer of answers) expect(answer.json()).toMatchObject({ success: true, server: 'Nuovo-Live' })
  expect(await sql`select from audit_log where action = 'account.move-server'`).toHaveLength(1)
  expect((await claim(trader.token, trader.login, renamed)).status).toBe(200)
  expect((await profile(trader)).performance).toMatchObject({ total_trades: 1 })
  const [line] = await sql`select action, details from audit_log order by audit_id desc limit 1`
  expect(line).toMatchObject({
    action: 'account.move-server',
    details: { from: 'Broker-Live', to: 'Nuovo-Live', reason },
  })

  const other = await makeTrader(kernel)
  const there = (request: SyncRequest) => Object.assign(request.account, { server: 'Terzo-Live' })
  expect((await claim(other.token, trader.login, there)).status).toBe(200)
  expect((await post(`${account_id}/server`, { server: 'Terzo-Live', reason })).statusCode).toBe(409)
  expect((await post(`${account_id}/server`, { server: 'NUOVO-Live', reason })).statusCode).toBe(200)
  expect((await post(`${kernel.secrets.newId()}/server`, { server: 'Terzo-Live', reason })).statusCode).toBe(404)
})

import { describe, expect, test } from 'vitest'
import { auditBrokenAt } from '#server/audit-chain.ts'
import {
  dealOf,
  makeTrader,
  newLogin,
  sendSync,
  syncRequestOf,
  type TestTrader,
} from '#features/ea/server/testing/world.ts'
import { until } from '#server/testing/until.ts'
import { findingsOfBound } from '../checks/newly-bound.ts'
import { integritySite, type BoundTrader } from '../testing/site.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'

const password = 'cavallo-batteria-42'
const { kernel, leaderboard, app, wall, connected: bind, profile } = await integritySite()
const { sql, clock } = kernel
const stored = await kernel.secrets.hashPassword(password)

/** A trader with a password, whose account has won 10% since its first snapshot. */
async function connected(): Promise<BoundTrader> {
  const trader = await bind()
  await sql`update trader set password_hash = ${stored} where trader_id = ${trader.trader_id}`
  return trader
}

const boundTo = async (trader: { trader_id: string }) => {
  const [row] = await sql<{ account_id: string }[]>`
    select account_id from trading_account where trader_id = ${trader.trader_id} order by closed_at desc limit 1`
  return row?.account_id ?? kernel.secrets.newId()
}
/** @param shown the account that the person looks at; the bound one where left out */
const close = async (
  trader: { headers: Record<string, string>; trader_id: string },
  { typed = password, on = app, shown = '' } = {},
) =>
  on.inject({
    method: 'POST',
    url: '/api/account/change-trading-account',
    headers: trader.headers,
    payload: { password: typed, account_id: shown === '' ? await boundTo(trader) : shown },
  })
const newToken = async (trader: TestTrader) =>
  (await app.inject({ method: 'POST', url: '/api/generate-ea-token', headers: trader.headers })).json<{
    ea_token: string
  }>().ea_token
const syncOf = (login: string, more: object = {}) =>
  syncRequestOf({ login, seq: 1, boot: 'neu', now: clock.now(), items: [], ...more })
const ranked = (trader: TestTrader) => until(() => leaderboard.rankOf(trader.trader_id) !== null, 3_000)

describe('closing an account (R40)', () => {
  test('keeps its figures in public, takes it out of the list and its token away, and is written down', async () => {
    const anna = await connected()
    await ranked(anna)
    const rank = leaderboard.rankOf(anna.trader_id)
    const answer = await close(anna)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    await until(() => leaderboard.snapshot().byId(anna.trader_id) === undefined, 3_000)

    const shown = await profile(anna)
    expect(shown).toMatchObject({ current_rank: null, trader_links: null })
    expect(shown.not_ranked_reasons).toContain('account_closed')
    expect(shown.performance).toMatchObject({ roi_total: 10, account_balance: 1_100, total_trades: 1 })
    expect(shown.closed_accounts).toEqual([
      {
        account_id: expect.any(String),
        platform: 'MT5',
        opened_at: expect.any(String),
        closed_at: answer.json().closed_at,
        figures: {
          roi_total: 10,
          roi_90: 10,
          drawdown_max: 0,
          win_rate: 100,
          total_trades: 1,
          days_count: 1,
          account_currency: 'EUR',
          account_balance: 1_100,
          rank,
          verification_level: 'L1',
          open_cases: 0,
        },
      },
    ])
    expect((await app.inject(`/api/trader/${anna.username}/performance`)).statusCode).toBe(200)
    expect((await sendSync(app, anna.token, syncOf(anna.login))).status).toBe(401)
    const [line] = await sql`select action, actor, subject, details from audit_log order by audit_id desc limit 1`
    expect(line).toMatchObject({ action: 'account.close', actor: anna.trader_id, subject: anna.trader_id })
    expect(line?.['details']).toMatchObject({ roi_total: 10, rank })
    expect(JSON.stringify(line)).not.toContain(anna.login)
    expect(await auditBrokenAt(sql)).toBeNull()

    await sql`update trader set hide_amounts = true where trader_id = ${anna.trader_id}`
    clock.advance(1_000)
    expect((await profile(anna)).closed_accounts[0]?.figures).toMatchObject({ account_balance: null, roi_total: 10 })
  })

  test('a new account starts at nothing, is tagged, and the closed one stays beside it', async () => {
    const bruno = await connected()
    await close(bruno)
    const token = await newToken(bruno)
    const login = newLogin()
    const deposit = dealOf({ ticket: '900', time: wall(60), profit: 500 })
    expect((await sendSync(app, token, syncOf(login, { items: [deposit], balance: 500 }))).status).toBe(200)
    const shown = await profile(bruno)
    expect(shown.performance).toMatchObject({ roi_total: 0, account_balance: 500, total_trades: 0 })
    expect(shown.closed_accounts).toHaveLength(1)
    expect(shown.not_ranked_reasons).not.toContain('account_closed')
    expect(shown.flags).toContain('account_changed')
    // The ledger of the closed account can still be read, but no account of another trader.
    const ledger = (account: string) => app.inject(`/api/trader/${bruno.username}/ledger?account=${account}`)
    const closedId = shown.closed_accounts[0]?.account_id ?? ''
    const old = (await ledger(closedId)).json<{ length: number; head: string; entries: unknown[] }>()
    expect(old.entries).toHaveLength(old.length)
    expect(old.length).toBeGreaterThan(0)
    expect(old.head).not.toBe(shown.ledger.head)
    const others = await connected()
    expect((await ledger(await boundAccount(sql, others.trader_id))).statusCode).toBe(404)
    expect((await ledger('x')).statusCode).toBe(422)

    const bound = await boundAccount(sql, bruno.trader_id)
    const findings = await sql.begin((tx) => findingsOfBound(tx, [bound]))
    expect(findings).toMatchObject([{ account_id: bound, finding: { code: 'account_changed', occurrences: 1 } }])
  })

  test('the first account of a trader has none before it', async () => {
    const nuovo = await connected()
    const bound = await boundAccount(sql, nuovo.trader_id)
    expect(await sql.begin((tx) => findingsOfBound(tx, [bound]))).toEqual([])
    expect(await sql.begin((tx) => findingsOfBound(tx, []))).toEqual([])
  })

  test('a closed account is never bound again, by its trader or by another', async () => {
    const carla = await connected()
    await close(carla)
    const other = await makeTrader(kernel)
    for (const token of [await newToken(carla), other.token]) {
      const reply = await sendSync(app, token, syncOf(carla.login))
      expect(reply.status).toBe(409)
      expect(reply.body.code).toBe('ACCOUNT_MISMATCH')
      expect(reply.body.message).toMatch(
        token === other.token
          ? /^Questo conto è stato chiuso da un altro utente il/
          : /^Questo conto è stato chiuso il \d\d\/\d\d\/\d{4}: non può ripartire da zero\. Collega un altro conto\.$/,
      )
    }
    const [row] = await sql`select count(*) as bound from trading_account where login = ${carla.login}`
    expect(row).toEqual({ bound: 1 })
  })

  test('a double click and a second tab close one account once', async () => {
    const dario = await connected()
    const answers = await Promise.all([close(dario), close(dario), close(dario)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ error_type: 'ACCOUNT_NOT_BOUND' })
    expect((await profile(dario)).closed_accounts).toHaveLength(1)
  })

  test('a confirmation of another account closes nothing', async () => {
    const ivo = await connected()
    const first = await boundTo(ivo)
    await close(ivo)
    const deposit = dealOf({ ticket: '900', time: wall(60), profit: 500 })
    await sendSync(app, await newToken(ivo), syncOf(newLogin(), { items: [deposit], balance: 500 }))
    const stale = await close(ivo, { shown: first })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ error_type: 'ACCOUNT_CHANGED' })
    expect((await profile(ivo)).closed_accounts).toHaveLength(1)
    const own = await app.inject({ url: '/api/account/integrity', headers: ivo.headers })
    const { account } = own.json<{ account: { account_id: string } }>()
    expect(account.account_id).toBe(await boundTo(ivo))
    expect((await close(ivo, { shown: account.account_id })).statusCode).toBe(200)
  })

  test('a sync on its way while the account is closed is lost or counted, never bound anew', async () => {
    const elena = await connected()
    const next = syncRequestOf({ login: elena.login, seq: 3, now: clock.now(), items: [], balance: 1_100 })
    const [answer, reply] = await Promise.all([close(elena), sendSync(app, elena.token, next)])
    expect(answer.statusCode).toBe(200)
    expect([200, 401, 409]).toContain(reply.status)
    const [row] = await sql`
      select count(*) as accounts, count(closed_at) as closed from trading_account where login = ${elena.login}`
    expect(row).toEqual({ accounts: 1, closed: 1 })
  })

  test.each([null, 'upheld', 'cleared'] as const)('a case that holds, decision %s', async (decision) => {
    const fabio = await connected()
    await sql`
      insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence,
                                  occurrences, decision, decided_at, reason)
      select ${kernel.secrets.newId()}, account_id, 'history_changed', true, now(), now(), now(), 1, '{}', 1,
             ${decision}, ${decision && new Date(clock.now()).toISOString()}, ${decision && 'Guardato.'}
        from trading_account where trader_id = ${fabio.trader_id}`
    const answer = await close(fabio)
    expect(answer.statusCode).toBe(decision === 'cleared' ? 200 : 409)
    if (decision === 'cleared') return
    expect(answer.json()).toMatchObject({ error_type: 'ACCOUNT_HELD' })
    expect((await profile(fabio)).closed_accounts).toEqual([])
  })

  test('a hold that is confirmed after the change holds the new account too', async () => {
    const gina = await connected()
    await close(gina)
    const login = newLogin()
    const deposit = dealOf({ ticket: '900', time: wall(60), profit: 500 })
    const token = await newToken(gina)
    await sendSync(app, token, syncOf(login, { items: [deposit], balance: 500 }))
    expect((await profile(gina)).not_ranked_reasons).not.toContain('under_review')
    await sql`
      insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence,
                                  occurrences, decision, decided_at, reason)
      select ${kernel.secrets.newId()}, account_id, 'history_changed', true, now(), now(), now(), 1, '{}', 1,
             'upheld', now(), 'Riaperto.'
        from trading_account where trader_id = ${gina.trader_id} and closed_at is not null`
    await sql`update trader set updated_at = now() where trader_id = ${gina.trader_id}`
    expect(await profile(gina)).toMatchObject({
      not_ranked_reasons: expect.arrayContaining(['under_review']),
      held: 'upheld',
    })
    clock.advance(300_000)
    const reply = await sendSync(app, token, syncOf(login, { seq: 2, shown: [deposit], balance: 500 }))
    expect(reply.body).toMatchObject({
      level: 'warn',
      message: 'Conto fuori classifica: segnalazione confermata. Leggi la decisione sul sito.',
    })
    expect((await app.inject({ url: '/api/account/integrity', headers: gina.headers })).json()).toMatchObject({
      under_review: true,
      held: 'upheld',
    })
    expect((await close(gina)).json()).toMatchObject({ error_type: 'ACCOUNT_HELD' })
  })

  test('no session, a wrong password, no account, another one’s password', async () => {
    const hugo = await connected()
    expect((await close({ headers: {}, trader_id: hugo.trader_id })).statusCode).toBe(401)
    const wrong = await close(hugo, { typed: 'sbagliata-42' })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.json()).toMatchObject({ fields: { password: 'La password non è corretta: riscrivila.' } })
    const empty = await makeTrader(kernel)
    await sql`update trader set password_hash = ${stored} where trader_id = ${empty.trader_id}`
    expect((await close(empty)).json()).toMatchObject({ error_type: 'ACCOUNT_NOT_BOUND' })
    expect((await profile(hugo)).closed_accounts).toEqual([])
  })
})

test('guesses of the password are limited as they are where it is changed', async () => {
  const limited = await integritySite({ RATE_LIMITS: 'on' })
  const ugo = await makeTrader(limited.kernel)
  await limited.kernel.sql`update trader set password_hash = ${stored} where trader_id = ${ugo.trader_id}`
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await close(ugo, { typed: 'sbagliata-42', on: limited.app })).statusCode)
  expect(statuses[0]).toBe(422)
  expect(statuses.at(-1)).toBe(429)
})

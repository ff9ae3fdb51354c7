import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditBrokenAt } from '#server/audit-chain.ts'
import { recordAudit } from '#server/audit.ts'
import { ledgerDiffers } from '#features/subscriptions/server/service.ts'
import { registerAuth } from '#features/auth/server/routes.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { dealOf, makeTrader, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { registerReleaseRoutes } from '#features/integrity/server/accounts/release.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { createStorage } from '#server/files/storage.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { avatarFile } from '#shared/avatar.ts'
import { registerAccount } from '../routes.ts'
import { dump, wholeTrader, type WholeTrader } from '../testing/whole-trader.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } })
const { sql, clock, config } = kernel
// This test handles the outbox itself.
await kernel.outbox.close()
const leaderboard = createLeaderboard(kernel, quickRefresh)
const app = await testApp(kernel, registerAccount, registerCheckedEa, registerAuth, (server) =>
  registerReleaseRoutes(server, kernel, leaderboard),
)
const url = '/api/account'
const remove = (headers: Record<string, string>, payload: object) =>
  app.inject({ method: 'DELETE', url, headers, payload })
const by = (trader_id: string) => ({ trader_id, address: '127.0.0.1', request_id: 'r' })

/** Orders, payments and the ledger of plans, as they must stay. */
const balance = () => sql`
  select (select json_agg(json_build_array(order_id, price_cents, state, activated) order by order_id) from payment_order) as orders,
         (select json_agg(json_build_array(provider_payment_id, received) order by provider_payment_id) from provider_payment) as payments,
         (select json_agg(json_build_array(source_key, seconds) order by entry_id) from entitlement_entry) as ledger`

describe('erasing a trader with rows in every table', () => {
  let gone: WholeTrader
  let other: WholeTrader
  let balanceBefore: unknown
  let before: Map<string, string[]>
  let answer: Awaited<ReturnType<typeof remove>>
  const picture = 'd'.repeat(32)

  beforeAll(async () => {
    gone = await wholeTrader(kernel, app)
    other = await wholeTrader(kernel, app)
    // Another account's findings name the erased trader.
    const claimed = await boundAccount(sql, other.trader_id)
    const claimants = [{ at: '2026-11-20', username: gone.username, trader_id: gone.trader_id, code_seen_at: null }]
    await sql`
      insert into integrity_tag (account_id, code, first_at, last_at, occurrences, details)
      values (${claimed}, 'account_claimed', now(), now(), 1, ${sql.json({ claimants })})`
    await sql`
      update integrity_tag set details = ${sql.json({ platform: 'MT5', login: gone.logins[0] })}
       where account_id = ${claimed} and code = 'other_account_sent'`
    await sql.begin((tx) =>
      recordAudit(tx, by(gone.trader_id), {
        action: 'account.amounts',
        subject: gone.trader_id,
        details: {},
        at: new Date(clock.now()).toISOString(),
      }),
    )
    const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .webp()
      .toBuffer()
    for (const width of [96, 208, 416]) await createStorage(config).write(avatarFile(picture, width), image)
    await sql`update trader set avatar_key = ${picture} where trader_id = ${gone.trader_id}`
    await leaderboard.start()
    balanceBefore = await balance()
    before = await dump(kernel)
    answer = await remove(gone.headers, { password: gone.password })
  })

  test('stood in every table that can hold a trader’s rows', () => {
    const knows = [...before].filter(([, rows]) => rows.some((row) => row.includes(gone.trader_id)))
    const names = [...before].filter(([, rows]) =>
      rows.some((row) => gone.identifiers.some((text) => row.includes(text))),
    )
    expect(knows.map(([table]) => table)).toEqual(
      expect.arrayContaining(['audit_log', 'entitlement_entry', 'payment_order', 'session', 'trading_account']),
    )
    expect(names.map(([table]) => table)).toEqual(
      expect.arrayContaining([
        'contact_message',
        'integrity_tag',
        'outbox',
        'payment_order',
        'payment_review',
        'trader',
      ]),
    )
  })

  test('is gone from every table: no name, address, account number or token is left', async () => {
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
    // The farewell has not left yet; a test below covers its rest.
    await sql`delete from outbox where cause = ${`erased:${gone.trader_id}`}`
    const after = await dump(kernel)
    const left = [...after].flatMap(([table, rows]) =>
      rows
        .filter((row) => gone.identifiers.some((text) => row.toLowerCase().includes(text.toLowerCase())))
        .map((row) => [table, row]),
    )
    expect(left).toEqual([])
    // Only the id stays, where the law or the chain of the log requires it, and it leads nowhere.
    const withId = [...after]
      .filter(([, rows]) => rows.some((row) => row.includes(gone.trader_id)))
      .map(([table]) => table)
    const staying = ['audit_log', 'entitlement_entry', 'integrity_tag', 'trader_change']
    expect(withId.filter((table) => !staying.includes(table))).toEqual([])
  })

  test('leaves payments, receipts and the ledger of plans as they were', async () => {
    expect(await balance()).toEqual(balanceBefore)
    const [order] =
      await sql`select trader_id, user_email, username, activated from payment_order where order_id = ${gone.order_id}`
    expect(order).toEqual({ trader_id: null, user_email: null, username: null, activated: true })
    const [note] = await sql`select note from payment_review where order_id = ${gone.order_id}`
    expect(note).toEqual({ note: 'Sentito [eliminato] ([eliminato]): a posto.' })
    expect(await auditBrokenAt(sql)).toBeNull()
    expect(await ledgerDiffers(sql)).not.toContain(gone.trader_id)
  })

  test('leaves the rows of all others', async () => {
    const after = await dump(kernel)
    const rowsOf = (dumped: Map<string, string[]>) =>
      [...dumped].map(([table, rows]) => [
        table,
        rows.filter((row) => other.identifiers.some((text) => row.includes(text))).length,
      ])
    expect(rowsOf(after)).toEqual(rowsOf(before))
    const profile = await app.inject({ url: '/api/account/profile', headers: other.headers })
    expect(profile.statusCode).toBe(200)
  })

  test('receives the number of rows by table', () => {
    const { deletion_summary: summary, total_records_deleted: total } = answer.json<{
      deletion_summary: Record<string, number>
      total_records_deleted: number
    }>()
    expect(summary).toMatchObject({
      trader: 1,
      session: 1,
      trading_account: 2,
      trade: 2,
      ledger_record: 5,
      subscription: 1,
      rank_change: 1,
      contact_message: 1,
      integrity_case: 1,
      account_closing: 1,
      recovery_code: 1,
    })
    for (const [table, rows] of Object.entries(summary)) {
      const mine = (before.get(table) ?? []).length
      expect([table, rows <= mine && rows >= 0]).toEqual([table, true])
    }
    expect(total).toBe(Object.values(summary).reduce((sum, rows) => sum + rows, 0))
  })

  test('is out: session, advisor, sign-in, picture, list', async () => {
    expect((await app.inject({ url: '/api/account/profile', headers: gone.headers })).statusCode).toBe(401)
    const sync = await sendSync(app, gone.token, syncRequestOf({ now: clock.now(), login: gone.logins[0], items: [] }))
    expect(sync.status).toBe(401)
    const login = await app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: gone.email, password: gone.password },
    })
    expect(login.statusCode).toBe(401)
    expect((await app.inject(`/uploads/${avatarFile(picture, 96)}`)).statusCode).toBe(404)
    expect(readdirSync(join(config.DATA_DIR, 'uploads/avatars'))).toEqual([])
    await expect
      .poll(() => leaderboard.listData({}).leaderboard.map(({ username }) => username), { timeout: 5_000 })
      .not.toContain(gone.username)
    await leaderboard.close()
  })

  test.each([0, 1])('the number %i never starts again, also under another spelling of its server', async (index) => {
    const again = await makeTrader(kernel)
    const capital = dealOf({ ticket: '1', time: Math.floor(clock.now() / 1000) - 9_000, profit: 1000 })
    clock.advance(300_000)
    const request = syncRequestOf({
      now: clock.now(),
      login: gone.logins[index] ?? '',
      server: 'broker live',
      items: [capital],
    })
    const reply = await sendSync(app, again.token, request)
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('account eliminato il') } })
    const [row] = await sql`select count(*) as accounts from trading_account where trader_id = ${again.trader_id}`
    expect(row).toEqual({ accounts: 0 })
    // A person may give the account to another trader, who can start it.
    const admin = await makeTrader(kernel, { is_admin: true })
    const release = (login: string, trader_id = again.trader_id) =>
      app.inject({
        method: 'POST',
        url: '/api/admin/accounts/release-erased',
        headers: admin.headers,
        payload: { platform: 'MT5', server: 'BROKER-LIVE', login, trader_id, reason: 'Ho visto l’estratto conto.' },
      })
    expect((await release('123456')).statusCode).toBe(404)
    expect((await release(gone.logins[index] ?? '', admin.trader_id)).statusCode).toBe(403)
    expect((await release(gone.logins[index] ?? '')).statusCode).toBe(200)
    clock.advance(300_000)
    const sent = { ...request, sync: { ...request.sync, seq: 2, sent_gmt: Math.floor(clock.now() / 1000) } }
    expect((await sendSync(app, again.token, sent)).status).toBe(200)
    const later = await makeTrader(kernel)
    expect((await sendSync(app, later.token, { ...request, sync: { ...request.sync, boot: 'b3' } })).status).toBe(409)
  })
})

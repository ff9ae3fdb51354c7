import { describe, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import { registerLeaderboardRoutes } from '#features/leaderboard/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { registerAccount } from './routes.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const leaderboard = createLeaderboard(kernel, quickRefresh)
const app = await testApp(kernel, registerAccount, (server) => {
  registerTraderRoutes(server, kernel, createTraderAnswers(leaderboard))
  registerLeaderboardRoutes(server, kernel, leaderboard)
  server.addHook('onClose', leaderboard.close)
})
await leaderboard.start()

let people = 0
const newPerson = () => person(kernel, `penna${(people += 1)}`)
const url = '/api/account/profile'
const put = (headers: Record<string, string>, payload: object) => app.inject({ method: 'PUT', url, headers, payload })

describe('the own profile', () => {
  test('of a new trader is empty', async () => {
    const { headers, username } = await newPerson()
    const answer = await app.inject({ url, headers })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(answer.json()).toEqual({
      username,
      display_name: username,
      email: `${username}@example.com`,
      country: 'IT',
      member_since: '2026-11-20T10:00:00.000Z',
      bio: null,
      social_text: null,
      hide_amounts: false,
      avatar: null,
    })
  })

  test('changes the sent fields alone, so that two tabs do not undo each other', async () => {
    const { headers } = await newPerson()
    await Promise.all([put(headers, { bio: 'Opero dal 2015.' }), put(headers, { social_text: 'Poche operazioni.' })])
    const answer = await put(headers, { hide_amounts: true })
    expect(answer.json()).toMatchObject({
      bio: 'Opero dal 2015.',
      social_text: 'Poche operazioni.',
      hide_amounts: true,
    })
    expect((await put(headers, { bio: '   ' })).json()).toMatchObject({ bio: null, social_text: 'Poche operazioni.' })
    expect((await put(headers, { bio: null, social_text: null, is_admin: true })).json()).toMatchObject({
      bio: null,
      social_text: null,
      hide_amounts: true,
    })
    const [row] = await sql`select is_admin from trader where username = ${`penna${people}`}`
    expect(row).toEqual({ is_admin: false })
  })

  test('keeps lines and emoji, normalises blanks', async () => {
    const { headers } = await newPerson()
    const answer = await put(headers, {
      bio: ' Riga  uno \r\n\r\n\r\n\r\nfamiglia 👨‍👩‍👧‍👦 ❤️ ',
      social_text: 'su\nuna\triga',
    })
    expect(answer.json()).toMatchObject({ bio: 'Riga uno\n\nfamiglia 👨‍👩‍👧‍👦 ❤️', social_text: 'su una riga' })
  })

  test.each([
    ['bio', 500],
    ['social_text', 140],
  ])('%s holds %i signs as they are read, and no more', async (field, most) => {
    const { headers } = await newPerson()
    expect((await put(headers, { [field]: '👨‍👩‍👧‍👦'.repeat(most) })).statusCode).toBe(200)
    const answer = await put(headers, { [field]: 'à'.repeat(most + 1) })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      expect.objectContaining({ fields: { [field]: `Al massimo ${most} caratteri.` } }),
    ])
    expect((await put(headers, { [field]: 'a'.repeat(15_000) })).statusCode).toBe(422)
  })

  test.each([
    ['a turned direction', 'gain\u202Egarantito'],
    ['a zero-width space', 'gua\u200Bdagno'],
    ['a joiner outside an emoji', 'gua\u200Ddagno'],
    ['a tag letter', 'ciao\u{E0041}'],
    ['a NUL', 'ciao\0'],
    ['half a surrogate pair', 'ciao\uD800'],
    ['a Hangul filler', 'ciao\u3164'],
    ['letters that climb', `e${'\u0301'.repeat(12)}`],
  ])('%s is refused in both texts', async (_name, text) => {
    const { headers } = await newPerson()
    const answer = await put(headers, { bio: text, social_text: text })
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual(['bio', 'social_text'])
  })
})

describe('the public profile', () => {
  test('amounts go at once, percentages stay; the texts come', async () => {
    const one = await account(kernel, {
      username: 'visibile',
      nets: [10, -4, 12],
      balance: 1000,
      floating: 7.5,
      plan_ms: 20 * DAY_MS,
    })
    const headers = await signedIn(kernel, one.trader_id)
    const profile = async () => (await app.inject('/api/trader/visibile')).json()
    const listed = async () =>
      (await app.inject('/api/fresh/leaderboard'))
        .json<{ leaderboard: { username: string; account_balance: number | null }[] }>()
        .leaderboard.find(({ username }) => username === 'visibile')
    const before = await profile()
    expect(before.performance.account_balance).toBe(1018)
    await put(headers, { hide_amounts: true, bio: 'Chi sono', social_text: 'La mia frase' })
    const after = await profile()
    expect(after).toMatchObject({ bio: 'Chi sono', social_text: 'La mia frase', avatar: null })
    expect(after.performance).toMatchObject({
      account_balance: null,
      account_equity: null,
      account_profit: null,
      roi_percentage: before.performance.roi_percentage,
      drawdown_max: before.performance.drawdown_max,
      win_rate: before.performance.win_rate,
    })
    expect(after.flags).toEqual(before.flags)
    await expect.poll(async () => (await listed())?.account_balance, { timeout: 5_000 }).toBeNull()
    const [line] = await sql`select action, details from audit_log where subject = ${one.trader_id}`
    expect(line).toEqual({ action: 'account.amounts', details: { hide_amounts: true } })
  })

  test('new texts are checked for claims at the next review', async () => {
    const one = await account(kernel, { username: 'promette', nets: [10, -4], balance: 1000, plan_ms: 20 * DAY_MS })
    const headers = await signedIn(kernel, one.trader_id)
    await sql`
      insert into account_integrity (account_id, reviewed_at) values (${one.account_id}, ${new Date(clock.now() - HOUR_MS)})
      on conflict (account_id) do update set review_due_at = null, reviewed_at = excluded.reviewed_at`
    const due = async () =>
      (await sql`select review_due_at from account_integrity where account_id = ${one.account_id}`)[0]
    await put(headers, { hide_amounts: true })
    expect(await due()).toEqual({ review_due_at: null })
    await put(headers, { social_text: 'Guadagno garantito, senza rischi.' })
    expect(await due()).toEqual({ review_due_at: new Date(clock.now()).toISOString() })
    const { reviewAccounts } = await import('#features/integrity/server/review/review.ts')
    await reviewAccounts(kernel, 300)
    const tags =
      await sql`select details from integrity_tag where account_id = ${one.account_id} and code = 'false_claims'`
    expect(JSON.stringify(tags)).toContain('social_text')
  })
})

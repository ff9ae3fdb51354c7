import { expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { noMailServer } from '#features/auth/testing/mailbox.ts'
import { avatarFile, avatarWidths } from '#shared/avatar.ts'
import { linkAddress } from '#features/auth/link-address.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import { createStorage } from '#server/files/storage.ts'
import { privateForADay } from '#server/http/content.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { wholeApp } from './testing/whole-app.ts'

const kernel = await testKernel({ env: noMailServer })
const { sql, secrets, clock } = kernel
const waiting = await account(kernel, { username: 'attesa', nets: [10, 20] })
await account(kernel, { username: 'pronta', nets: [10] })
await sql`update trader set email_proof = 'awaited' where username = 'attesa'`
const app = await wholeApp(kernel, { leaderboard: createLeaderboard(kernel, quickRefresh) })

const pages = (name: string) => [
  `/api/trader/${name}`,
  `/api/trader/${name}/performance`,
  `/api/trader/${name}/ledger`,
  `/trader/${name}`,
  `/registro/${name}`,
  `/esci/${name}/telegram`,
]
const statuses = async (name: string) =>
  Promise.all(pages(name).map(async (url) => [url.replace(name, ''), (await app.inject(url)).statusCode]))
const listed = async () =>
  (await app.inject('/api/fresh/leaderboard')).json<{ leaderboard: { username: string }[] }>().leaderboard
const isListed = async () => (await listed()).some(({ username }) => username === 'attesa')

test('the picture of a trader whose e-mail is unproven reaches our own pages alone', async () => {
  const picture = 'ab'.repeat(16)
  const url = `/uploads/${avatarFile(picture, avatarWidths.small)}`
  await createStorage(kernel.config).write(avatarFile(picture, avatarWidths.small), Buffer.from('a picture'))
  const from = async (site?: string) => {
    const answer = await app.inject({ url, ...(site !== undefined && { headers: { 'sec-fetch-site': site } }) })
    return [answer.statusCode, answer.headers['cache-control']]
  }
  const unknown = await from('same-origin')
  expect(unknown[0]).toBe(404)
  await sql`update trader set avatar_key = ${picture} where username = 'attesa'`
  for (const site of [undefined, 'none', 'cross-site', 'same-site']) expect(await from(site)).toEqual(unknown)
  expect(await from('same-origin')).toEqual([200, 'no-store'])
  await sql`update trader set avatar_key = null where username = 'attesa'`
  await sql`update trader set avatar_key = ${picture} where username = 'pronta'`
  expect(await from('none')).toEqual([200, privateForADay])
  await sql`update trader set deactivated_at = now() where username = 'pronta'`
  expect(await from('none')).toEqual(unknown)
  await sql`update trader set deactivated_at = null, avatar_key = null where username = 'pronta'`
})

test('a trader whose e-mail is unproven is as unknown to the public as nobody, and public soon after the proof', async () => {
  const [hidden, unknown, shown] = [await statuses('attesa'), await statuses('nessuno'), await statuses('pronta')]
  expect(hidden).toEqual(unknown)
  expect(hidden).not.toEqual(shown)
  expect((await listed()).map(({ username }) => username)).toEqual(['pronta'])
  expect((await app.inject('/sitemap/traders-1.xml')).body).not.toContain('attesa')

  const token = secrets.newToken()
  await sql`
    insert into password_reset (token_hash, trader_id, purpose, created_at, expires_at)
    values (${secrets.hashToken(token)}, ${waiting.trader_id}, 'email', ${instantText(clock.now())},
            ${instantText(clock.now() + DAY_MS)})`
  const { statusCode, body } = await app.inject(linkAddress('confirm', token))
  expect(statusCode).toBe(200)
  expect(body).toMatch(/<form[^>]* action="\/api\/auth\/confirm-email" method="post"/)
  expect(body).toContain(`<input type="hidden" name="token" value="${token}"/>`)
  expect(await isListed()).toBe(false)
  const answer = await app.inject({ method: 'POST', url: '/api/auth/confirm-email', payload: { token } })
  expect(answer.statusCode).toBe(200)
  await until(isListed, 10_000)
  expect(await statuses('attesa')).toEqual(shown)
})

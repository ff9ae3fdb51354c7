import { expect, test } from 'vitest'
import { account, type TestAccount } from '#features/leaderboard/server/testing/accounts.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { noMailServer } from '#features/auth/testing/mailbox.ts'
import { avatarFile, avatarWidths } from '#shared/avatar.ts'
import type { listShowcases } from '#features/showcases/contract.ts'
import { publishedShowcase, publishedContent } from '#features/showcases/server/analytics/testing/published.ts'
import { uploaded } from '#features/showcases/server/testing/scene.ts'
import { linkAddress } from '#features/auth/link-address.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { createStorage } from '#server/files/storage.ts'
import { privateForADay } from '#server/http/content.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { wholeApp } from './testing/whole-app.ts'

const kernel = await testKernel({ env: noMailServer })
const { sql, secrets, clock } = kernel
const waiting = await account(kernel, { username: 'attesa', nets: [10, 20] })
const ready = await account(kernel, { username: 'pronta', nets: [10] })
const storage = createStorage(kernel.config)
await sql`update trader set email_proof = 'awaited' where username = 'attesa'`
const [attesa, pronta] = [await shownOf(waiting), await shownOf(ready)]
const app = await wholeApp(kernel, { leaderboard: createLeaderboard(kernel, quickRefresh) })

/** The public pages of a trader. */
interface Shown {
  name: string
  showcase: string
  /** The address of a picture that the showcase shows. */
  picture: string
}

/** Gives a trader a showcase with a picture, and a link that a profile may show. */
async function shownOf({ username: name, trader_id: traderId, account_id: accountId }: TestAccount): Promise<Shown> {
  await sql`update trader set links = ${sql.json({ telegram: `https://t.me/${name}` })} where trader_id = ${traderId}`
  await sql`
    insert into ownership_proof (account_id, code, issued_at, expires_at, seen_at, proven_at)
    values (${accountId}, 'AAAA-AAAA', now(), now(), now(), now())`
  const picture = await uploaded(kernel, traderId, 'image')
  await storage.write(picture.replace('/uploads/', ''), Buffer.from('a picture'))
  const profile = { ...publishedContent.profile, cover_image_url: picture }
  const button = { text: 'Copia i miei trade', url: 'https://broker.it/copia', style: 'primary' } as const
  const written = { ...publishedContent, profile, cta_buttons: [button] }
  const showcase = await publishedShowcase(kernel, traderId, { written })
  return { name, showcase, picture }
}

const missing: Shown = {
  name: 'nessuno',
  showcase: secrets.newId(),
  picture: `/uploads/showcases/${'0'.repeat(32)}-1600.webp`,
}

const pages = ({ name, showcase, picture }: Shown) => [
  `/api/trader/${name}`,
  `/api/trader/${name}/performance`,
  `/api/trader/${name}/ledger`,
  `/trader/${name}`,
  `/registro/${name}`,
  `/esci/${name}/telegram`,
  `/og/trader/${name}.png`,
  `/api/showcases/${showcase}`,
  `/vetrine/${showcase}`,
  `/vetrine/${showcase}/esci/1`,
  `/og/vetrine/${showcase}.png`,
  picture,
]
const statuses = async (shown: Shown) =>
  Promise.all(pages(shown).map(async (url, at) => [pages(missing)[at], (await app.inject(url)).statusCode]))
const listed = async () =>
  (await app.inject('/api/fresh/leaderboard')).json<{ leaderboard: { username: string }[] }>().leaderboard
const compared = async () =>
  (await app.inject('/api/compare?t=attesa,pronta')).json<{ traders: { username: string }[] }>().traders
const inGrid = async () => (await app.inject('/api/showcases')).json<ResponseOf<typeof listShowcases>>().showcases
/** Names in the lists: ranking, comparison, showcases. */
const names = async () =>
  [
    (await listed()).map(({ username }) => username),
    (await compared()).map(({ username }) => username),
    (await inGrid()).map(({ trader_username: username }) => username),
  ].map((list) => list.toSorted())
const isListed = async () => (await names()).every((list) => list.includes('attesa'))

test('the picture of a trader whose e-mail is unproven reaches our own pages alone', async () => {
  const picture = 'ab'.repeat(16)
  const url = `/uploads/${avatarFile(picture, avatarWidths.small)}`
  await storage.write(avatarFile(picture, avatarWidths.small), Buffer.from('a picture'))
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
  const [hidden, unknown, shown] = [await statuses(attesa), await statuses(missing), await statuses(pronta)]
  expect(hidden).toEqual(unknown)
  expect(unknown.map(([, status]) => status)).not.toContain(200)
  expect(shown.filter(([, status]) => status !== 200)).toEqual([])
  // A change of both is read together, in the list of showcases too.
  await sql`update trader set display_name = display_name || ' II'`
  for (const { trader_id: each } of [waiting, ready]) kernel.changes.announce(each)
  await kernel.changes.flush()
  await until(
    async () => (await inGrid()).some(({ trader_info: { display_name: name } }) => name === 'pronta II'),
    10_000,
  )
  await until(async () => (await names()).every((list) => list.includes('pronta')), 10_000)
  expect(await names()).toEqual([['pronta'], ['pronta'], ['pronta']])
  expect((await app.inject('/sitemap/traders-1.xml')).body).not.toContain('attesa')
  const showcases = (await app.inject('/sitemap/vetrine-1.xml')).body
  expect(showcases).toContain(pronta.showcase)
  expect(showcases).not.toContain(attesa.showcase)

  const token = secrets.newToken()
  await sql`
    insert into password_reset (token_hash, trader_id, purpose, created_at, expires_at)
    values (${secrets.hashToken(token)}, ${waiting.trader_id}, 'email', ${instantText(clock.now())},
            ${instantText(clock.now() + DAY_MS)})`
  const { statusCode, body } = await app.inject(linkAddress('confirm', token))
  expect(statusCode).toBe(200)
  expect(body).toMatch(/<form[^>]* action="\/api\/auth\/confirm-email" method="post"/)
  expect(body).toContain(`<input type="hidden" name="token" value="${token}"/>`)
  expect((await names()).flat()).not.toContain('attesa')
  const answer = await app.inject({ method: 'POST', url: '/api/auth/confirm-email', payload: { token } })
  expect(answer.statusCode).toBe(200)
  await until(isListed, 10_000)
  expect(await statuses(attesa)).toEqual(shown)
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { wholeApp } from '../../guards/testing/whole-app.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql } = kernel
// Rose to 13,000, lost more than half of it, and rises again.
const nets = [...Array.from({ length: 60 }, () => 50), -7_000, ...Array.from({ length: 20 }, () => 80)]
const anna = await account(kernel, { username: 'anna', display_name: 'Anna <Però>', nets })
const leaderboard = createLeaderboard(kernel, quickRefresh)
const app = await wholeApp(kernel, { leaderboard })

const meta = (body: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(body)?.[1] ?? ''
const pathOf = (address: string) => address.slice(kernel.config.APP_URL.length)

test('a shared profile shows return, drawdown and level in words and in its picture', async () => {
  const { body } = await app.inject('/trader/anna')
  const description = meta(body, 'og:description')
  expect(description).toMatch(
    /ROI 90 giorni −[\d,]+%, Drawdown Max −53,85%, dall’inizio −[\d,]+%\. Dati sincronizzati\.$/,
  )
  expect(meta(body, 'description')).toBe(description)
  expect(meta(body, 'og:title')).toContain('Anna &lt;Però&gt; (@anna)')
  expect(meta(body, 'twitter:card')).toBe('summary_large_image')
  expect(meta(body, 'og:image:alt')).toContain('Drawdown Max −53,85%')
  const address = meta(body, 'og:image')
  expect(address.startsWith(`${kernel.config.APP_URL}/og/trader/anna.png?v=`)).toBe(true)
  const picture = await app.inject(pathOf(address))
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 })
})

test('the shared list shows the first trader’s return with drawdown and history, in words and in its picture', async () => {
  const { body } = await app.inject('/')
  expect(meta(body, 'twitter:card')).toBe('summary_large_image')
  const alt = meta(body, 'og:image:alt')
  expect(alt).toMatch(
    /Primo: @anna, dall’inizio −[\d,]+%, ROI 90 giorni −[\d,]+%, Drawdown Max −53,85%, storico 82 giorni/,
  )
  const address = meta(body, 'og:image')
  expect(address.startsWith(`${kernel.config.APP_URL}/og/classifica.png?v=`)).toBe(true)
  expect(meta((await app.inject('/?months_min=1')).body, 'og:image')).toBe(address)
  const picture = await app.inject(pathOf(address))
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 })
})

test('a trader’s own sentence never stands without the drawdown', async () => {
  await sql`update trader set social_text = 'Poche operazioni.' where trader_id = ${anna.trader_id}`
  await expect
    .poll(async () => meta((await app.inject('/trader/anna')).body, 'og:description'))
    .toMatch(/^Poche operazioni\. ROI 90 giorni .*Drawdown Max −53,85%/)
})

test.each(['/og/trader/nessuno.png', '/og/trader/anna.svg', '/og/trader/%2e%2e%2fanna.png'])(
  '%s is nobody’s',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)

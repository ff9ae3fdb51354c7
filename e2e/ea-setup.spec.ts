import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { person } from './buyers.ts'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { assignPlan, registered } from './traders.ts'

const trader = person('carlo.conti', 'Carlo Conti', '51230001')

test('a trader sets the advisor up, and its first sync turns the card to CONNESSO', async ({
  page,
  request,
  baseURL,
  context,
}) => {
  const origin = baseURL ?? ''
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await registered(request, trader)
  // Skips the pauses of the page.
  await page.clock.install()

  await test.step('without a session the dashboard asks for one', async () => {
    await page.goto('/?view=dashboard')
    await expect(page.getByRole('heading', { level: 1, name: 'Accesso non autorizzato' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Accedi/Registrati' }).click()
    await page.getByLabel('Email o username').fill(trader.email)
    await page.getByLabel('Password', { exact: true }).fill(trader.password)
    await page.getByRole('button', { name: 'Accedi', exact: true }).click()
    // On a busy machine this comes late, and later checks depend on it.
    await expect(page.locator('.toast')).toBeVisible()
    // Back to the requested page.
    await expect(page).toHaveURL(/\/\?view=dashboard$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
  })

  await test.step('without a plan there is an offer in place of the token', async () => {
    await expect(page.getByText('Serve Basic Leaderboard.')).toBeVisible()
    await expectQuietlyAccessible(page)
  })

  const session = (await page.evaluate(() => localStorage.getItem('trader_token'))) ?? ''
  await assignPlan(request, { authorization: `Bearer ${session}` }, 'basic')

  await test.step('the token is made, and copied whole', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Genera token' }).click()
    const allow = page.getByRole('heading', { name: 'Autorizza l’indirizzo del sito' })
    await expect(allow).toBeFocused()
    await page.getByRole('button', { name: 'Copia l’indirizzo' }).click()
    expect(await clipboard()).toBe(origin)
    await page.getByRole('button', { name: 'Ho autorizzato l’indirizzo' }).click()
    await expect(page.getByRole('heading', { name: 'Scarica l’EA e trascinalo su un grafico' })).toBeFocused()
    await page.getByRole('button', { name: 'Copia il token' }).click()
    await expect(page.getByText('Token copiato')).toBeVisible()
    expect(await clipboard()).toMatch(/^tt_ea_[\w-]{43}$/)
    await expectQuietlyAccessible(page)
  })
  const token = await clipboard()

  await test.step('the file is the one whose hash is shown, with this site’s address and no token', async () => {
    for (const [platform, name] of [
      ['MT4', 'TopTrader.mq4'],
      ['MT5', 'TopTrader.mq5'],
    ] as const) {
      await page.getByText(platform, { exact: true }).click()
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name: `Scarica EA per ${platform}` }).click()
      const download = await coming
      expect(download.suggestedFilename()).toBe(name)
      const bytes = await readFile(await download.path())
      await page.getByRole('button', { name: 'Copia l’impronta' }).click()
      expect(await clipboard()).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(bytes.toString('latin1')).toContain(`input string InpApiUrl = "${origin}";`)
      expect(bytes.includes(token)).toBe(false)
    }
  })

  await test.step('a reload keeps step and terminal', async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'Scarica EA per MT5' })).toBeVisible()
    await page.getByRole('button', { name: 'Ho installato l’EA' }).click()
    const waiting = page.getByRole('heading', { name: 'In attesa della prima sincronizzazione' })
    await expect(waiting).toBeFocused()
    await page.reload()
    await expect(waiting).toBeVisible()
    await expectQuietlyAccessible(page)
  })

  const badge = page.getByRole('status').filter({ hasText: 'CONNESSO' })
  await test.step('a sync with that token is seen without a reload', async () => {
    await expect(badge).toHaveText('DISCONNESSO')
    const sent = await request.post('/api/ea/sync', {
      headers: { authorization: `Bearer ${token}` },
      data: syncRequestOf({ now: Date.now(), login: '51230001', server: 'Broker-Live', balance: 1000 }),
    })
    expect(await sent.json()).toMatchObject({ ok: true })
    await page.clock.fastForward(30_000)
    await expect(badge).toHaveText('CONNESSO')
    await expect(page.getByRole('heading', { name: 'Conto collegato' })).toBeVisible()
    await expect(page.getByText('•••••001')).toBeVisible()
    await expectQuietlyAccessible(page)
  })

  await test.step('a removed token ends it', async () => {
    await page.getByRole('button', { name: 'Elimina token' }).click()
    await expectQuietlyAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Genera token' })).toBeVisible()
    await expect(badge).toHaveText('DISCONNESSO')
    const refused = await request.post('/api/ea/sync', {
      headers: { authorization: `Bearer ${token}` },
      data: syncRequestOf({ now: Date.now(), login: '51230001', seq: 2 }),
    })
    expect(refused.status()).toBe(401)
  })
})

/** Once no message floats over the page any more: while it fades its colours are nobody's. */
async function expectQuietlyAccessible(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(4_000)
    await expect(page.locator('.toast')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expectAccessible(page)
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import { person, session, signInAs } from './buyers.ts'
import { expect, expectEveryLook, test } from './fixtures.ts'
import { press, typeInto } from './keyboard.ts'
import { advisorToken } from './traders.ts'

const run = promisify(execFile)

/** Waits until no message floats over the page. */
async function expectToStand(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.toast')).toHaveCount(0, { timeout: 15_000 })
  await expectEveryLook(page)
}

test('nothing yet, then connected: the missing steps are named, and the verification page is linked, changed and removed', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await signInAs(page, request, person('rita.vuota', 'Rita Vuota', '51230331'))

  await test.step('who has no account and no plan', async () => {
    await expect(page.getByText('Account richiesto.')).toBeVisible()
    await expect(page.getByText('NON ABBONATO', { exact: true })).toBeVisible()
    await expect(page.getByText('Ora non sei in classifica.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Salva i link' })).toHaveCount(0)
    await expectToStand(page)
  })

  await test.step('MyFxBook by keyboard: refused, linked, changed, removed', async () => {
    const field = page.getByLabel('Indirizzo della pagina')
    await typeInto(page, 'Indirizzo della pagina', 'https://example.com/rita')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription("L'URL deve contenere myfxbook.com")
    await typeInto(page, 'Indirizzo della pagina', 'https://www.myfxbook.com/members/rita')
    await page.keyboard.press('Enter')
    await expect(page.getByText('MyFxBook collegato con successo!')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Modifica' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type('/vuota')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'myfxbook.com/members/rita/vuota' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'myfxbook.com/members/rita/vuota' })).toBeVisible()
    await press(page, 'Rimuovi')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Annulla' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Non collegato', { exact: true })).toBeVisible()
    await expect(field).toBeFocused()
  })

  await test.step('an account without trades is connected, and not yet ranked', async () => {
    const token = await advisorToken(request, await session(page))
    const sent = await request.post('/api/ea/sync', {
      headers: { authorization: `Bearer ${token}` },
      data: syncRequestOf({ now: Date.now(), login: '51230331', server: 'Broker-Live', balance: 1000 }),
    })
    expect(await sent.json()).toMatchObject({ ok: true })
    await page.reload()
    await expect(page.getByText('CONNESSO', { exact: true })).toBeVisible()
    await expect(page.getByText('Account richiesto.')).toHaveCount(0)
    await expect(page.getByText('BASIC ATTIVO', { exact: true })).toBeVisible()
    await expectToStand(page)
  })
})

test('one of the first three sets links, which the public does not see before the account is proven', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/')
  await signInAs(page, request, person('tea.podio', 'Tea Podio', '51230332'))
  const token = await advisorToken(request, await session(page))
  await test.step('the advisor sends a real account', async () => {
    const file = 'src/features/ea/fixtures/real-accounts/mt4-01.json'
    const replay = ['scripts/replay.ts', file, '--url', baseURL ?? '', '--token', token, '--shift-to-now']
    const { stdout } = await run('node', [...replay, '--interval', '0'])
    expect(stdout).toMatch(/Fatto: \d+ operazioni importate/)
  })

  await test.step('the seal holds the place', async () => {
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('region', { name: 'Posizione globale' })).toContainText(
        /(Primo|Secondo|Terzo) su \d/,
        {
          timeout: 1_000,
        },
      )
    }).toPass({ timeout: 15_000 })
    await expectToStand(page)
  })

  await test.step('links by keyboard, the wrong one refused at its field', async () => {
    await typeInto(page, 'Telegram', 'https://example.com/tea')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Telegram')).toHaveAccessibleDescription(/^Il link deve portare a /)
    await typeInto(page, 'Telegram', 'https://t.me/tea_podio')
    await typeInto(page, 'Sito web', 'https://podio.it/')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Link salvati.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Telegram')).toHaveValue('https://t.me/tea_podio')
    await expect(page.getByText(/solo con la titolarità del conto provata/)).toBeVisible()
    await page.goto('/trader/tea.podio')
    await expect(page.getByRole('heading', { level: 1, name: 'Tea Podio' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Telegram' })).toHaveCount(0)
  })
})

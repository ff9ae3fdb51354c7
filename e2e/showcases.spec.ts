import type { Browser, Page } from '@playwright/test'
import { admin } from './admin.ts'
import { enter, person } from './buyers.ts'
import { expect, expectAccessible, expectEveryLook, test } from './fixtures.ts'
import { diamondTrader, signedIn } from './traders.ts'

// A showcase that nobody can open answers 404, also to its owner: the browser says so by itself, and then draws the page.
test.use({ refusals: /^Failed to load resource: .* 404/, actionTimeout: 15_000 })

/** Visitors of showcases are counted; a browser that calls itself a robot is not. */
const someBrowser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

const who = person('vera.mostra', 'Vera Mostra', '51230501')
const subtitle = 'Cambi europei, una finestra al giorno'
const description = 'Opero sui cambi principali dalle 9 alle 12, con lo stop scritto prima dell’ingresso.'

async function elsewhere(browser: Browser, baseURL: string, options: { javaScriptEnabled?: boolean } = {}) {
  const context = await browser.newContext({ baseURL, userAgent: someBrowser, locale: 'it-IT', ...options })
  // Other sites are not tested.
  await context.route(/example\.(com|org)/, (route) => route.fulfill({ body: 'altrove', contentType: 'text/plain' }))
  return context.newPage()
}

const status = (page: Page, words: string) =>
  expect(page.getByText(words, { exact: true }).filter({ visible: true }).first()).toBeVisible()

/** The admin's panel, on the showcases. */
async function moderate(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Pannello admin' }).click()
  await page.getByRole('tab', { name: /^Vetrine/ }).click()
  await expect(page.getByRole('heading', { name: subtitle })).toBeVisible()
}

/** From the first step on to the last, and out. */
async function publish(page: Page): Promise<void> {
  for (const step of [2, 3, 4]) {
    await page.getByRole('button', { name: 'Avanti' }).click()
    await expect(page).toHaveURL(new RegExp(`step=${step}`))
  }
  await page.getByRole('button', { name: 'Pubblica Vetrina' }).click()
  await expect(page).toHaveURL(/\?view=my-showcase$/)
}

test('a showcase is written, sent back, approved, viewed, changed and approved again', async ({
  page,
  request,
  browser,
  baseURL: origin,
}) => {
  const baseURL = origin ?? ''
  test.setTimeout(240_000)
  await diamondTrader(request, who)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await enter(page, request, who)
  const moderator = await elsewhere(browser, baseURL)
  await moderator.goto('/')
  await enter(moderator, request, admin)
  const visitor = await elsewhere(browser, baseURL)
  let address = ''

  await test.step('created in four steps and handed in', async () => {
    await page
      .getByRole('navigation', { name: 'Principale' })
      .first()
      .getByRole('link', { name: 'La mia Vetrina' })
      .click()
    await page.getByRole('link', { name: 'Crea Vetrina' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Crea Vetrina' })).toBeFocused()
    await page.getByRole('button', { name: 'Avanti' }).click()
    await expect(page.getByText('Completa tutti i campi obbligatori del profilo')).toBeVisible()
    await page.getByLabel('Nome visualizzato').fill(who.display_name)
    await page.getByLabel('Sottotitolo').fill(subtitle)
    await page.getByLabel('Descrizione').fill(description)
    await page.getByRole('button', { name: 'Avanti' }).click()
    await page.getByLabel('Telegram').fill('t.me/vera_mostra')
    await page.getByRole('textbox', { name: /^Servizi/ }).fill('Piano del mattino')
    await page.getByRole('textbox', { name: /^Servizi/ }).press('Enter')
    await page.reload()
    await expect(page.getByLabel('Telegram')).toHaveValue(/t\.me\/vera_mostra$/)
    await page.getByRole('button', { name: 'Avanti' }).click()
    await page.getByLabel('Indirizzo').first().fill('https://example.com/copia')
    await page.getByRole('button', { name: 'Avanti' }).click()
    await page.getByRole('button', { name: 'Pubblica Vetrina' }).click()
    await expect(page).toHaveURL(/\?view=my-showcase$/)
    await status(page, 'In Moderazione')
    address = (await page.getByRole('link', { name: 'Anteprima Pubblica' }).getAttribute('href')) ?? ''
    expect(address).toMatch(/^\/vetrine\/[0-9a-f-]{36}$/)
    await expectAccessible(page)
  })

  await test.step('nobody else sees it, nor its picture', async () => {
    const document = await visitor.goto(address)
    expect(document?.status()).toBe(404)
    await expect(visitor.getByRole('heading', { level: 1, name: 'Vetrina non trovata' })).toBeVisible()
    expect((await request.get(`/og${address}.png`)).status()).toBe(404)
  })

  await test.step('an admin asks for changes', async () => {
    await moderate(moderator)
    await moderator.getByLabel(/^Messaggio per il trader/).fill('Scrivi a chi non è adatto il metodo.')
    await moderator.getByRole('button', { name: /^Richiedi modifiche/ }).click()
    await status(moderator, 'Modifiche Richieste')
  })

  await test.step('the owner reads why, changes and hands in again', async () => {
    await page.reload()
    await status(page, 'Modifiche Richieste')
    await expect(page.getByText('Scrivi a chi non è adatto il metodo.')).toBeVisible()
    await page.getByRole('link', { name: 'Modifica', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Modifica Vetrina' })).toBeVisible()
    await page.getByLabel('Descrizione').fill(`${description} Non è adatto a chi cerca operazioni ogni giorno.`)
    await publish(page)
    await status(page, 'In Moderazione')
  })

  await test.step('approved, it is public at once', async () => {
    await moderate(moderator)
    await moderator.getByRole('button', { name: /^Approva/ }).click()
    await status(moderator, 'Pubblicata')
    await expect(async () => expect((await visitor.goto(address))?.status()).toBe(200)).toPass()
    await expect(visitor.getByRole('heading', { level: 1, name: who.display_name })).toBeVisible()
    await expect(visitor.getByText(/Non è adatto a chi cerca/)).toBeVisible()
    const image = await visitor.locator('meta[property="og:image"]').getAttribute('content')
    const picture = await request.get(image ?? '')
    expect(picture.headers()['content-type']).toBe('image/png')
    await expectEveryLook(visitor)
  })

  await test.step('who came directly is counted', async () => {
    await expect(async () => {
      const answer = await request.get('/api/my-showcase/analytics?days=7', { headers: await signedIn(request, who) })
      expect(await answer.json()).toMatchObject({
        totals: { views: 1, visitors: 1, clicks: 0 },
        by_source: [{ source: '', views: 1 }],
      })
    }).toPass()
  })

  await test.step('a visitor comes by the grid, clicks, and goes on to the profile', async () => {
    await visitor.goto('/')
    await visitor.getByRole('link', { name: 'Vetrine Trader' }).first().click()
    await expect(visitor.getByRole('heading', { level: 1, name: 'Vetrine Diamond' })).toBeVisible()
    await expectEveryLook(visitor)
    await visitor.getByRole('link', { name: new RegExp(subtitle) }).click()
    await expect(visitor).toHaveURL(new RegExp(`${address}$`))
    const opened = visitor.waitForEvent('popup')
    await visitor.getByRole('link', { name: 'Copia i miei trade' }).click()
    const between = await opened
    await expect(between).toHaveURL(new RegExp(`${address}/esci/1$`))
    await expect(between.getByRole('heading', { level: 1, name: 'Stai lasciando TopTrader' })).toBeVisible()
    await expect(between.getByText('example.com', { exact: true })).toBeVisible()
    await expect(between.getByRole('link', { name: 'Continua sul sito' })).toHaveAttribute(
      'href',
      'https://example.com/copia',
    )
    await expectAccessible(between)
    await between.close()
    await visitor.getByRole('link', { name: 'Vedi il profilo' }).click()
    await expect(visitor).toHaveURL(/\/trader\/vera\.mostra$/)
    await expect(visitor.getByRole('link', { name: 'Guarda la vetrina' })).toHaveAttribute('href', address)
  })

  await test.step('the owner reads how many', async () => {
    await expect(async () => {
      const answer = await request.get('/api/my-showcase/analytics?days=7', { headers: await signedIn(request, who) })
      expect(((await answer.json()) as { totals: object }).totals).toMatchObject({ views: 1, visitors: 1, clicks: 1 })
    }).toPass()
    await page.reload()
    await status(page, 'Pubblicata')
    await expect(page.getByRole('table').filter({ hasText: 'Copia i miei trade' }).first()).toBeVisible()
    await expectEveryLook(page)
  })

  await test.step('changes wait while the approved version stays public', async () => {
    await page.getByRole('link', { name: 'Modifica', exact: true }).click()
    await page.getByLabel('Descrizione').fill(`${description} Da oggi con il piano del mattino.`)
    await publish(page)
    await status(page, 'Pubblicata (modifiche in revisione)')
    await visitor.goto(address)
    await expect(visitor.getByText(/Non è adatto a chi cerca/)).toBeVisible()
    await moderate(moderator)
    await moderator.getByRole('button', { name: /^Approva/ }).click()
    await status(moderator, 'Pubblicata')
    await expect(async () => {
      await visitor.goto(address)
      await expect(visitor.getByText(/Da oggi con il piano del mattino/)).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })

  await test.step('grid and page are whole without scripts', async () => {
    const plain = await elsewhere(browser, baseURL, { javaScriptEnabled: false })
    await plain.goto('/?view=vetrine')
    await plain.getByRole('link', { name: new RegExp(subtitle) }).click()
    await expect(plain.getByRole('heading', { level: 1, name: who.display_name })).toBeVisible()
    const call = plain.getByRole('link', { name: 'Copia i miei trade' })
    await expect(call).toHaveAttribute('href', `${address}/esci/1`)
    await expect(plain.getByText('I rendimenti passati non garantiscono risultati futuri').first()).toBeVisible()
    await plain.goto(`${address}/esci/1`)
    await expect(plain.getByText('example.com', { exact: true })).toBeVisible()
  })
})

test('old spellings of the addresses lead to the new ones', async ({ request }) => {
  const leadsTo = async (from: string) => {
    const answer = await request.get(from, { maxRedirects: 0 })
    return [answer.status(), answer.headers()['location']]
  }
  const id = '01a20248-be8d-719e-9e72-f8997a86c2fc'
  expect(await leadsTo('/?view=showcases&platform=MT5')).toEqual([301, '/?view=vetrine&platform=MT5'])
  expect(await leadsTo(`/?view=showcase&id=${id}`)).toEqual([301, `/vetrine/${id}`])
  expect(await leadsTo(`/?view=showcase-storefront&id=${id}`)).toEqual([301, `/vetrine/${id}`])
})

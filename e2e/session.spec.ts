import type { Page } from '@playwright/test'
import { password, person, signInAs } from './buyers.ts'
import { expect, test } from './fixtures.ts'
import { signedIn } from './traders.ts'

// The browser itself logs each call that is refused or interrupted here.
test.use({ refusals: /^Failed to load resource: / })

const storedTokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('trader_token'), sessionStorage.getItem('trader_token')])

/** Signs in by the form. */
async function signInAgain(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email o username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accedi', exact: true }).click()
}

test('a session that ended elsewhere is announced as over, and leads back to the page', async ({ page, request }) => {
  const who = person('livia.fonti', 'Livia Fonti', '51230321')
  await page.goto('/')
  await signInAs(page, request, who)
  const elsewhere = await signedIn(request, who)
  const endAllOthers = async () => {
    const list = await request.get('/api/account/sessions', { headers: elsewhere })
    const { sessions } = (await list.json()) as { sessions: { session_id: string; current: boolean }[] }
    const others = sessions.filter(({ current }) => !current)
    expect(others).toHaveLength(1)
    for (const { session_id } of others)
      await request.delete(`/api/account/sessions/${session_id}`, { headers: elsewhere })
  }

  await test.step('on an own page: any call that is refused shows it', async () => {
    await page.goto('/?view=account')
    await expect(page.getByRole('heading', { level: 1, name: 'Il tuo account' })).toBeVisible()
    await page.getByLabel(/^Bio/).fill('Opero sui cambi, di notte.')
    // The first use of the page asks for the lower sections: the refused call shall be the one of the button.
    await expect(page.getByRole('list', { name: 'Sessioni aperte' })).toBeVisible()
    await endAllOthers()
    await page.getByRole('button', { name: 'Salva il profilo' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sessione scaduta' })).toBeFocused()
    await expect(page.getByText('Accedi di nuovo: torni a questa pagina.')).toBeVisible()
    expect(await storedTokens(page)).toEqual([null, null])
  })

  await test.step('after signing in one is back, and what was typed is there', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Accedi/Registrati' }).click()
    await signInAgain(page, who.email)
    await expect(page).toHaveURL(/\/\?view=account$/)
    await expect(page.getByLabel(/^Bio/)).toHaveValue('Opero sui cambi, di notte.')
  })

  await test.step('on a public page: said in passing, and the way in leads back', async () => {
    await page.goto('/?platform=MT5')
    await expect(page.getByRole('link', { name: /^Il tuo account/ })).toBeVisible()
    await endAllOthers()
    await page.reload()
    await expect(page.getByText('Sessione scaduta. Accedi di nuovo.')).toBeVisible()
    expect(await storedTokens(page)).toEqual([null, null])
    await expect(page.getByRole('button', { name: 'Filtri (1)' })).toBeVisible()
    await page.getByRole('link', { name: 'Accedi/Registrati' }).click()
    await signInAgain(page, who.username)
    await expect(page).toHaveURL(/\/\?platform=MT5$/)
    await expect(page.getByRole('link', { name: /^Il tuo account/ })).toBeVisible()
  })
})

test('for any other answer of the dashboard call the session stays', async ({ page, request }) => {
  await page.goto('/')
  await signInAs(page, request, person('mauro.ponte', 'Mauro Ponte', '51230322'))
  await page.clock.install()
  await page.reload()
  await expect(page.getByText('Account richiesto.')).toBeVisible()
  const before = await storedTokens(page)
  expect(before[0]).toMatch(/^\S{20,}$/)
  expect(before[1]).toBe(before[0])
  const stale = page.getByText('I dati potrebbero non essere aggiornati.')
  const question = '**/api/dashboard'

  for (const status of [429, 500, 503, 'offline'] as const) {
    await test.step(`${status}, while the page is open`, async () => {
      await page.route(question, (route) =>
        status === 'offline'
          ? route.abort('internetdisconnected')
          : route.fulfill({ status, json: { detail: 'Riprova tra poco.' } }),
      )
      // It is read every 30 seconds; a passing failure is retried first.
      await expect(async () => {
        await page.clock.fastForward(30_000)
        await expect(stale).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: 15_000 })
      expect(await storedTokens(page)).toEqual(before)
      await page.unroute(question)
      await page.getByRole('button', { name: 'Riprova', exact: true }).click()
      await expect(stale).toHaveCount(0)
    })
  }

  await test.step('a page that begins so offers to try again', async () => {
    await page.route(question, (route) => route.fulfill({ status: 429, json: { detail: 'Troppe richieste.' } }))
    await page.reload()
    await expect(page.getByText('Dashboard non disponibile.')).toBeVisible()
    await expect(page.getByText('Troppe richieste.')).toBeVisible()
    expect(await storedTokens(page)).toEqual(before)
    await page.unroute(question)
    await page.getByRole('button', { name: 'Riprova', exact: true }).click()
    await expect(page.getByText('Account richiesto.')).toBeVisible()
  })

  await test.step('only 401 and 403 end it', async () => {
    await page.route(question, (route) => route.fulfill({ status: 403, json: { detail: 'Accesso non consentito' } }))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Sessione scaduta' })).toBeVisible()
    expect(await storedTokens(page)).toEqual([null, null])
  })
})

test('a sign-out in one tab holds in the other, and a sign-in too', async ({ page, request, context }) => {
  const who = person('elio.corso', 'Elio Corso', '51230323')
  await page.goto('/')
  await signInAs(page, request, who)
  const other = await context.newPage()
  await other.goto('/?view=account')
  await expect(other.getByRole('heading', { level: 1, name: 'Il tuo account' })).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Sei uscito.')).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Accesso non autorizzato' })).toBeVisible()
  await expect(other.getByText(who.email)).toHaveCount(0)
  expect(await storedTokens(other)).toEqual([null, null])

  await page.getByRole('link', { name: 'Accedi/Registrati' }).click()
  await signInAgain(page, who.email)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(other.getByRole('heading', { level: 1, name: 'Il tuo account' })).toBeVisible()
  await expect(other.getByText(who.email)).toBeVisible()
})

test('static pages know the session, its end in another tab, and a token that is not valid', async ({
  page,
  request,
  context,
}) => {
  const who = person('nora.pagine', 'Nora Pagine', '51230324')
  const wayIn = (tab: Page) => tab.getByRole('link', { name: 'Accedi/Registrati' })
  await page.goto('/terms/index.html')
  await expect(wayIn(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()

  await page.goto('/')
  await signInAs(page, request, who)
  await page.goto('/terms/index.html')
  await expect(page.getByRole('link', { name: 'Nora Pagine' })).toHaveAttribute('href', '/?view=account')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  // The plans are offered as in the app.
  await expect(page.getByRole('link', { name: 'Passa a Diamond' })).toHaveAttribute('href', '/?view=diamond-subscribe')
  await expect(page.getByRole('link', { name: 'Attiva Basic' })).toHaveAttribute('href', '/?view=basic-subscribe')
  for (const name of ['Accedi/Registrati', 'Diamond info', 'La mia Vetrina', 'Pannello admin'])
    await expect(page.getByRole('link', { name })).toBeHidden()

  const other = await context.newPage()
  await other.goto('/privacy/index.html')
  await expect(other.getByRole('link', { name: 'Nora Pagine' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await storedTokens(page)).toEqual([null, null])
  await expect(wayIn(other)).toBeVisible()
  await expect(other.getByRole('button', { name: 'Logout' })).toBeHidden()

  await other.evaluate(() => localStorage.setItem('trader_token', 'x'.repeat(43)))
  await other.goto('/cookies/index.html')
  await expect(wayIn(other)).toBeVisible()
  await expect.poll(() => storedTokens(other)).toEqual([null, null])
})

import type { APIRequestContext } from '@playwright/test'
import { admin } from './admin.ts'
import { person } from './buyers.ts'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { advisorToken, registered } from './traders.ts'

const account = { login: '51230077', server: 'Broker-Demo' }
const trader = { ...person('gina.moro', 'Gina Moro', account.login), broker_server: account.server }

test('a held account is answered by its owner, decided by an admin, proven, and its ledger checked by anybody', async ({
  page,
  request,
}) => {
  const eaToken = await advisorToken(request, await registered(request, trader))
  const session = await signIn(request, trader.email, trader.password)
  const adminSession = await signIn(request, admin.email, admin.password)
  let seq = 0
  const sync = async (orders: { ticket: string; comment: string }[] = []) => {
    seq += 1
    const answer = await request.post('/api/ea/sync', {
      headers: bearer(eaToken),
      data: { ...syncRequestOf({ ...account, now: Date.now(), seq, balance: 1000 }), orders },
    })
    expect(await answer.json()).toMatchObject({ ok: true })
  }
  const as = (token: string) => page.evaluate((value) => localStorage.setItem('trader_token', value), token)
  await sync()
  await page.goto('/')

  await test.step('the owner reads why, and answers', async () => {
    await as(session)
    await page.goto('/?view=dashboard')
    await expect(page.getByText('In verifica.', { exact: true })).toBeVisible()
    await expect(page.getByText(/il nome del server contiene parole da conto di prova/).first()).toBeVisible()
    await expectAccessible(page)
    await page
      .getByLabel('La tua risposta')
      .fill('Il broker chiama così i suoi server reali:\nsi vede sulla sua pagina.')
    await page.getByRole('button', { name: 'Invia la risposta' }).click()
    await expect(page.getByText(/^Inviata il /)).toBeVisible()
  })

  await test.step('the public profile says so without blame', async () => {
    await page.goto(`/trader/${trader.username}`)
    await expect(page.getByText(/Non è un giudizio su di lui\./)).toBeVisible()
  })

  await test.step('an admin reads answer and evidence, and decides by keyboard', async () => {
    await as(adminSession)
    await page.goto('/?view=admin&page=integrity')
    await page.getByRole('link', { name: /Server demo.*gina\.moro/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Server demo' })).toBeFocused()
    await expect(page.getByText(/si vede sulla sua pagina\./)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Motivo').first().fill('Il broker elenca questo server tra i reali.')
    await page.getByRole('button', { name: 'Registra la decisione' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Verifiche dei conti' })).toBeVisible()
    // Other journeys' accounts may wait here: they all come from one address, which is reported too.
    await expect(page.getByRole('status').filter({ hasText: 'Caricamento' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Server demo.*gina\.moro/ })).toHaveCount(0)
  })

  await test.step('the owner proves the account with a pending order', async () => {
    await as(session)
    await page.goto('/?view=dashboard')
    await page.getByRole('button', { name: 'Crea il codice' }).click()
    const code = page.getByText(/^TT-[A-Z0-9]{8}$/)
    await expect(code).toBeVisible()
    await sync([{ ticket: '900', comment: (await code.textContent()) ?? '' }])
    await page.reload()
    await expect(page.getByText(/^Ordine visto il /)).toBeVisible()
    await sync()
    await page.reload()
    await expect(page.getByText(/^Provata il /)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('anybody computes the ledger again, and finds the fingerprint of the profile in it', async () => {
    await as('')
    await page.evaluate(() => localStorage.clear())
    await page.goto(`/trader/${trader.username}`)
    await expect(page.getByText('Titolarità provata').first()).toBeVisible()
    const head = page.getByRole('link', { name: /^[0-9a-f]{16}$/ })
    const noted = (await head.textContent()) ?? ''
    await head.click()
    await expect(page.getByText('Il registro è integro.')).toBeVisible()
    await page.getByLabel('Impronta vista in precedenza').fill(noted)
    await page.getByLabel('Impronta vista in precedenza').press('Enter')
    await expect(page.getByText(/^È la voce 1, del /)).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.reload()
    await expect(page.getByText('Il registro è integro.')).toBeVisible()
    await expectAccessible(page)
  })
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function signIn(request: APIRequestContext, email: string, password: string): Promise<string> {
  const answer = await request.post('/api/auth/login', { data: { email, password } })
  return ((await answer.json()) as { access_token: string }).access_token
}

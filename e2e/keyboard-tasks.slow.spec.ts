import { demoPassword } from '../scripts/demo/site.ts'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import { expect } from './fixtures.ts'
import { choose, press, tabTo, typeInto } from './keyboard.ts'
import { goToTab, open, pay, signIn, test, title } from './keyboard-steps.ts'

/*
 * The twenty tasks of visitors, traders and admins, without a pointer. A lost or unseen focus fails in `tabTo`, and a task that takes more
 * keys than its bar fails here. Password, second factor, sessions, export and erasure: `security.spec.ts`, `account.spec.ts`.
 */

// The page that a person signs out of asks once more, and is refused: the browser says so by itself.
test.use({ actionTimeout: 15_000, refusals: /^Failed to load resource: .* 401/ })
test.describe.configure({ timeout: 300_000, mode: 'serial' })

const nora = {
  name: 'Nora Gallo',
  username: 'nora.gallo',
  email: 'nora.gallo@example.org',
  password: 'Cavallo-Blu-77',
  server: 'Pepperstone-Edge07',
  login: '51230302',
}
const subtitle = 'Cambi europei, una finestra al giorno'
test('a visitor', async ({ page, task }) => {
  const { keyboard } = page
  const rows = page.getByRole('button', { name: /^Segui / })
  await open(page, '/')

  await task('1. passes over the navigation', 3, async () => {
    await press(page, 'Vai al contenuto', 'link')
    await keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  await task('2. finds a trader by name', 30, async () => {
    await typeInto(page, 'Cerca un trader', 'harlow', 'searchbox')
    await expect.poll(() => rows.count()).toBeLessThan(4)
    await expect(page.getByRole('link', { name: 'Harry Harlow' })).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeFocused()
  })

  await open(page, '/')
  await task('3. sorts by drawdown, and reads what that is', 40, async () => {
    await press(page, /^Drawdown Max/, 'link')
    await expect(page).toHaveURL(/sort_by=drawdown/)
    await expect(page.getByRole('columnheader', { name: /^Drawdown Max/ })).toHaveAttribute('aria-sort', /ascending/)
    await press(page, 'Definizione: Drawdown Max')
    await expect(page.getByRole('dialog', { name: 'Drawdown Max' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Definizione: Drawdown Max' })).toBeFocused()
  })

  await open(page, '/')
  await task('4. narrows the list', 40, async () => {
    await press(page, 'Filtri')
    await choose(page, 'Piattaforma', 'MT5')
    await expect(page).toHaveURL(/platform=MT5/)
    await press(page, /^Mostra \d+ trader$/)
    await expect(page.getByRole('button', { name: 'Filtri (1)' })).toBeFocused()
  })

  await open(page, '/')
  await task('5. follows a trader, and lists who is followed', 80, async () => {
    await press(page, /^Segui /)
    await expect(page.getByRole('button', { name: /^Segui / }).first()).toHaveAttribute('aria-pressed', 'true')
    await press(page, 'Seguiti (1)', 'link')
    await expect(rows).toHaveCount(1)
  })

  await open(page, '/')
  await task('6. compares two traders', 90, async () => {
    for (const place of [0, 1]) {
      const mark = page.getByRole('button', { name: /^Confronta / }).nth(place)
      await tabTo(page, (await mark.getAttribute('aria-label')) ?? '', 'button')
      await keyboard.press('Space')
      await expect(mark).toHaveAttribute('aria-pressed', 'true')
    }
    await press(page, 'Confronta (2)', 'link')
    await expect(title(page, 'Confronta i trader')).toBeFocused()
    await expect(page.getByRole('link', { name: /^Togli @/ })).toHaveCount(2)
  })

  await open(page, '/')
  await task('7. opens a profile, and reads the chart day by day', 100, async () => {
    await typeInto(page, 'Cerca un trader', 'harlow', 'searchbox')
    await expect.poll(() => rows.count()).toBeLessThan(4)
    await press(page, 'Harry Harlow', 'link')
    await expect(title(page, 'Harry Harlow')).toBeFocused()
    await tabTo(page, 'Tutto', 'radio')
    await keyboard.press('ArrowLeft')
    await expect(page).toHaveURL(/periodo=365/)
    await press(page, 'Vedi i dati')
    await expect(page.getByRole('table').first()).toBeVisible()
  })

  await open(page, '/')
  await task('8. opens a showcase', 30, async () => {
    await press(page, 'Vetrine Trader', 'link')
    await expect(title(page, 'Vetrine Diamond')).toBeFocused()
    await press(page, /^Visualizza Intraday/, 'link')
    await expect(page).toHaveURL(/\/vetrine\/[\da-f-]{36}$/)
    await expect(title(page, 'Andrei Dumitrescu')).toBeFocused()
  })

  await open(page, '/?view=contacts')
  await task('9. writes to the site', 30, async () => {
    await typeInto(page, 'Nome', 'Elena Rinaldi')
    await typeInto(page, 'Email', 'elena@rinaldi.example')
    await choose(page, 'Oggetto', 'Prob')
    await typeInto(page, 'Messaggio', 'Il piano non è attivo.')
    // Nobody fills four fields within two seconds: such a message is a program's, and goes nowhere.
    await page.waitForTimeout(2_000)
    await press(page, 'Invia il messaggio')
    await expect(page.getByRole('status').filter({ hasText: 'Messaggio inviato.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Invia il messaggio' })).toBeFocused()
  })
})

test('a new trader', async ({ page, request, task }) => {
  const { keyboard } = page
  await open(page, '/')

  await task('10. registers', 90, async () => {
    await press(page, 'Accedi/Registrati', 'link')
    await expect(title(page, 'Accedi')).toBeFocused()
    await press(page, 'Registrati', 'link')
    await expect(title(page, 'Registrati')).toBeFocused()
    await expect(page.getByRole('combobox', { name: 'Paese' })).toBeEditable()
    await typeInto(page, 'Nome visualizzato', nora.name)
    await typeInto(page, 'Username', nora.username)
    await choose(page, 'Paese', 'ital')
    await expect(page.getByRole('option', { name: 'Italia' })).toBeVisible()
    await keyboard.press('Enter')
    await typeInto(page, 'Email', nora.email)
    await choose(page, 'Server del broker', nora.server)
    await keyboard.press('Tab')
    await typeInto(page, 'Numero di conto', nora.login)
    await typeInto(page, 'Password', nora.password)
    await typeInto(page, 'Conferma password', nora.password)
    await tabTo(page, /Termini e Condizioni/, 'checkbox')
    await keyboard.press('Space')
    await expect(page.getByRole('region', { name: 'Testo dei Termini e Condizioni' })).toBeFocused()
    await keyboard.press('End')
    await press(page, 'Accetto')
    await press(page, 'Registrati')
    await expect(page.getByRole('alertdialog', { name: 'Conferma Registrazione' })).toBeVisible()
    await press(page, 'Conferma')
    await expect(page.getByRole('alertdialog', { name: 'Attiva Basic Leaderboard?' })).toBeVisible()
    await press(page, 'Più tardi')
    await expect(title(page, 'Dashboard')).toBeVisible()
  })

  await task('11. begins to pay, and leaves', 60, async () => {
    await press(page, 'Attiva Basic', 'link')
    await expect(title(page, 'Basic Leaderboard')).toBeFocused()
    const invoice = await pay(page)
    await invoice.close()
    await press(page, 'Torna alla dashboard', 'link')
    await expect(title(page, 'Dashboard')).toBeFocused()
  })

  await task('12. buys Diamond', 90, async () => {
    await press(page, 'Passa a Diamond', 'link')
    await expect(title(page, 'Diamond')).toBeFocused()
    await tabTo(page, /^Mensile/, 'radio')
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: /^Annuale/ })).toBeChecked()
    const invoice = await pay(page)
    await press(invoice, 'Paga tutto in una volta')
    await expect(invoice.getByRole('heading', { name: 'Pagamenti' })).toBeVisible()
    await invoice.close()
    await expect(page.getByRole('alertdialog', { name: 'Abbonamento attivo' })).toBeVisible({ timeout: 30_000 })
    await press(page, 'Vai alla dashboard')
    await expect(title(page, 'Dashboard')).toBeFocused()
    await expect(page.getByText('DIAMOND ATTIVO', { exact: true })).toBeVisible()
  })

  await task('13. connects the account', 60, async () => {
    await press(page, 'Genera token')
    await press(page, 'Ho autorizzato l’indirizzo')
    await press(page, 'Mostra il token')
    const token = (await page.getByText(/^tt_ea_[\w-]{43}$/).textContent()) ?? ''
    await press(page, 'Ho installato l’EA')
    await expect(page.getByRole('heading', { name: 'In attesa della prima sincronizzazione' })).toBeFocused()
    const sent = await request.post('/api/ea/sync', {
      headers: { authorization: `Bearer ${token}` },
      data: syncRequestOf({ now: Date.now(), login: nora.login, server: nora.server, balance: 1000 }),
    })
    expect(await sent.json()).toMatchObject({ ok: true })
    await press(page, 'Controlla ora')
    await expect(page.getByRole('heading', { name: 'Conto collegato' })).toBeVisible()
  })

  await task('14. changes the profile, and hides amounts', 60, async () => {
    await press(page, /^Il tuo account: /, 'link')
    await expect(title(page, 'Il tuo account')).toBeFocused()
    await typeInto(page, /^Bio/, 'Opero sui cambi, di notte.')
    await press(page, 'Salva il profilo')
    await expect(page.getByText(/^Salvato alle/)).toBeVisible()
    await tabTo(page, 'Nascondi gli importi', 'switch')
    await keyboard.press('Space')
    await expect(page.getByText('Importi nascosti.')).toBeVisible()
    await expect(page.getByRole('switch')).toBeFocused()
  })

  await task('15. goes, and comes back', 90, async () => {
    await press(page, 'Logout')
    await expect(title(page, 'Classifica TopTrader')).toBeFocused()
    await signIn(page, nora)
  })

  await task('16. writes a showcase, and hands it in', 150, async () => {
    await press(page, 'La mia Vetrina', 'link')
    await press(page, 'Crea Vetrina', 'link')
    await expect(title(page, 'Crea Vetrina')).toBeFocused()
    await typeInto(page, /^Nome visualizzato/, nora.name)
    await typeInto(page, /^Sottotitolo/, subtitle)
    await typeInto(page, /^Descrizione/, 'Opero sui cambi principali dalle 9 alle 12, con lo stop scritto prima.')
    for (const step of [2, 3, 4]) {
      if (step === 4) await typeInto(page, /^Indirizzo/, 'https://example.com/copia')
      await press(page, 'Avanti')
      await expect(page).toHaveURL(new RegExp(`step=${step}`))
      const heading = step === 4 ? 'Controlla e pubblica' : new RegExp(`^Passo ${step} di 4`)
      await expect(page.getByRole('heading', { name: heading })).toBeFocused()
    }
    await press(page, 'Pubblica Vetrina')
    await expect(page).toHaveURL(/\?view=my-showcase$/)
    await expect(page.getByText('In Moderazione', { exact: true }).first()).toBeVisible()
  })
})

test('an admin', async ({ page, demo, task }) => {
  const { keyboard } = page
  await open(page, '/')
  await signIn(page, { email: demo.admin, password: demoPassword })

  await task('17. approves a showcase', 70, async () => {
    await press(page, 'Pannello admin')
    const panel = page.getByRole('dialog', { name: 'Pannello admin' })
    await expect(panel).toBeVisible()
    await goToTab(page, 'Vetrine')
    await typeInto(page, 'Cerca titolo o trader', subtitle, 'searchbox')
    await expect(panel.getByRole('heading', { name: subtitle })).toBeVisible()
    await press(page, /^Approva/)
    await expect(page.getByText('Pubblicata', { exact: true }).first()).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Pannello admin' })).toBeFocused()
  })

  await open(page, '/?view=admin&page=users')
  await task('18. finds a user, and gives a plan', 60, async () => {
    await keyboard.press('/')
    await keyboard.type('harlow')
    await expect(page.getByText(/^[1-3] risultat[io]$/)).toBeVisible()
    await press(page, 'Azioni per Harry Harlow')
    const entry = page.getByRole('menuitem', { name: 'Assegna un piano' })
    await entry.waitFor()
    for (let steps = 0; steps < 9 && !(await entry.evaluate((one) => one === document.activeElement)); steps += 1)
      await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await choose(page, 'Tipo', 'Bas')
    await press(page, '30 giorni')
    await press(page, 'Assegna')
    await expect(page.getByText(/^Piano assegnato a @harry\.\d+: scade il /)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Azioni per Harry Harlow' })).toBeFocused()
  })

  await open(page, '/?view=admin&page=contacts')
  await task('19. reads a message, and marks it', 30, async () => {
    await keyboard.press('j')
    await keyboard.press('Enter')
    await expect(page.getByText('Il piano non è attivo.').last()).toBeVisible()
    await press(page, 'Segna come gestito')
    await expect(page.getByText(/^Gestito il /)).toBeVisible()
  })

  await open(page, '/?view=admin&page=integrity')
  await task('20. decides a case', 60, async () => {
    await press(page, /^Server demo/, 'link')
    await expect(page.getByRole('heading', { name: 'Server demo' })).toBeFocused()
    await typeInto(page, /^Motivo/, 'Il broker elenca questo server tra i reali.')
    await press(page, 'Registra la decisione')
    await expect(title(page, 'Verifiche dei conti')).toBeVisible()
    await expect(page.getByRole('link', { name: /^Server demo/ })).toHaveCount(0)
  })
})

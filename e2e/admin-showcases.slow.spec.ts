import type { APIRequestContext, Page } from '@playwright/test'
import { admin, exportList } from './admin.ts'
import { enter, person, type Person } from './buyers.ts'
import { expect, expectAccessible, expectEveryLook, test } from './fixtures.ts'
import { diamondTrader } from './traders.ts'

// A showcase that nobody can open answers 404; a call that is refused answers 409.
test.use({ refusals: /^Failed to load resource: .* (404|409)/, actionTimeout: 15_000 })

const owners = [
  person('ada.cornice', 'Ada Cornice', '51230601'),
  person('bea.cornice', 'Bea Cornice', '51230602'),
  person('carlo.cornice', 'Carlo Cornice', '51230603'),
]
const titleOf = ({ display_name: name }: Person) => `Metodo di ${name}`
const [ada, bea, carlo] = owners as [Person, Person, Person]

/** With Diamond, one sync, and a showcase that waits; answers the trader's id. */
async function waiting(request: APIRequestContext, who: Person): Promise<string> {
  const { mine, trader_id } = await diamondTrader(request, who)
  const made = await request.post('/api/showcases/create', {
    headers: mine,
    data: {
      profile: {
        display_name: who.display_name,
        subtitle: titleOf(who),
        description: 'Opero sui cambi principali dalle 9 alle 12, con lo stop scritto prima dell’ingresso.',
      },
    },
  })
  expect(made.ok()).toBe(true)
  return trader_id
}

const opener = (page: Page, who: Person) => page.getByRole('button', { name: titleOf(who), exact: true })
/** Right after an action none is admitted: the second click of a double click would land on the next row. */
const passDoubleClick = (page: Page) => page.clock.fastForward(500)

const details = (page: Page, who: Person) => page.getByRole('region', { name: `Dettagli: ${titleOf(who)}` })

test('an admin finds the waiting showcases, decides one after the other, and goes on to a trader’s accounts', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  for (const owner of owners) await waiting(request, owner)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  await enter(page, request, admin)

  await test.step('the tab tells how many wait, and leads to the page with what was searched', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pannello admin' }).click()
    await page.getByRole('tab', { name: /^Vetrine\s*\d/ }).click()
    await page.getByRole('searchbox', { name: 'Cerca titolo o trader' }).fill('cornice')
    const panel = page.getByRole('dialog', { name: 'Pannello admin' })
    await expect(panel.getByRole('heading', { level: 4 })).toHaveCount(3)
    const all = panel.getByRole('link', { name: 'Vedi tutte (Vetrine)' })
    await expect(all).toHaveAttribute('href', /q=cornice/)
    await all.click()
    await expect(page).toHaveURL(/view=admin&page=showcases&q=cornice/)
    await page.getByRole('dialog', { name: 'Pannello admin' }).getByRole('button', { name: 'Chiudi' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Vetrine' })).toBeVisible()
  })

  await test.step('by the keyboard: the first row, a message that is missing, then one that is there', async () => {
    await expect(opener(page, ada)).toBeVisible()
    await page.keyboard.press('j')
    await expect(opener(page, ada)).toBeFocused()
    await page.keyboard.press('Enter')
    const open = details(page, ada)
    await expect(open.getByRole('heading', { name: 'Contenuto inviato' })).toBeVisible()
    await expectEveryLook(page)
    await open.getByRole('button', { name: /^Richiedi modifiche/ }).press('Enter')
    await expect(open.getByText('Inserisci un messaggio per richiedere modifiche.')).toBeVisible()
    await expect(open.getByRole('textbox', { name: /Messaggio per il trader/ })).toBeFocused()
    await page.keyboard.type('Scrivi a chi non è adatto il metodo.')
    await open.getByRole('button', { name: /^Richiedi modifiche/ }).press('Enter')
    await expect(details(page, bea)).toBeVisible()
    await expect(opener(page, bea)).toBeFocused()
  })

  await test.step('approved, the next one stands open; the last is deleted', async () => {
    await passDoubleClick(page)
    await details(page, bea)
      .getByRole('button', { name: /^Approva/ })
      .click()
    await expect(opener(page, carlo)).toBeFocused()
    await details(page, carlo)
      .getByRole('button', { name: `Elimina ${titleOf(carlo)}` })
      .click()
    await passDoubleClick(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Elimina la vetrina' }).click()
    await expect(page.getByText('2 risultati')).toBeVisible()
    await expect(opener(page, carlo)).toHaveCount(0)
  })

  await test.step('filters are of the address; the file holds the filter', async () => {
    await page.getByRole('combobox', { name: 'Stato' }).selectOption('changes_requested')
    await expect(page).toHaveURL(/status=changes_requested/)
    await expect(opener(page, bea)).toHaveCount(0)
    const download = await exportList(page)
    expect(download.suggestedFilename()).toMatch(/^toptrader-vetrine-\d{4}-\d\d-\d\d\.csv$/)
    await page.reload()
    await expect(opener(page, ada)).toBeVisible()
  })

  await test.step('from a showcase to its owner’s accounts, with the cases of that trader alone', async () => {
    await opener(page, ada).click()
    await details(page, ada).getByRole('link', { name: 'Verifiche di @ada.cornice' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Verifiche di Ada Cornice' })).toBeVisible()
    await expect(page.getByRole('region', { name: `MT5 ${ada.account_number}, ${ada.broker_server}` })).toBeVisible()
    await expect(page.getByText('Bea Cornice')).toHaveCount(0)
    await expectEveryLook(page)
  })

  await test.step('the broker renamed its server: who did it, and why, stands below', async () => {
    await page.getByRole('button', { name: 'Cambia nome del server' }).click()
    const question = page.getByRole('alertdialog')
    await expectAccessible(page)
    await question.getByLabel('Nome nuovo del server').fill('Broker-Live-02')
    await question.getByRole('button', { name: 'Cambia server' }).click()
    await expect(question.getByText('Scrivi almeno 10 caratteri.')).toBeVisible()
    await question.getByLabel('Motivo').fill('Lo dice la pagina del broker.')
    await question.getByRole('button', { name: 'Cambia server' }).click()
    await expect(page.getByRole('region', { name: `MT5 ${ada.account_number}, Broker-Live-02` })).toBeVisible()
    await expect(page.getByText('Ha corretto il server di un conto')).toBeVisible()
    await expect(page.getByText('Lo dice la pagina del broker.')).toBeVisible()
  })

  await test.step('an account is released to another trader, who is named before', async () => {
    await page.getByRole('button', { name: 'Libera per un altro utente' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByLabel('Username del nuovo titolare').fill('nessuno.cosi')
    await question.getByLabel('Motivo').fill('Ho visto l’estratto conto del broker.')
    await question.getByRole('button', { name: 'Continua' }).click()
    await expect(question.getByText('Nessun utente ha questo username.')).toBeVisible()
    await question.getByLabel('Username del nuovo titolare').fill('ada.cornice')
    await question.getByRole('button', { name: 'Continua' }).click()
    await question.getByRole('button', { name: 'Chiudi e libera il conto' }).click()
    await expect(question.getByText(/è, o era, di questo stesso utente/)).toBeVisible()
    await question.getByLabel('Username del nuovo titolare').fill('carlo.cornice')
    await question.getByRole('button', { name: 'Continua' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Dare il conto a @carlo.cornice?' })).toBeVisible()
    await question.getByRole('button', { name: 'Chiudi e libera il conto' }).click()
    await expect(page.getByText('Chiuso', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('link', { name: '@carlo.cornice' })).toBeVisible()
  })

  await test.step('any trader is found from the list of all cases', async () => {
    await page.getByRole('link', { name: 'Tutte le verifiche' }).click()
    await page.getByLabel('Nome, username, email o numero di conto').fill('carlo.cornice')
    await page.getByRole('button', { name: 'Trova' }).press('Enter')
    await page.getByRole('link', { name: 'Carlo Cornice (@carlo.cornice)' }).click()
    await expect(page.getByText(/1 conto liberato per @carlo\.cornice, non ancora collegato/)).toBeVisible()
  })
})

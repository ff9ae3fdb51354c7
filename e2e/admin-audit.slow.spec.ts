import { admin, exportList } from './admin.ts'
import { expect, expectAccessible, expectEveryLook, test } from './fixtures.ts'
import { signedIn } from './traders.ts'

const text = 'Il terminale non si collega.\nChe cosa posso fare?'

test('an admin reads, handles and reopens a visitor’s message, and the audit log lists it', async ({
  page,
  request,
}) => {
  const headers = await signedIn(request, admin)
  const session = (headers['authorization'] ?? '').replace('Bearer ', '')

  await test.step('a visitor writes', async () => {
    await page.clock.install()
    await page.goto('/?view=contacts')
    await page.getByLabel('Nome').fill('Piero Sala')
    await page.getByLabel('Email', { exact: true }).fill('piero@sala.example')
    await page.getByLabel('Oggetto').selectOption('supporto-tecnico')
    await page.getByRole('textbox', { name: 'Messaggio' }).fill(text)
    // A message that is faster than typing counts as a program's.
    await page.clock.fastForward(2_100)
    await page.getByRole('button', { name: 'Invia il messaggio' }).click()
    await expect(page.getByRole('status')).toContainText('Messaggio inviato.')
  })

  await test.step('a visitor who is no admin reads so, and nothing is requested', async () => {
    await page.goto('/?view=admin&page=audit')
    await expect(page.getByText('Piero Sala')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Registro' })).toHaveCount(0)
  })

  await page.evaluate((token) => localStorage.setItem('trader_token', token), session)
  const row = page.getByRole('row').filter({ hasText: 'Piero Sala' })
  const opener = row.getByRole('button', { name: 'Assistenza tecnica' })

  await test.step('an admin finds it by keyboard and reads it in full', async () => {
    await page.goto('/?view=admin&page=contacts')
    await expect(row.getByText('Da gestire')).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Amministrazione' }).getByRole('link', { name: /Messaggi \d+ da gestire/ }),
    ).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('piero@')
    await expect(page).toHaveURL(/q=piero/)
    await expect(page.getByText('1 risultato')).toBeVisible()
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Dettagli: Assistenza tecnica' }).getByText(text)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Rispondi' })).toHaveAttribute(
      'href',
      /^mailto:piero@sala\.example\?subject=/,
    )
    await expectEveryLook(page)
  })

  await test.step('handles it, takes it back, handles it for good', async () => {
    await page.getByRole('button', { name: 'Segna come gestito' }).press('Enter')
    await expect(page.getByText('Messaggio segnato come gestito.')).toBeVisible()
    await expect(row.getByText('Gestito', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Annulla: ancora da gestire' }).press('Enter')
    await expect(row.getByText('Da gestire', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Segna come gestito' }).press('Enter')
    await expect(page.getByText(/^Gestito il .* da @admin\.$/)).toBeVisible()
  })

  await test.step('the log tells who did what, and its filters stand in the address', async () => {
    const pages = page.getByRole('navigation', { name: 'Amministrazione' })
    // The count of waiting messages goes, and the links after it move.
    await expect(pages.getByRole('link', { name: 'Messaggi', exact: true })).toBeVisible()
    await pages.getByRole('link', { name: 'Registro' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Registro' })).toBeFocused()
    await page.getByRole('combobox', { name: 'Azione' }).selectOption('contact.*')
    await expect(page).toHaveURL(/action=contact/)
    await expect(page.getByRole('button', { name: 'Ha riaperto un messaggio' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Ha segnato un messaggio come gestito' })).toHaveCount(2)
    await page.getByRole('textbox', { name: 'Chi', exact: true }).fill('nessuno')
    await expect(page.getByText('Nessun risultato')).toBeVisible()
    await page.getByRole('textbox', { name: 'Chi', exact: true }).fill('@admin')
    await expect(page.getByText('3 risultati')).toBeVisible()
    await page.reload()
    await expect(page.getByText('3 risultati')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByText('contact.handle')).toBeVisible()
    await expect(page.getByText('Indirizzo')).toBeVisible()
    await expectEveryLook(page)
  })

  await test.step('its file holds the same lines, and is a line itself', async () => {
    const download = await exportList(page)
    expect(download.suggestedFilename()).toMatch(/^toptrader-registro.*\.csv$/)
    await page.goto('/?view=admin&page=audit&action=audit.export')
    await expect(page.getByText('1 risultato')).toBeVisible()
    await expectAccessible(page)
  })
})

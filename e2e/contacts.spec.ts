import { expect, test } from './fixtures.ts'

test('from the foot of any page to a sent message, by keyboard alone', async ({ page, context }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const support = page.locator('.foot summary', { hasText: 'Supporto' })
  await support.focus()
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: 'Contattaci (nuova scheda)' })
  await expect(link).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  const opening = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const contacts = await opening
  await expect(contacts.getByRole('heading', { level: 1, name: 'Contattaci' })).toBeVisible()
  await expect(contacts).toHaveTitle('Contattaci · TopTrader')
  await expect(contacts.getByRole('button', { name: 'Invia il messaggio' })).toBeEnabled()

  await contacts.getByLabel('Nome').focus()
  await contacts.keyboard.type('Elena Rinaldi')
  await contacts.keyboard.press('Tab')
  await contacts.keyboard.type('elena@rinaldi.example')
  await contacts.keyboard.press('Tab')
  await contacts.keyboard.type('Prob')
  await expect(contacts.getByLabel('Oggetto')).toHaveValue('problemi-pagamento')
  await contacts.keyboard.press('Tab')
  await contacts.keyboard.type('Il piano non è attivo.')

  await test.step('a reload loses nothing', async () => {
    await contacts.reload()
    await expect(contacts.getByRole('textbox', { name: 'Messaggio' })).toHaveValue('Il piano non è attivo.')
    await expect(contacts.getByLabel('Oggetto')).toHaveValue('problemi-pagamento')
  })

  await test.step('the send is answered where it was asked for', async () => {
    await contacts.getByRole('button', { name: 'Invia il messaggio' }).focus()
    await contacts.keyboard.press('Enter')
    await expect(contacts.getByRole('status')).toContainText('Messaggio inviato.')
    await expect(contacts.getByRole('textbox', { name: 'Messaggio' })).toHaveValue('')
    await expect(contacts.getByRole('button', { name: 'Invia il messaggio' })).toBeFocused()
  })

  await test.step('missing fields are reported, letter by letter', async () => {
    await contacts.keyboard.press('Enter')
    await expect(contacts.getByRole('alert')).toContainText('Tutti i campi sono obbligatori')
    await expect(contacts.getByLabel('Oggetto')).toBeFocused()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all but the form is there, and no typed text gets into an address', async ({ page }) => {
    const document = await page.goto('/?view=contacts')
    expect(await document?.text()).toContain('Per inviare il modulo serve JavaScript.')
    const answer = page.getByText(/non sono previsti rimborsi/)
    await expect(answer).toBeHidden()
    await page.getByText('Posso chiedere un rimborso?').click()
    await expect(answer).toBeVisible()
    await page.getByLabel('Nome').fill('Elena Rinaldi')
    await page.getByLabel('Nome').press('Enter')
    expect(page.url()).not.toContain('Elena')
    await expect(page.getByRole('button', { name: 'Invia il messaggio' })).toBeDisabled()
  })
})

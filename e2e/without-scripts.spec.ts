import { person } from './buyers.ts'
import { expect, test } from './fixtures.ts'
import { mailed } from './mailbox.ts'

const secret = 'Cavallo-Blu-77'

test.use({ javaScriptEnabled: false })

for (const form of ['', '&form=register', '&form=forgot']) {
  test(`without scripts no typed text gets into an address (?view=auth${form})`, async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const document = await page.goto(`/?view=auth${form}`)
    // The browser under test parses with scripting on, so the test looks for the sentence in the answer.
    expect(await document?.text()).toMatch(/<noscript><p[^>]*>Per accedere serve JavaScript\./)
    const sheet = page.locator('main form')
    await expect(sheet).toHaveAttribute('method', 'post')
    await expect(sheet.locator('[type=submit]')).toBeDisabled()
    for (const input of await sheet.locator('input:not([type=checkbox], [readonly])').all()) {
      await input.fill(secret)
      await input.press('Enter')
    }
    expect(page.url()).not.toContain(secret)
    expect(requested.filter((address) => address.includes(secret))).toEqual([])
  })
}

test('without scripts the link of a mail leads to a button, which alone confirms the address', async ({
  page,
  request,
}) => {
  const who = person('sara.scriptless', 'Sara Scriptless', '61250002')
  const data = { ...who, country: 'IT', confirm_password: who.password, terms_accepted_at: new Date().toISOString() }
  expect((await request.post('/api/auth/register', { data })).status()).toBe(201)
  const link = await mailed(request, who.email, /^http\S+form=confirm&token=\S+$/m)
  // As a program would that reads the mail: it opens the link, and confirms nothing.
  for (let times = 0; times < 2; times++) expect((await request.get(link)).status()).toBe(200)
  await page.goto(link)
  await expect(page.getByText('Conferma che questo indirizzo è tuo')).toBeVisible()
  await page.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
  await expect(page.getByText('Indirizzo confermato.')).toBeVisible()
  await expect(page).not.toHaveURL(/token/)
  await page.goto(link)
  await page.getByRole('button', { name: 'Conferma l’indirizzo' }).click()
  await expect(page.getByText('Questo link è scaduto o è già stato usato.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Vai alla dashboard' })).toBeVisible()
})

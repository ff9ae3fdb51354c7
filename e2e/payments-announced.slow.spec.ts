import { lastOrder, person, signInAs, status } from './buyers.ts'
import { expect, test } from './fixtures.ts'
import { expectAnnouncedOnce, openInvoice, payAll } from './invoice.ts'

const buyers = {
  payment: person('tina.valle', 'Tina Valle', '51230091'),
  dashboard: person('dario.valle', 'Dario Valle', '51230092'),
}

for (const [view, buyer] of Object.entries(buyers)) {
  test(`the first page that is opened after a payment announces it, once (${view})`, async ({ page, request }) => {
    await page.goto('/')
    await signInAs(page, request, buyer)
    await page.goto('/?view=basic-subscribe&plan=basic_monthly')
    const invoice = await openInvoice(page)
    const order = await lastOrder(page, request)
    await page.goto('/')
    await payAll(invoice)
    await expect(async () => {
      expect((await status(page, request, order)).activated).toBe(true)
    }).toPass({ timeout: 20_000 })
    await page.goto(view === 'payment' ? `/?view=payment&order=${order}` : '/?view=dashboard')
    await expectAnnouncedOnce(page)
    await page.goto(`/?view=payment&order=${order}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Abbonamento attivo' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
}

test('an open page announces the payment as soon as the notification comes', async ({ page, request }) => {
  await page.goto('/')
  await signInAs(page, request, person('aldo.riva', 'Aldo Riva', '51230093'))
  await page.goto('/?view=diamond-subscribe&plan=monthly')
  const invoice = await openInvoice(page)
  await payAll(invoice)
  // A page that is visible again reads at once; a later change comes with its next reading.
  const dialog = page.getByRole('alertdialog', { name: 'Abbonamento attivo' })
  await expect(dialog).toBeVisible({ timeout: 45_000 })
  await expectAnnouncedOnce(page)
  await expect(page.getByText('DIAMOND ATTIVO', { exact: true })).toBeVisible()
})

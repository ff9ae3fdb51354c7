import { admin } from './admin.ts'
import { enter, order, person, signInAs, status } from './buyers.ts'
import { expect, expectAccessible, expectEveryLook, putOn, test, themes } from './fixtures.ts'

test('the screens of payments have no finding of axe, in both themes and at any width', async ({ page, request }) => {
  test.setTimeout(180_000)
  await page.goto('/')
  await signInAs(page, request, person('lea.riva', 'Lea Riva', '51230081'))
  const paid = await order(page, request, 'basic_monthly')
  await request.post(paid.invoice_url, { form: { action: 'pay', coin: 'usdtbsc' }, maxRedirects: 0 })
  await expect(async () => {
    expect((await status(page, request, paid.order_id)).activated).toBe(true)
  }).toPass({ timeout: 20_000 })
  const open = await order(page, request, 'monthly')
  const screens = [
    '/?view=basic-subscribe',
    '/?view=diamond-subscribe',
    `/?view=payment&order=${open.order_id}`,
    `/?view=payment&order=${paid.order_id}`,
    `/?view=receipt&order=${paid.order_id}`,
    '/?view=dashboard',
    '/?view=diamond-info',
  ]
  for (const address of screens) {
    await test.step(address, async () => {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectEveryLook(page)
    })
  }
  for (const theme of themes) {
    await test.step(`a message that passes by, ${theme}`, async () => {
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(`/?view=payment&order=${open.order_id}`)
      await page.getByRole('button', { name: 'Copia il numero dell’ordine' }).click()
      const message = page.locator('.toast')
      await expect(message).toBeVisible()
      // Under the pointer it stays.
      await message.hover()
      await expectAccessible(page)
    })
  }
  await enter(page, request, admin)
  for (const width of [360, 768, 1440]) {
    await test.step(`the panel at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await page.waitForLoadState('networkidle')
      if (width <= 820) await page.locator('.phone-menu > summary').click()
      await page.getByRole('button', { name: 'Pannello admin' }).click()
      await expect(page.getByRole('dialog').getByText('Pagamenti totali')).toBeVisible()
      await page.waitForLoadState('networkidle')
      await putOn(page, width === 768 ? 'dark' : 'light')
      await expectAccessible(page)
    })
  }
})

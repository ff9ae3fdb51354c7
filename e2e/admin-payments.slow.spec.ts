import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { admin, exportList } from './admin.ts'
import { enter, order, person, signInAs, status } from './buyers.ts'
import { expect, expectAccessible, expectEveryLook, putOn, test, themes } from './fixtures.ts'

// A period that ends before it begins answers 422.
test.use({ refusals: /^Failed to load resource: .* 422/, actionTimeout: 15_000 })

const nora = person('nora.conti', 'Nora Conti', '51230701')
const ugo = person('ugo.conti', 'Ugo Conti', '51230702')
const rows = (page: Page) => page.locator('.list-table > tbody > tr:not(.list-detail)')

/** The file that the button downloads. */
async function csv(page: Page): Promise<{ name: string; lines: string[] }> {
  const download = await exportList(page)
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), lines: text.trimEnd().split('\r\n') }
}

test('an admin goes from the tab to every payment and subscription: searches, sorts, opens, extends, exports', async ({
  page,
  request,
}) => {
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await signInAs(page, request, ugo)
  const open = await order(page, request, 'annual')
  await signInAs(page, request, nora)
  const paid = await order(page, request, 'basic_monthly')
  await request.post(paid.invoice_url, { form: { action: 'pay', coin: 'usdtbsc' }, maxRedirects: 0 })
  await expect(async () => {
    expect((await status(page, request, paid.order_id)).activated).toBe(true)
  }).toPass({ timeout: 20_000 })
  await enter(page, request, admin)

  await test.step('from the panel’s tab, with what was searched there', async () => {
    await page.getByRole('button', { name: 'Pannello admin' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('searchbox', { name: 'Cerca ordine, email o username' }).fill('.conti')
    const all = panel.getByRole('link', { name: 'Vedi tutti (Pagamenti crypto)' })
    await expect(all).toHaveAttribute('href', /q=.conti/)
    await all.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Pagamenti crypto' })).toBeVisible()
    await panel.getByRole('button', { name: 'Chiudi' }).click()
    await expect(rows(page)).toHaveCount(2)
  })

  await test.step('sorted by price, up and down, and narrowed', async () => {
    await page.getByRole('link', { name: 'USDT' }).click()
    await expect(rows(page).first()).toContainText('249,99')
    await page.getByRole('link', { name: 'USDT' }).click()
    await expect(rows(page).first()).toContainText('11,99')
    await page.getByRole('combobox', { name: 'Stato' }).selectOption('Completato')
    await expect(page).toHaveURL(/status=finished/)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page).first()).toContainText('@nora.conti')
    await page.goBack()
    await expect(page).toHaveURL(/sort_by=amount/)
  })

  await test.step('a period that ends before it begins is reported, and corrected', async () => {
    await page.goto('/?view=admin&page=payments&from=2026-02-02&to=2026-02-01')
    await expect(page.getByText('Il primo giorno viene dopo l’ultimo: scambiali.')).toBeVisible()
    await page.getByLabel('Al (UTC)', { exact: true }).fill('')
    await expect(rows(page).first()).toBeVisible()
  })

  await test.step('one order, opened by keyboard, in every look', async () => {
    await page.goto('/?view=admin&page=payments')
    await expect(rows(page)).not.toHaveCount(0)
    const search = page.getByRole('searchbox')
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type(open.order_id)
    await expect(search).toHaveValue(open.order_id)
    await expect(rows(page)).toHaveCount(1)
    await search.blur()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const detail = page.getByRole('region', { name: /^Dettagli/ })
    await expect(detail.getByText(open.order_id)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Riconcilia/ })).toBeVisible()
    await expectEveryLook(page)
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
  })

  await test.step('the payments of the search as a file', async () => {
    await page.goto('/?view=admin&page=payments&q=.conti')
    await expect(rows(page)).toHaveCount(2)
    const { name, lines } = await csv(page)
    expect(name).toMatch(/^toptrader-pagamenti-\d{4}-\d\d-\d\d\.csv$/)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('"nora.conti"')
    expect(lines[2]).toContain(open.order_id)
  })

  await test.step('a subscription, found and prolonged by a month', async () => {
    await page.getByRole('link', { name: 'Abbonamenti' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Abbonamenti' })).toBeFocused()
    await page.getByRole('searchbox').fill('nora.conti')
    await expect(page).toHaveURL(/q=nora\.conti/)
    await page.getByRole('combobox', { name: 'Piano' }).selectOption('Basic')
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Nora Conti', exact: true }).click()
    await expectEveryLook(page)
    const before = await rows(page).first().innerText()
    await page.getByRole('button', { name: '+1 mese a Nora Conti' }).click()
    const question = page.getByRole('alertdialog', { name: /^Estendere Basic di @nora\.conti fino al / })
    for (const theme of themes) {
      await putOn(page, theme)
      await expectAccessible(page, ['[role="alertdialog"]'])
    }
    await question.getByRole('button', { name: 'Estendi di 1 mese' }).click()
    await expect(page.locator('.toast').getByText(/Abbonamento di @nora\.conti esteso/)).toBeVisible()
    await expect.poll(() => rows(page).first().innerText()).not.toBe(before)
    const { lines } = await csv(page)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/"nora\.conti".*"Basic";"Mensile";"Attivo"/)
  })
})

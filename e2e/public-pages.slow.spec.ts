import type { APIRequestContext } from '@playwright/test'
import { person, type Person } from './buyers.ts'
import { expect, expectEveryLook, test } from './fixtures.ts'
import { press, tabTo } from './keyboard.ts'
import { syncRequestOf } from '../src/features/ea/server/testing/world.ts'
import { advisorToken, registered } from './traders.ts'

const nina = person('nina.pubblica', 'Nina Pubblica', '51230511')
const otto = person('otto.pubblico', 'Otto Pubblico', '51230512')

/** Registers both with a plan and an account, once for each server. */
async function listed(request: APIRequestContext): Promise<void> {
  const has = async () => (await request.get(`/trader/${otto.username}`)).ok()
  if (await has()) return
  for (const who of [nina, otto]) await syncOnce(request, who)
  await expect.poll(has).toBe(true)
}

async function syncOnce(request: APIRequestContext, who: Person): Promise<void> {
  const token = await advisorToken(request, await registered(request, who))
  const sent = await request.post('/api/ea/sync', {
    headers: { authorization: `Bearer ${token}` },
    data: syncRequestOf({ now: Date.now(), login: who.account_number, server: who.broker_server, balance: 1_000 }),
  })
  expect(await sent.json()).toMatchObject({ ok: true })
}

test.beforeEach(({ request }) => listed(request))

test('from the list to its filters, a profile and the comparison by keyboard alone, and nothing moves by itself', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { keyboard } = page
  await page.goto('/')
  await page.waitForLoadState('networkidle')

  await test.step('the first key leads past the navigation', async () => {
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused()
    await expect(page.locator(':focus')).toBeInViewport()
    await keyboard.press('Enter')
  })

  await test.step('a filter is chosen, and Esc gives the focus back', async () => {
    await press(page, 'Filtri')
    await tabTo(page, 'Piattaforma', 'combobox')
    await keyboard.type('MT5')
    await expect(page).toHaveURL(/platform=MT5/)
    await keyboard.press('Escape')
    await expect(page.getByLabel('Piattaforma')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Filtri (1)' })).toBeFocused()
  })

  await test.step('two profiles are marked', async () => {
    for (const { display_name: name } of [nina, otto]) {
      await press(page, name, 'link')
      await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
      await press(page, 'Confronta')
      await expect(page.getByRole('button', { name: 'Nel confronto' })).toBeFocused()
      if (name === nina.display_name) {
        await page.goBack()
        await expect(page).toHaveURL(/platform=MT5/)
        // The focus is on the link that led away.
        await expect(page.getByRole('link', { name })).toBeFocused()
      }
    }
  })

  await test.step('and compared', async () => {
    await press(page, 'Confronta (2)', 'link')
    await expect(page.getByRole('heading', { level: 1, name: 'Confronta i trader' })).toBeFocused()
    await expect(page.getByRole('columnheader', { name: new RegExp(otto.display_name) })).toBeVisible()
  })
  expect(
    await page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum),
  ).toBeLessThanOrEqual(0.01)
})

test('without scripts list, profile, showcases and legal texts are read, and lead to each other', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Cerca un trader').fill('nina.pubblica')
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: nina.display_name }).click()
  await expect(page.getByRole('heading', { level: 1, name: nina.display_name })).toBeVisible()
  await expect(page.getByText('1.000,00')).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Vetrine Trader' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/?view=legal')
  await page.getByRole('link', { name: /^Leggi.*Privacy/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Privacy/)
  await context.close()
})

test('on paper there is no navigation and nothing to press, and a link says where it leads', async ({ page }) => {
  for (const address of ['/?view=legal', `/trader/${nina.username}`, '/terms/index.html']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const shown = await page
      .locator('nav, button:not(.term), .btn, .mast nav, .foot nav, select')
      .filter({ visible: true })
      .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 120)))
    expect(shown, address).toEqual([])
    await page.emulateMedia({ media: 'screen' })
  }
})

// As the server sends them: the other texts have the form of the terms, and `accessibility.slow.test.tsx` looks at each.
for (const name of ['terms', 'how-it-works']) {
  test(`no finding of axe at /${name}/index.html`, async ({ page }) => {
    await page.goto(`/${name}/index.html`)
    await expectEveryLook(page)
  })
}

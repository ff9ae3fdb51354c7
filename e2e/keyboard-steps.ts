import type { Page } from '@playwright/test'
import { settle, test as base } from './demo.ts'
import { expect } from './fixtures.ts'
import { countKeys, press, typeInto } from './keyboard.ts'

/** Tasks on the demonstration without a pointer, and the steps that several of them have. */

/** @param most keys, Tab included; a typed text counts as one */
type Task = (name: string, most: number, work: () => Promise<void>) => Promise<void>

export const test = base.extend<{ task: Task }>({
  task: async ({ page }, use) => {
    const keys = countKeys(page)
    const report: string[] = []
    await use(async (name, most, work) => {
      const before = keys()
      await base.step(name, work)
      report.push(`${keys() - before} of ${most} keys: ${name}`)
      expect(keys() - before, report.join('\n')).toBeLessThanOrEqual(most)
    })
    base.info().annotations.push({ type: 'keys', description: report.join('\n') })
  },
})
export const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settle(page)
}

export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await press(page, 'Accedi/Registrati', 'link')
  await expect(title(page, 'Accedi')).toBeFocused()
  await typeInto(page, 'Email o username', who.email)
  await typeInto(page, 'Password', who.password)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Dashboard')).toBeFocused()
}

/** From the plan to the provider's page, in its own window. */
export async function pay(page: Page): Promise<Page> {
  const coming = page.waitForEvent('popup')
  await press(page, 'Vai al pagamento')
  const invoice = await coming
  await invoice.waitForURL(/\/sandbox\/pay\//)
  await expect(page).toHaveURL(/view=payment&order=TT-/)
  return invoice
}

/** Tabs are one stop: arrows go from one to the next. */
export async function goToTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
  const hasFocus = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'tab')
  for (let steps = 0; steps < 20 && !(await hasFocus()); steps += 1) await page.keyboard.press('Tab')
  for (let steps = 0; steps < 9; steps += 1) {
    if (await tab.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
}

import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

type Control = 'button' | 'checkbox' | 'combobox' | 'link' | 'switch' | 'textbox'

/** Presses the Tab key until the control has the focus. */
export async function tabTo(page: Page, name: string | RegExp, role: Control): Promise<void> {
  const control = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
  await control.waitFor()
  for (let steps = 0; steps < 120; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No way to ${String(name)} with the keyboard.`)
}

/** Reaches a button or link, and presses it. */
export async function press(page: Page, name: string | RegExp, role: Control = 'button'): Promise<void> {
  await tabTo(page, name, role)
  await expect(page.locator(':focus')).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** Reaches a field, and replaces its text. */
export async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, label, 'textbox')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { focusError } from './focus.ts'

type Control = 'button' | 'checkbox' | 'combobox' | 'link' | 'menuitem' | 'radio' | 'searchbox' | 'switch' | 'textbox'

/** Presses Tab, or Shift and Tab where the control stands before, until it has the focus, which must be seen there. */
export async function tabTo(page: Page, name: string | RegExp, role: Control): Promise<void> {
  const control = page.getByRole(role, { name, exact: typeof name === 'string' }).first()
  await control.waitFor()
  for (let steps = 0; steps < 200; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      expect(await focusError(page)).toBeNull()
      return
    }
    const isBefore = await control.evaluate(
      (element) =>
        ((document.activeElement?.compareDocumentPosition(element) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
    )
    await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab')
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
export async function typeInto(
  page: Page,
  label: string | RegExp,
  text: string,
  role: 'searchbox' | 'textbox' = 'textbox',
): Promise<void> {
  await tabTo(page, label, role)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Reaches a choice of the browser's own, and takes the entry that begins with the text. */
export async function choose(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, label, 'combobox')
  await page.keyboard.type(text)
}

/** @returns counts the keys of a page from now on; a typed text counts as one */
export function countKeys({ keyboard }: Page): () => number {
  let keys = 0
  const press = keyboard.press.bind(keyboard)
  const type = keyboard.type.bind(keyboard)
  keyboard.press = (...args) => {
    keys += 1
    return press(...args)
  }
  keyboard.type = (...args) => {
    keys += 1
    return type(...args)
  }
  return () => keys
}

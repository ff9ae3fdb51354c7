import type { Page } from '@playwright/test'
import { expect, expectEveryLook, test } from './fixtures.ts'

/** The screens in their fullest states: before anything was typed, and after everything was refused. */
const screens: { name: string; address: string; prepare: (page: Page) => Promise<void> }[] = [
  {
    name: 'sign in, refused',
    address: '/?view=auth',
    prepare: async (page) => {
      await page.getByLabel('Email o username').fill('nessuno@example.org')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Non-e-questa-42')
      await page.getByRole('button', { name: 'Accedi', exact: true }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Credenziali non valide.')
    },
  },
  {
    name: 'register, with every fault',
    address: '/?view=auth&form=register',
    prepare: async (page) => {
      await page.getByLabel('Email').fill('senza-chiocciola')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('corta')
      await page.getByRole('textbox', { name: 'Conferma password' }).fill('diversa')
      await page.getByRole('button', { name: 'Termini e Condizioni' }).click()
      await page.getByRole('button', { name: 'Vai alla fine' }).click()
      await page.getByRole('button', { name: 'Accetto' }).click()
      await page.getByRole('button', { name: 'Registrati' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Controlla i dati inseriti.')
      await expect(page.locator('[aria-invalid=true]')).toHaveCount(8)
      await expect(page.getByText('Le password non corrispondono').first()).toBeVisible()
    },
  },
  {
    name: 'forgotten password, asked for without an address',
    address: '/?view=auth&form=forgot',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Recupera password' }).click()
      await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'new password, weak and repeated wrong',
    address: `/?view=auth&form=reset#token=${'a'.repeat(43)}`,
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Nuova password' }).fill('password')
      await page.getByRole('textbox', { name: 'Conferma password' }).fill('passwort')
      await page.getByRole('button', { name: 'Imposta la nuova password' }).click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
]

test.describe('no finding of axe and no sideways scroll, in both themes and at every width', () => {
  // The browser itself logs the refused sign-in.
  test.use({ refusals: /^Failed to load resource: .* 401 / })

  for (const { name, address, prepare } of screens) {
    test(name, async ({ page }) => {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await prepare(page)
      await expectEveryLook(page)
    })
  }
})

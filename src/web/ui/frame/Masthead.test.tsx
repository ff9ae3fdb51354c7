import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { View } from '../../view.ts'
import { signIn } from '../../session.ts'
import { openApp } from '../../testing/open-app.tsx'

const view: View = {
  name: 'leaderboard',
  access: 'public',
  module: {
    screen: () => (
      <main>
        <h1 tabIndex={-1}>Prima</h1>
      </main>
    ),
    head: () => ({ title: '', description: '', canonical: '/' }),
  },
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

test('the sign-out has a word where the head is wide, and its name at each width', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => {}))
  signIn('token-di-prova')
  openApp('/', [view])
  const button = page.getByRole('banner').getByRole('button', { name: 'Logout', exact: true })
  await page.viewport(1_440, 640)
  await expect.element(button.getByText('Logout', { exact: true })).toBeVisible()
  await page.viewport(1_000, 640)
  await expect.element(button).toBeVisible()
  await expect.element(button.getByText('Logout', { exact: true })).not.toBeVisible()
})

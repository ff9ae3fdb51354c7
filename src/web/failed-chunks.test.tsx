import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { signIn } from './session.ts'
import { toast } from './toasts.ts'
import type { View } from './view.ts'
import { openApp } from './testing/open-app.tsx'
import './styles/app.css'

// Chunks that do not arrive, as after a release or without a network.
const lost = () => {
  throw new TypeError('Failed to fetch dynamically imported module')
}
vi.mock('./ui/frame/Toasts.tsx', () => lost())
vi.mock('./ui/frame/ViewerName.tsx', () => lost())

const view: View = {
  name: 'leaderboard',
  access: 'public',
  module: {
    screen: () => (
      <main>
        <h1>Prima</h1>
        <input aria-label="Nome" />
      </main>
    ),
    head: () => ({ title: 'Prima', description: 'Prima', canonical: '/' }),
  },
}
const viewer = {
  trader_info: { display_name: 'Chiara Neri', avatar: null },
  username: 'chiara.neri',
  is_diamond: false,
  is_admin: false,
  subscription: { access: { leaderboard: true } },
}

afterEach(() => {
  vi.restoreAllMocks()
  window.localStorage.removeItem('trader_token')
  window.sessionStorage.removeItem('trader_token')
})

const afterAWhile = () => new Promise((resolve) => setTimeout(resolve, 300))

test('a screen on its way says so', async () => {
  openApp('/?view=never', [view, { name: 'never', access: 'public', load: () => new Promise(() => {}) }])
  await expect.element(page.getByRole('main').getByText('Caricamento...')).toBeVisible()
})

test('messages whose region fails to load leave the page unchanged', async () => {
  openApp('/', [view])
  await page.getByLabelText('Nome').fill('quello che ho scritto')
  toast('Sessione scaduta. Accedi di nuovo.', 'warn')
  await afterAWhile()
  toast('Token copiato', 'ok')
  await afterAWhile()
  await expect.element(page.getByRole('heading', { name: 'Prima' })).toBeVisible()
  await expect.element(page.getByLabelText('Nome')).toHaveValue('quello che ho scritto')
})

test('a name that fails to load leaves the head and the sign-out', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => Promise.resolve(Response.json(viewer)))
  await page.viewport(1_000, 800)
  openApp('/', [view])
  signIn('token-di-prova')
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await afterAWhile()
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Prima' })).toBeVisible()
})

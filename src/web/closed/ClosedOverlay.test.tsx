import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Endpoint } from '#shared/endpoint.ts'
import { q, send } from '../api.ts'
import { signIn } from '../session.ts'
import type { View } from '../view.ts'
import { openApp } from '../testing/open-app.tsx'

const message = 'Torniamo alle 18.'
/** The state of the simulated server: every call is refused while it is closed. */
let site: { isClosed: boolean; message: string; isAdmin: boolean }
const requests: string[] = []

beforeEach(() => {
  site = { isClosed: false, message, isAdmin: false }
  requests.length = 0
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : String(input), window.location.href).pathname
    requests.push(`${init?.method ?? 'GET'} ${path}`)
    if (path === '/api/admin/maintenance/status') {
      return Response.json({ enabled: site.isClosed, message: site.message, support_email: 'aiuto@example.com' })
    }
    if (path === '/api/auth/logout') return Response.json({ message: 'Fatto' })
    if (!site.isClosed || site.isAdmin) {
      return Response.json({ rows: 3, username: 'marta', trader_info: { display_name: 'Marta', avatar: null } })
    }
    return Response.json({ detail: site.message, maintenance: true, error_type: 'MAINTENANCE' }, { status: 503 })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

function Form() {
  const { data } = useQuery(q<Endpoint>('GET /api/rows', {}))
  return (
    <main>
      <h1 tabIndex={-1}>Scrivi</h1>
      <p>{data === undefined ? 'niente' : 'tre righe'}</p>
      <label>
        Testo <textarea />
      </label>
      <button type="button" onClick={() => void send<Endpoint>('POST /api/rows', {}).catch(() => undefined)}>
        Invia
      </button>
    </main>
  )
}
const head = () => ({ title: 'La pagina', description: '', canonical: '/' })
const views: View[] = [
  { name: 'leaderboard', access: 'public', module: { screen: Form, head } },
  { name: 'auth', access: 'public', module: { screen: () => <h1 tabIndex={-1}>Accedi</h1>, head } },
]

function open(token: string | null = null) {
  if (token !== null) signIn(token)
  openApp('/?platform=MT5', views)
}

const cover = page.getByRole('dialog', { name: message })
const text = page.getByLabelText('Testo')
/** Simulates the return to the tab: the page asks at once. */
const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))

async function typeAndBeRefused(): Promise<void> {
  await expect.element(page.getByText('tre righe')).toBeVisible()
  await text.fill('Quello che ho scritto')
  site.isClosed = true
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect.element(cover).toBeVisible()
}

test('covers an open page, out of reach beneath, and goes on with the typed text', async () => {
  open()
  await typeAndBeRefused()
  await expect.element(cover.getByRole('heading', { name: message })).toHaveFocus()
  await expect
    .element(cover.getByRole('link', { name: 'aiuto@example.com' }))
    .toHaveAttribute('href', 'mailto:aiuto@example.com')
  expect(document.title).toBe('Sito in manutenzione · TopTrader')
  await expect.element(page.getByText(/Il tuo accesso resta valido/)).not.toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.keyboard('{Escape}')
  await expect.element(cover).toBeVisible()
  expect(document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('dialog')).not.toBeNull()
  // Still closed, with other words.
  site.message = 'Ancora dieci minuti.'
  comeBack()
  await expect.element(page.getByRole('heading', { name: 'Ancora dieci minuti.' })).toBeVisible()
  site.isClosed = false
  comeBack()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(text).toHaveValue('Quello che ho scritto')
  await expect.element(page.getByRole('button', { name: 'Invia' })).toHaveFocus()
  expect(document.title).not.toContain('manutenzione')
  expect(window.location.search).toBe('?platform=MT5')
})

test('refetches everything at the end, failed queries too', async () => {
  site.isClosed = true
  open()
  await expect.element(cover).toBeVisible()
  site.isClosed = false
  comeBack()
  await expect.element(page.getByText('tre righe')).toBeVisible()
})

test('a signed-in visitor keeps the session and reads who has access; the way in begins with signing out', async () => {
  open('kept-token')
  await typeAndBeRefused()
  await expect.element(page.getByText(/durante la manutenzione entrano solo gli amministratori/)).toBeVisible()
  expect(localStorage.getItem('trader_token')).toBe('kept-token')
  await cover.getByRole('link', { name: 'Accesso amministratori' }).click()
  await expect.element(page.getByRole('heading', { name: 'Accedi' })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(window.location.search).toBe(`?view=auth&return=${encodeURIComponent('/?platform=MT5')}`)
  expect(localStorage.getItem('trader_token')).toBeNull()
  expect(requests).toContain('POST /api/auth/logout')
})

test('an admin never sees it', async () => {
  site.isAdmin = true
  site.isClosed = true
  open('admin-token')
  await expect.element(page.getByText('tre righe')).toBeVisible()
  await page.getByRole('button', { name: 'Invia' }).click()
  await expect.poll(() => requests).toContain('POST /api/rows')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

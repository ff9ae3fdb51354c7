import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newcomer, synced, unproven } from '#features/dashboard/web/testing/dashboard.ts'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import accountSheet from './account.css?inline'
import { AccountView } from './AccountView.tsx'
import { erasure, profile } from './testing/account.ts'

withSheets(accountSheet)

const start = window.location.pathname + window.location.search
beforeEach(() => {
  sessionStorage.clear()
  window.history.replaceState({}, '', start)
})
afterEach(() => {
  vi.restoreAllMocks()
  window.history.replaceState({}, '', start)
})

type Calls = Parameters<typeof serveCalls>[0]
const all: Calls = {
  'GET /api/account/profile': () => ({ body: profile }),
  'GET /api/dashboard': () => ({ body: synced }),
  'GET /api/account/integrity': () => ({ body: unproven }),
  'GET /api/account/erasure': () => ({ body: erasure }),
}
const down = { status: 503, body: { detail: 'Servizio momentaneamente non disponibile. Riprova tra poco.' } }
const dead = { status: 401, body: { detail: 'Accesso non autorizzato' } }

function show(calls: Calls = {}) {
  const requests = serveCalls({ ...all, ...calls })
  mount(<AccountView />)
  return requests
}

test('the page names its trader, and leads to each of its sections', async () => {
  show()
  await expect.element(page.getByText('Caricamento account...')).toBeVisible()
  await expect.element(page.getByText('chiara@example.org')).toBeVisible()
  // The sections below the first screen come at the first use.
  await userEvent.keyboard('{Shift}')
  await expect.element(page.getByText('Italia')).toBeVisible()
  await expect.element(page.getByText('20/11/2026')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Il tuo account' })).toBeVisible()
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
  expect(links.map(({ hash }) => hash)).toEqual(['#profilo', '#privacy', '#sicurezza', '#conto', '#dati'])
  for (const { hash } of links) expect(document.querySelector(hash)).not.toBeNull()
  await expect.element(page.getByText('•••••678')).toBeVisible()
})

test('an address that names a section opens there', async () => {
  window.history.replaceState({}, '', `${start}#dati`)
  show()
  await expect.element(page.getByRole('heading', { name: 'Esporta i tuoi dati' })).toBeInViewport()
  await expect.poll(() => document.activeElement?.id).toBe('dati')
  await expect.poll(() => document.querySelector('nav a[aria-current]')?.textContent).toBe('I tuoi dati')
})

test('without a bound account the way there is shown, and nothing to change', async () => {
  show({ 'GET /api/dashboard': () => ({ body: newcomer }) })
  await expect.element(page.getByText('Nessun conto collegato')).toBeVisible()
  const link = page.getByRole('link', { name: 'Vai alla configurazione' })
  await expect.element(link).toHaveAttribute('href', '/?view=dashboard')
  expect(page.getByRole('heading', { name: 'Cambia conto' }).elements()).toHaveLength(0)
})

test('a failed request is shown and can be tried again', async () => {
  let isUp = false
  show({ 'GET /api/account/profile': () => (isUp ? { body: profile } : down) })
  await expect.element(page.getByText('Account non disponibile.')).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('chiara@example.org')).toBeVisible()
})

test('a failure of one section leaves the others', async () => {
  show({
    'GET /api/dashboard': () => down,
    'GET /api/account/integrity': () => down,
    'GET /api/account/erasure': () => down,
  })
  for (const lead of [
    'Conto non disponibile.',
    'Cambio di conto non disponibile.',
    'Non sappiamo che cosa perderesti.',
  ]) {
    await expect.element(page.getByText(lead)).toBeVisible()
  }
  await expect.element(page.getByLabelText(/^Bio/)).toHaveValue('Opero sui cambi, di notte.')
})

test('a session that is over leads to the sign-in and back', async () => {
  show({ 'GET /api/account/profile': () => dead })
  await expect.element(page.getByText('Sessione scaduta')).toBeVisible()
  const link = page.getByRole('link', { name: 'Accedi' })
  await expect.element(link).toHaveAttribute('href', '/?view=auth&return=%2F%3Fview%3Daccount')
})

import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { writeToken } from '#web/storage/token.ts'
import { mount } from '#web/testing/mount.tsx'

/** A complete registration for browser tests. */

/** Begins each test signed out at the form's address, and leaves no session behind. Called at the top of a test file. */
export function startSignedOut(): void {
  beforeEach(() => {
    writeToken(null)
    window.history.replaceState({}, '', '/?view=auth&form=register')
  })
  afterEach(() => {
    vi.restoreAllMocks()
    writeToken(null)
    window.sessionStorage.clear()
  })
}

export const submit = () => page.getByRole('button', { name: 'Registrati' })
export const field = (label: string) => page.getByLabelText(label, { exact: true })

export const given = {
  'Nome visualizzato': 'Tommaso Galli',
  Username: 'tgalli.fx',
  Email: 'tommaso@galli.example',
  'Server del broker': 'ICMarkets-Live07',
  'Numero di conto': '51920384',
  Password: 'Sugar-paper-1880',
  'Conferma password': 'Sugar-paper-1880',
}

/** The server's answers call by call. No servers are suggested. `lost`: the answer does not arrive. */
export function answers(...list: ({ status: number; body: unknown } | 'lost')[]) {
  const waiting = [...list]
  return vi.spyOn(window, 'fetch').mockImplementation((path) => {
    if (addressOf(path).startsWith('/api/broker-servers')) return Promise.resolve(Response.json({ servers: [] }))
    const next = waiting.shift() ?? { status: 500, body: null }
    if (next === 'lost') return Promise.reject(new TypeError('Failed to fetch'))
    const { status, body } = next
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
}

/** The registration and the sign-in succeeded. */
export const created = { status: 201, body: { message: 'ok', user: {} } }
export const entered = { status: 200, body: { access_token: 'token-di-prova', token_type: 'bearer' } }

/** How often a registration was sent. */
export const registrations = (calls: ReturnType<typeof answers>) =>
  calls.mock.calls.filter(([path]) => path === '/api/auth/register').length

export async function fill(change: Partial<typeof given> = {}) {
  for (const [label, value] of Object.entries({ ...given, ...change })) await field(label).fill(value)
  await choose('Ital', 'Italia')
}

/** Types into the country's field and takes the first match. */
async function choose(typed: string, name: string) {
  await field('Paese').fill(typed)
  await expect.element(page.getByRole('option', { name })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Paese')).toHaveValue(name)
}

/** The texts of `given` as the tab stores them over a reload. */
const stored = {
  display_name: given['Nome visualizzato'],
  username: given.Username,
  country: 'IT',
  email: given.Email,
  broker_server: given['Server del broker'],
  account_number: given['Numero di conto'],
}

/**
 * Draws the form with all that `fill` and `acceptTerms` do, for tests of what follows: the tab has stored the texts, and the terms are
 * accepted without a pointer.
 */
export async function mountFilled(form: ReactNode): Promise<HTMLElement> {
  window.sessionStorage.setItem('registration_draft', JSON.stringify(stored))
  const host = mount(form)
  const box = page.getByRole('checkbox')
  await expect.element(box).toBeVisible()
  press(box.element())
  await readTerms()
  const accept = page.getByRole('button', { name: 'Accetto' })
  await expect.element(accept).toBeEnabled()
  press(accept.element())
  for (const label of ['Password', 'Conferma password'] as const) await field(label).fill(given[label])
  await expect.element(field('Paese')).toHaveValue('Italia')
  return host
}

const press = (one: Element) => (one as HTMLElement).click()

export async function acceptTerms() {
  await page.getByRole('checkbox').click()
  await readTerms()
  await page.getByRole('button', { name: 'Accetto' }).click()
}

async function readTerms() {
  const text = page.getByRole('region', { name: 'Testo dei Termini e Condizioni' })
  await expect.element(text).toBeVisible()
  text.element().scrollTop = text.element().scrollHeight
}

export async function confirm() {
  await submit().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Conferma' }).click()
}

export const offer = () => page.getByRole('alertdialog', { name: 'Attiva Basic Leaderboard?' })

const addressOf = (path: RequestInfo | URL) => (path instanceof Request ? path.url : path.toString())

/** All text that this tab stores. */
export const tabStorage = () =>
  Array.from({ length: window.sessionStorage.length }, (_, index) => {
    const key = window.sessionStorage.key(index) ?? ''
    return `${key}: ${window.sessionStorage.getItem(key)}`
  }).join()

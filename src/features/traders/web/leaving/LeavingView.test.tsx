import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { traderWith } from '../testing/profile.ts'
import { view } from './LeavingView.tsx'

afterEach(() => vi.restoreAllMocks())
const Leaving = view.screen
const show = () => mount(<Leaving username="marta.ferrero" link="telegram" />)
const title = page.getByRole('heading', { level: 1 })

test('the title is there while the link is loading', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined))
  show()
  await expect.element(title).toHaveTextContent('Stai lasciando TopTrader')
  await expect.element(page.getByText('Caricamento link...')).toBeVisible()
})

test('a profile that could not be read is no missing link: it can be read again', async () => {
  const fetched = vi.spyOn(window, 'fetch')
  fetched.mockImplementation(() => Promise.resolve(Response.json({ detail: 'Errore' }, { status: 500 })))
  show()
  await expect.element(page.getByText('Link non disponibile.')).toBeVisible()
  expect(page.getByText('Link non più pubblico').elements()).toHaveLength(0)
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json(traderWith({ telegram_link: 'https://t.me/marta_segnali' }))),
  )
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('t.me', { exact: true })).toBeVisible()
})

test('a profile without the link says so, and leads back', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ detail: 'Non trovato' }, { status: 404 })),
  )
  show()
  await expect.element(title).toHaveTextContent('Link non più pubblico')
  await expect.element(page.getByRole('link', { name: 'Torna al profilo' })).toBeVisible()
})

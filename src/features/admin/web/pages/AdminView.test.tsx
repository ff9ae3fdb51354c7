import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import pagesSheet from './pages.css?inline'
import { serveCalls } from '#features/integrity/web/testing/server.ts'
import { navigate, parseAddress } from '#web/router.ts'
import { signIn, signOut } from '#web/session.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { listOf, userWith } from '../users/testing/users.ts'
import { integrityWith, readKey, traderId } from '../cases/testing/trader.ts'
import { AdminView, view } from './AdminView.tsx'

withSheets(pagesSheet)

startAt('/?view=admin')
beforeEach(() => signIn('sessione'))
afterEach(() => {
  signOut()
  vi.restoreAllMocks()
})

const viewer = (isAdmin: boolean) => ({ trader_id: 'a', username: 'capo', is_admin: isAdmin })
function serve(dashboard: () => { status?: number; body: unknown } | Promise<never>) {
  return serveCalls({
    'GET /api/dashboard': dashboard,
    'GET /api/admin/users': () => ({ body: listOf([userWith()]) }),
    'GET /api/admin/integrity': () => ({
      body: { cases: [], next_cursor: null, counts: { waiting: 0, holding: 0, answered: 0, upheld: 0 } },
    }),
  })
}

test('goes from page to page, with the focus at the title, also where the first page’s code has not arrived', async () => {
  serve(() => ({ body: viewer(true) }))
  mount(<AdminView />)
  const pages = page.getByRole('navigation', { name: 'Amministrazione' })
  await expect.element(pages.getByRole('link', { name: 'Utenti' })).toHaveAttribute('aria-current', 'page')
  // The first test of the file: no page's code is loaded yet.
  await pages.getByRole('link', { name: 'Verifiche dei conti' }).click()
  const title = page.getByRole('heading', { level: 1, name: 'Verifiche dei conti' })
  await expect.element(title).toHaveFocus()
  await expect.element(pages.getByRole('link', { name: 'Verifiche dei conti' })).toHaveAttribute('aria-current', 'page')
  expect(window.location.search).toBe('?view=admin&page=integrity')
})

test('the pages where something waits say how much', async () => {
  const admin = { review_count: 2, case_count: 3, open_count: 1 }
  serve(() => ({ body: { ...viewer(true), admin } }))
  mount(<AdminView />)
  const pages = page.getByRole('navigation', { name: 'Amministrazione' })
  await expect.element(pages.getByRole('link', { name: 'Vetrine 2 da moderare' })).toBeVisible()
  await expect.element(pages.getByRole('link', { name: 'Verifiche dei conti 3 in attesa' })).toBeVisible()
  await expect.element(pages.getByRole('link', { name: 'Messaggi 1 da gestire' })).toBeVisible()
})

test('the document’s title names the page, and on a trader’s page the trader', () => {
  const answers = new QueryClient()
  const titleOf = (address: string) => view.head(parseAddress(address), {}, answers).title
  expect(titleOf('/?view=admin')).toBe('Utenti: amministrazione · TopTrader')
  expect(titleOf('/?view=admin&page=altro')).toBe('Pagina non trovata: amministrazione · TopTrader')
  expect(titleOf('/?view=admin&page=integrity')).toBe('Verifiche dei conti: amministrazione · TopTrader')
  const ofOne = `/?view=admin&page=integrity&trader=${traderId}`
  expect(titleOf(ofOne)).toBe('Verifiche di un trader: amministrazione · TopTrader')
  answers.setQueryData([readKey.replace(traderId, ':trader_id'), { params: { trader_id: traderId } }], integrityWith())
  expect(titleOf(ofOne)).toBe('Verifiche di Marta Ferrero: amministrazione · TopTrader')
})

test('on a phone the pages stand in one row that begins at the shown one, and while its code loads the foot stays below', async () => {
  await page.viewport(390, 844)
  serve(() => new Promise<never>(() => undefined))
  mount(<AdminView />)
  const waiting = page.getByText('Caricamento...')
  await expect.element(waiting).toBeVisible()
  expect(waiting.element().getBoundingClientRect().height).toBe(844)
  document.body.replaceChildren()

  vi.restoreAllMocks()
  serve(() => ({ body: viewer(true) }))
  navigate('/?view=admin&page=integrity')
  mount(<AdminView />)
  const nav = page.getByRole('navigation', { name: 'Amministrazione' })
  const current = nav.getByRole('link', { name: 'Verifiche dei conti' })
  await expect.element(current).toBeInViewport()
  expect(new Set([...nav.element().children].map((link) => link.getBoundingClientRect().top)).size).toBe(1)
  expect(nav.element().scrollLeft).toBeGreaterThan(0)
})

test('a screen that gets narrower keeps the shown page in sight', async () => {
  await page.viewport(1440, 900)
  serve(() => ({ body: viewer(true) }))
  navigate('/?view=admin&page=integrity')
  mount(<AdminView />)
  const nav = page.getByRole('navigation', { name: 'Amministrazione' })
  await expect.element(nav).toBeVisible()
  await page.viewport(390, 844)
  await expect.poll(() => nav.element().scrollLeft).toBeGreaterThan(0)
})

test('says so to a user who is no admin, and sends no requests', async () => {
  const requests = serve(() => ({ body: viewer(false) }))
  mount(<AdminView />)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Pagina riservata' })).toBeVisible()
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  expect(requests.map(({ key }) => key).filter((key) => key.includes('/admin/'))).toEqual([])
})

test('an unknown page links to a known one', async () => {
  navigate('/?view=admin&page=altro')
  serve(() => ({ body: viewer(true) }))
  mount(<AdminView />)
  await page.getByRole('link', { name: 'Vai agli utenti' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Utenti' })).toBeVisible()
})

test('without the user’s data it sends the request again', async () => {
  let isUp = false
  serve(() => (isUp ? { body: viewer(true) } : { status: 500, body: { detail: 'Si è verificato un errore interno.' } }))
  mount(<AdminView />)
  await expect.element(page.getByText('Non sappiamo se puoi vedere questa pagina.')).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Utenti' })).toBeVisible()
})

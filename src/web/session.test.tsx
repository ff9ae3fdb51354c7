import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Endpoint } from '#shared/endpoint.ts'
import { q, send } from './api.ts'
import { signIn, signOut, useToken } from './session.ts'
import { connectToasts, onFirstToast, type ToastMessage } from './toasts.ts'
import type { View } from './view.ts'
import { mount } from './testing/mount.tsx'
import { openApp } from './testing/open-app.tsx'

const screen = (title: string) =>
  function Screen() {
    return (
      <main>
        <h1 tabIndex={-1}>{title}</h1>
      </main>
    )
  }
const head = () => ({ title: '', description: '', canonical: '/' })
const views: View[] = [
  { name: 'leaderboard', access: 'public', module: { screen: screen('Classifica'), head } },
  { name: 'dashboard', access: 'user', module: { screen: screen('Dashboard'), head } },
  { name: 'auth', access: 'public', module: { screen: screen('Accedi'), head } },
]
const key = 'trader_token'
let said: string[] = []
/** How the server answers the dashboard call, and every other one. */
let answers: { dashboard: () => Response; other: () => Response }
const refused = (status: number) => () => Response.json({ detail: 'Accesso non autorizzato' }, { status })
const marta = () => Response.json({ username: 'marta', trader_info: { display_name: 'Marta Ferrero', avatar: null } })

beforeEach(() => {
  said = []
  onFirstToast(() => undefined)
  // A closed site concerns the page, not the session.
  const hear = ({ text, tone }: ToastMessage) => void (tone !== 'closed' && said.push(text))
  onTestFinished(() => void connectToasts(hear))
  connectToasts(hear)
  answers = { dashboard: marta, other: refused(404) }
  vi.spyOn(window, 'fetch').mockImplementation(async (input) =>
    String(input instanceof Request ? input.url : input) === '/api/dashboard' ? answers.dashboard() : answers.other(),
  )
})

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

/** The app at an address, with a stored session. */
function open(address: string, token: string | null = 'kept') {
  if (token !== null) signIn(token)
  return openApp(address, views)
}

const title = (name: string) => page.getByRole('heading', { level: 1, name })
const stored = () => [localStorage.getItem(key), sessionStorage.getItem(key)]
const signInLinks = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('a')]
    .filter(({ textContent }) => textContent === 'Accedi/Registrati')
    .map((link) => link.getAttribute('href'))

test.each([401, 403])(
  'a dashboard call that answers %i ends the session: an own page says so and leads back',
  async (status) => {
    answers.dashboard = refused(status)
    open('/?view=dashboard&x=1')
    await expect.element(title('Sessione scaduta')).toHaveFocus()
    await expect.element(page.getByText('Accedi di nuovo: torni a questa pagina.')).toBeVisible()
    expect(stored()).toEqual([null, null])
    const back = `/?view=auth&return=${encodeURIComponent('/?view=dashboard&x=1')}`
    expect(new Set(signInLinks())).toEqual(new Set([back]))
    expect(said).toEqual([])
  },
)

test('a public page announces it once, and the sign-in leads back', async () => {
  answers.dashboard = refused(401)
  open('/?platform=MT5')
  await expect.poll(() => said).toEqual(['Sessione scaduta. Accedi di nuovo.'])
  await expect.element(title('Classifica')).toBeVisible()
  expect(stored()).toEqual([null, null])
  const back = `/?view=auth&return=${encodeURIComponent('/?platform=MT5')}`
  expect(new Set(signInLinks())).toEqual(new Set([back]))
})

test.each([
  ['400', refused(400)],
  ['404', refused(404)],
  ['429', refused(429)],
  ['500', refused(500)],
  ['502', refused(502)],
  ['503', () => Response.json({ detail: 'Sito in manutenzione.', maintenance: true }, { status: 503 })],
  ['a page of somebody else’s', () => new Response('<html>portal</html>')],
  [
    'nothing at all',
    () => {
      throw new TypeError('offline')
    },
  ],
])('a dashboard call that answers %s keeps the session', async (_, dashboard) => {
  answers.dashboard = dashboard
  const client = open('/?view=dashboard')
  await expect.element(title('Dashboard')).toBeVisible()
  await expect.poll(() => client.getQueryState(['GET /api/dashboard', {}])?.status).toBe('error')
  expect(stored()).toEqual(['kept', 'kept'])
  expect(said).toEqual([])
  await expect.element(title('Dashboard')).toBeVisible()
})

test('another call’s 401 proves nothing: the dashboard call decides', async () => {
  open('/?view=dashboard')
  await expect.element(page.getByText('Marta Ferrero').first()).toBeInTheDocument()
  answers.other = refused(401)
  const write = () => send<Endpoint>('POST /api/trader/links', { body: {} } as never).catch(() => undefined)
  await write()
  expect(stored()).toEqual(['kept', 'kept'])
  answers.dashboard = refused(401)
  await write()
  await expect.element(title('Sessione scaduta')).toBeVisible()
  expect(stored()).toEqual([null, null])
})

test('who signs out reads of no expired session; who signs in again neither', async () => {
  answers.dashboard = refused(401)
  open('/?view=dashboard')
  await expect.element(title('Sessione scaduta')).toBeVisible()
  answers.dashboard = marta
  signIn('new')
  await expect.element(title('Dashboard')).toBeVisible()
  expect(stored()).toEqual(['new', 'new'])
  signOut()
  await expect.element(title('Accesso non autorizzato')).toBeVisible()
  expect(said).toEqual([])
})

test('who signs out asks for nothing private any more; a public list is read again', async () => {
  const requested: [string, string | null][] = []
  answers.other = () => Response.json({})
  const fetched = vi.mocked(window.fetch).getMockImplementation()
  vi.mocked(window.fetch).mockImplementation((input, init) => {
    requested.push([
      String(input instanceof Request ? input.url : input),
      new Headers(init?.headers).get('authorization'),
    ])
    return fetched?.(input, init) ?? Promise.reject(new Error('no answer'))
  })
  const Account = screen('Account')
  const reads = (path: '/api/account' | '/api/list') =>
    function Reads() {
      useQuery(q<Endpoint>(`GET ${path}`, {}))
      return null
    }
  const Private = reads('/api/account')
  const Public = reads('/api/list')
  const own = () => [<Account key="title" />, <Private key="data" />]
  const client = openApp('/?view=account', [
    ...views,
    { name: 'account', access: 'user', module: { screen: own, head } },
  ])
  mount(<Public />, { client })
  signIn('kept')
  await expect.element(title('Account')).toBeVisible()
  await expect.poll(() => client.getQueryData(['GET /api/account', {}])).toBeDefined()
  await expect.poll(() => client.isFetching()).toBe(0)
  requested.length = 0
  signOut()
  await expect.element(title('Accesso non autorizzato')).toBeVisible()
  await expect.poll(() => requested.length).toBeGreaterThan(1)
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(requested).toEqual([
    ['/api/auth/logout', 'Bearer kept'],
    ['/api/list', null],
  ])
  expect(client.getQueryData(['GET /api/account', {}])).toBeUndefined()
})

test('a sign-in asks once who it is, also where a part of the page comes with it', async () => {
  const Own = () => {
    useQuery(q<Endpoint>('GET /api/dashboard', {}))
    return null
  }
  const Greeting = () => (useToken() === null ? null : <Own />)
  const Offer = screen('Offerta')
  const withOwn = () => [<Offer key="title" />, <Greeting key="own" />]
  const client = openApp('/?view=offer', [
    ...views,
    { name: 'offer', access: 'public', module: { screen: withOwn, head } },
  ])
  await expect.element(title('Offerta')).toBeVisible()
  vi.mocked(window.fetch).mockClear()
  signIn('new')
  await expect.element(page.getByText('Marta Ferrero').first()).toBeInTheDocument()
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(vi.mocked(window.fetch).mock.calls.map(([input]) => input)).toEqual(['/api/dashboard'])
})

test('a session that ends or begins in another tab does so in this one too', async () => {
  open('/?view=dashboard')
  await expect.element(page.getByText('Marta Ferrero').first()).toBeInTheDocument()
  localStorage.removeItem(key)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
  await expect.element(title('Accesso non autorizzato')).toBeVisible()
  expect(stored()).toEqual([null, null])
  localStorage.setItem(key, 'other')
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'other' }))
  await expect.element(title('Dashboard')).toBeVisible()
  expect(stored()).toEqual(['other', 'other'])
})

test('name and picture lead to the account page', async () => {
  const small = '/uploads/avatars/a-96.webp'
  answers.dashboard = () =>
    Response.json({ username: 'marta', trader_info: { display_name: 'Marta Ferrero', avatar: { small } } })
  open('/')
  const links = () => [...document.querySelectorAll('a[href="/?view=account"]')]
  await expect.poll(() => links().length).toBe(2)
  for (const link of links()) {
    expect(link.textContent).toMatch(/^Il tuo account: Marta Ferrero/)
    expect(link.querySelector('img')?.getAttribute('src')).toBe(small)
  }
})

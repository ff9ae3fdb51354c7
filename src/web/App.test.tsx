import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { navigate, useUrl } from './router.ts'
import { signIn, signOut } from './session.ts'
import { skippableClock } from './testing/clock.ts'
import type { View, ViewModule } from './view.ts'
import { openApp } from './testing/open-app.tsx'

const head = (title: string) => () => ({ title, description: title, canonical: '/' })
const tall = (title: string) =>
  function Screen() {
    return (
      <main>
        <h1>{title}</h1>
        <div ref={(element) => element?.setAttribute('style', 'height: 4000px')} />
        <a href="/?view=second">Avanti</a>
      </main>
    )
  }

/** A screen whose title is drawn again when its answer arrives. */
function Waiting() {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 5_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main key={isThere ? 'there' : 'waiting'}>
      <h1>{isThere ? 'Arrivata' : 'In arrivo'}</h1>
      {!isThere && <button type="button">Altro</button>}
    </main>
  )
}

function Forms() {
  const form = useUrl().search.get('form') ?? 'login'
  return (
    <main>
      <div key={form}>
        <h1>{form}</h1>
        <a href="/?view=forms&form=register">Registrati</a>
      </div>
    </main>
  )
}

/** The sheet that the screens of two views have in common. */
const sheet = 'data:text/css,.shared{color:rgb(1,2,3)}'
const styled = (name: string): View => ({
  name,
  access: 'public',
  load: async () => ({
    path: '',
    style: sheet,
    load: async () => ({
      view: {
        head: head(name),
        screen: () => <h1 className="shared">{name}</h1>,
      },
    }),
  }),
})

/** A view whose screen is fetched. */
const lazyView = (name: string, loadScreen: () => Promise<ViewModule['screen']>): View => ({
  name,
  access: 'public',
  load: async () => ({
    path: '',
    style: sheet,
    load: async () => ({ view: { head: head(name), screen: await loadScreen() } }),
  }),
})
const deliver = new Map<number, () => void>()
const delayed = (ms: number) =>
  lazyView(`delayed-${ms}`, () => new Promise((done) => deliver.set(ms, () => done(tall(`delayed-${ms}`)))))
/** Milliseconds until a screen is delivered: some of them fall while React prepares the suspended drawing. */
const delays = [0, 1, 4]

let attempts = 0
const views: View[] = [
  styled('one'),
  styled('other'),
  styled('third'),
  ...delays.map(delayed),
  { name: 'leaderboard', access: 'public', nav: 'Prima', module: { screen: tall('Prima'), head: head('Prima') } },
  lazyView('second', async () => tall('Seconda')),
  { name: 'waiting', access: 'public', module: { screen: Waiting, head: head('Attesa') } },
  { name: 'forms', access: 'public', module: { screen: Forms, head: head('Moduli') } },
  {
    name: 'offer',
    access: 'public',
    nav: 'Offerta',
    navFor: ({ signedIn }) => !signedIn,
    module: { screen: tall('Offerta'), head: head('Offerta') },
  },
  {
    name: 'better',
    access: 'public',
    nav: 'Migliora',
    navFor: ({ viewer }) => viewer !== null && !viewer.is_diamond,
    module: { screen: tall('Migliora'), head: head('Migliora') },
  },
  { name: 'mine', access: 'user', module: { screen: tall('Mia'), head: head('Mia') } },
  {
    name: 'lost',
    access: 'public',
    load: async () => {
      attempts += 1
      throw new TypeError('Failed to fetch dynamically imported module')
    },
  },
]

/** The errors that made React draw again. */
let recovered: unknown[] = []

beforeEach(() => page.viewport(1_000, 800))

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('trader_token')
})

function open(address: string) {
  recovered = []
  openApp(address, views, (error) => recovered.push(error))
}

const title = (name: string) => page.getByRole('heading', { level: 1, name })

test('another view starts at the top with the focus on its title; going back restores the scroll position', async () => {
  open('/')
  await expect.element(title('Prima')).toBeVisible()
  window.scrollTo(0, 1_500)
  await expect.poll(() => (window.history.state as { scroll?: number }).scroll).toBe(1_500)
  navigate('/?view=second')
  await expect.element(title('Seconda')).toHaveFocus()
  expect(window.scrollY).toBe(0)
  expect(document.title).toBe('second')
  window.history.back()
  await expect.element(title('Prima')).toBeInTheDocument()
  await expect.poll(() => window.scrollY).toBe(1_500)
  await expect.element(page.getByRole('link', { name: 'Avanti' })).toHaveFocus()
  expect(window.scrollY).toBe(1_500)
})

test('a title that is replaced seconds later gets the focus again, unless the person moved it', async () => {
  skippableClock()
  open('/')
  await expect.element(title('Prima')).toBeVisible()
  navigate('/?view=waiting')
  await expect.element(title('In arrivo')).toHaveFocus()
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.element(title('Arrivata')).toHaveFocus()
  navigate('/')
  await expect.element(title('Prima')).toHaveFocus()
  navigate('/?view=waiting')
  await expect.element(title('In arrivo')).toHaveFocus()
  const elsewhere = document.querySelector<HTMLElement>('.logo')
  elsewhere?.focus()
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.element(title('Arrivata')).toBeInTheDocument()
  expect(document.activeElement).toBe(elsewhere)
})

test('from one form to another the focus goes to its title', async () => {
  open('/?view=forms')
  await page.getByRole('link', { name: 'Registrati' }).click()
  await expect.element(title('register')).toHaveFocus()
})

test('the router handles a plain link inside the app, the browser one to elsewhere', async () => {
  open('/')
  await page.getByRole('link', { name: 'Avanti' }).click()
  await expect.element(title('Seconda')).toBeVisible()
  const away = document.createElement('a')
  away.href = '/terms/index.html'
  document.body.append(away)
  const taken = await new Promise<boolean>((resolve) => {
    const listen = (event: MouseEvent) => {
      resolve(event.defaultPrevented)
      event.preventDefault()
    }
    window.addEventListener('click', listen, { once: true })
    away.click()
  })
  expect(taken).toBe(false)
})

test('a screen that fails to load is requested once, and the frame stays', async () => {
  open('/?view=lost')
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Prima' })).toBeVisible()
  expect(attempts).toBe(1)
})

test.each(delays)('a screen that loads %i ms late is drawn without an error', async (delay) => {
  open('/')
  await expect.element(title('Prima')).toBeVisible()
  navigate(`/?view=delayed-${delay}`)
  await new Promise((resolve) => setTimeout(resolve, delay))
  deliver.get(delay)?.()
  await expect.element(title(`delayed-${delay}`)).toHaveFocus()
  expect(recovered).toEqual([])
})

test('a view for signed-in people says so to others', async () => {
  open('/?view=mine')
  await expect.element(title('Accesso non autorizzato')).toBeVisible()
})

test('an address without a view says so', async () => {
  open('/?view=nothing')
  await expect.element(title('Pagina non trovata')).toBeVisible()
})

test('signing in shows the name; signing out leaves nothing for the next person', async () => {
  const people: Record<string, string> = { 'Bearer one': 'Marta Ferrero', 'Bearer two': 'Jonas Keller' }
  const calls: [string, string | null][] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const token = new Headers(init?.headers).get('authorization')
    calls.push([String(input instanceof Request ? input.url : input), token])
    const display_name = people[token ?? '']
    if (display_name === undefined) return Response.json({ detail: 'Accesso non autorizzato' }, { status: 401 })
    return Response.json({ username: 'x', is_diamond: false, trader_info: { display_name } })
  })
  open('/')
  await expect.element(title('Prima')).toBeVisible()
  signIn('one')
  await expect.element(page.getByText('Marta Ferrero').first()).toBeInTheDocument()
  signOut()
  await expect.poll(() => document.body.textContent?.includes('Marta Ferrero')).toBe(false)
  expect(calls).toContainEqual(['/api/auth/logout', 'Bearer one'])
  signIn('two')
  await expect.element(page.getByText('Jonas Keller').first()).toBeInTheDocument()
  signIn('dead')
  await expect.poll(() => localStorage.getItem('trader_token')).toBeNull()
})

test('the navigation follows the viewer: one offer for visitors, one for people who could upgrade, none for the others', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    const isDiamond = new Headers(init?.headers).get('authorization') === 'Bearer diamond'
    return Response.json({ username: 'x', is_diamond: isDiamond, trader_info: { display_name: 'Marta Ferrero' } })
  })
  const labels = () => [...document.querySelectorAll('.nav a')].map((link) => link.textContent)
  open('/')
  await expect.poll(labels).toEqual(['Prima', 'Offerta'])
  signIn('basic')
  await expect.poll(labels).toEqual(['Prima', 'Migliora'])
  signIn('diamond')
  await expect.poll(labels).toEqual(['Prima'])
  signOut()
  await expect.poll(labels).toEqual(['Prima', 'Offerta'])
})

test('a change of the frame alone does not draw the screen again: before its end that would hydrate it by one long task', async () => {
  const Screen = vi.fn<ReturnType<typeof tall>>(tall('Contata'))
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ username: 'x', is_diamond: false, trader_info: { display_name: 'Marta Ferrero' } }),
  )
  openApp('/', [
    { name: 'leaderboard', access: 'public', nav: 'Contata', module: { screen: Screen, head: head('Contata') } },
  ])
  await expect.element(title('Contata')).toBeVisible()
  signIn('one')
  await expect.element(page.getByText('Marta Ferrero').first()).toBeInTheDocument()
  expect(Screen).toHaveBeenCalledOnce()
  signOut()
})

test('the theme is switched and stored', async () => {
  open('/')
  document.documentElement.classList.remove('dark')
  const button = () => document.querySelector<HTMLButtonElement>('.mast-wide button')
  await expect.poll(button).not.toBeNull()
  button()?.click()
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  expect(localStorage.getItem('theme')).toBe('dark')
  button()?.click()
  expect(localStorage.getItem('theme')).toBe('light')
})

const shared = { color: 'rgb(1, 2, 3)' }

test('a view has its style sheet each time it is shown, also one that another view fetched', async () => {
  open('/?view=one')
  await expect.element(title('one')).toHaveStyle(shared)
  navigate('/?view=third')
  await expect.element(title('third')).toHaveStyle(shared)
  for (const name of ['other', 'one']) {
    navigate('/')
    await expect.element(title('Prima')).toBeVisible()
    navigate(`/?view=${name}`)
    await expect.element(title(name)).toHaveStyle(shared)
  }
})

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { advisors, statuses } from '#features/ea/web/testing/status.ts'
import type { SeededAnswer } from '#shared/page.ts'
import { mount, withSheets } from '#web/testing/mount.tsx'
import dashboardSheet from './dashboard.css?inline'
import { DashboardView } from './DashboardView.tsx'
import type { Dashboard } from './notices.ts'
import { newcomer, ownPerformance, ownPerformanceCall, synced, unproven } from './testing/dashboard.ts'

withSheets(dashboardSheet)

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const others: SeededAnswer[] = [
  { key: 'GET /api/ea/download', input: {}, data: advisors },
  { key: 'GET /api/account/integrity', input: {}, data: unproven },
]
const seeded = (dashboard: Dashboard): SeededAnswer[] => [
  { key: 'GET /api/dashboard', input: {}, data: dashboard },
  ...others,
]

/** The calls of the page, answered by address. */
function answer(dashboard: () => Dashboard | Response) {
  const bodies: Record<string, unknown> = { '/api/ea/download': advisors, [ownPerformanceCall]: ownPerformance }
  return vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const address = typeof input === 'string' ? input : ''
    const body = address === '/api/dashboard' ? dashboard() : (bodies[address] ?? unproven)
    return Promise.resolve(body instanceof Response ? body : new Response(JSON.stringify(body)))
  })
}
const requestsOf = (fetching: ReturnType<typeof answer>, address: string) =>
  fetching.mock.calls.filter(([input]) => input === address).length

test('a new trader reads the missing conditions, and no figure is invented', async () => {
  answer(() => newcomer)
  mount(<DashboardView />, { seeds: seeded(newcomer) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect.element(page.getByText('Account richiesto.')).toBeVisible()
  await expect.element(page.getByText(/Sei in classifica dalla prima operazione chiusa\./)).toBeVisible()
  await expect.element(page.getByText('Serve Basic Leaderboard.')).toBeVisible()
  expect(page.getByText('N/A').elements()).toHaveLength(4)
  expect(page.getByRole('link', { name: 'Vedi il profilo pubblico' }).elements()).toHaveLength(0)
  expect(page.getByRole('heading', { name: 'Conto collegato' }).elements()).toHaveLength(0)
})

test('a synced trader sees figures, account and the way to the profile', async () => {
  answer(() => synced)
  mount(<DashboardView />, { seeds: seeded(synced) })
  await expect.element(page.getByText(/142,07%/)).toBeVisible()
  await expect.element(page.getByText(/209,16\s€/)).toBeVisible()
  // The parts below the first screen come at the first use.
  await userEvent.keyboard('{Shift}')
  await expect.element(page.getByText(/10\.318,40\s€/)).toBeVisible()
  await expect.element(page.getByText('•••••678')).toBeVisible()
  const profile = page.getByRole('link', { name: 'Vedi il profilo pubblico' })
  await expect.element(profile).toHaveAttribute('href', '/trader/chiara.neri')
  expect(page.getByText('Account richiesto.').elements()).toHaveLength(0)
})

test('at L1 the head leads to the proof of ownership, elsewhere it does not', async () => {
  answer(() => synced)
  const links = page.getByRole('link', { name: 'Prova la titolarità', exact: true })
  const host = mount(<DashboardView />, { seeds: seeded({ ...synced, verification_level: 'L1' }) })
  await expect.element(links).toHaveAttribute('href', '#titolarita')
  host.remove()
  mount(<DashboardView />, { seeds: seeded({ ...synced, verification_level: 'L2' }) })
  await expect.element(page.getByText(/142,07%/)).toBeVisible()
  expect(links.elements()).toHaveLength(0)
})

test('the own chart stands at the head of a synced trader, and waits for the first sync', async () => {
  answer(() => synced)
  const host = mount(<DashboardView />, { seeds: seeded(synced) })
  await expect.element(page.getByRole('figure', { name: /^Crescita dal 01\/01\/2026/ })).toBeVisible()
  const heads = [...host.querySelectorAll('h2')].map((head) => head.textContent)
  expect(heads.indexOf('Andamento del conto')).toBe(0)
  host.remove()
  answer(() => newcomer)
  mount(<DashboardView />, { seeds: seeded(newcomer) })
  await expect.element(page.getByText('Account richiesto.')).toBeVisible()
  expect(page.getByText('Andamento del conto').elements()).toHaveLength(0)
})

test('on a phone place and reasons come before pages, payments and account; findings stand in one card', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  answer(() => synced)
  const host = mount(<DashboardView />, { seeds: seeded(synced) })
  const topOf = (name: string) => page.getByRole('heading', { name, exact: true }).element().getBoundingClientRect().top
  await expect.element(page.getByRole('heading', { name: 'Perché sono qui' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Andamento del conto' })).toBeVisible()
  const place = page.getByRole('region', { name: 'Posizione globale' }).element().getBoundingClientRect().top
  const tops = ['Andamento del conto', 'Perché sono qui', 'MyFxBook', 'Conto collegato'].map(topOf)
  expect([place, ...tops]).toEqual([place, ...tops].toSorted((one, other) => one - other))
  expect(
    [...host.querySelectorAll('h2, h3')].filter((head) => head.textContent.startsWith('Segnalazioni')),
  ).toHaveLength(1)
})

test('on a wide page place and plan stand beside chart and reasons, without a hole between them', async () => {
  await page.viewport(1440, 900)
  onTestFinished(() => page.viewport(1280, 800))
  answer(() => synced)
  mount(<DashboardView />, { seeds: seeded(synced) })
  const box = (name: string) =>
    page.getByRole('heading', { name, exact: true }).element().closest('section')?.getBoundingClientRect() ??
    new DOMRect()
  await expect.element(page.getByRole('heading', { name: 'Perché sono qui' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Andamento del conto' })).toBeVisible()
  const place = page.getByRole('region', { name: 'Posizione globale' }).element().getBoundingClientRect()
  expect(box('Abbonamento').top - place.bottom).toBe(24)
  expect(box('Abbonamento').left).toBeGreaterThan(box('Perché sono qui').right)
  expect(box('Andamento del conto').top).toBe(place.top)
})

test('problems of plan or account stand above the figures; the advisor’s card reports the sync', async () => {
  const dashboard: Dashboard = {
    ...synced,
    warnings: [
      { code: 'plan_expiring', message: 'Il tuo piano scade tra meno di 3 giorni.' },
      { code: 'sync_late', message: 'L’Expert Advisor non sincronizza da oltre 15 minuti.' },
    ],
    ea: { ...statuses.connected, ea_active: false },
  }
  answer(() => dashboard)
  mount(<DashboardView />, { seeds: seeded(dashboard) })
  await expect.element(page.getByText(/^Il tuo piano scade tra meno di 3 giorni\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Rinnova' })).toHaveAttribute('href', '/?view=basic-subscribe')
  await expect.element(page.getByText('L’Expert Advisor non sincronizza.')).toBeVisible()
  expect(page.getByText(/da oltre 15 minuti/).elements()).toHaveLength(0)
})

test('a failure says so, and the request can be repeated', async () => {
  let isUp = false
  answer(() =>
    isUp ? synced : new Response('{"detail":"Servizio momentaneamente non disponibile."}', { status: 503 }),
  )
  mount(<DashboardView />, { seeds: others })
  await expect.element(page.getByText(/Servizio momentaneamente non disponibile/)).toBeVisible()
  isUp = true
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expect.element(page.getByText('CONNESSO', { exact: true })).toBeVisible()
})

test.each([
  ['under_review', 'Conto in verifica.', 'Vai alla verifica', '#verifica'],
  ['review_upheld', 'Conto fuori classifica.', 'Vai alla decisione', '#verifica'],
  ['second_factor_missing', 'Attiva il secondo fattore.', 'Vai alla sicurezza', '/?view=account#sicurezza'],
] as const)('%s leads to where it is dealt with', async (code, lead, link, place) => {
  const dashboard: Dashboard = { ...synced, warnings: [{ code, message: 'Leggi perché.' }] }
  answer(() => dashboard)
  mount(<DashboardView />, { seeds: seeded(dashboard) })
  await expect.element(page.getByText(lead)).toBeVisible()
  await expect.element(page.getByRole('link', { name: link })).toHaveAttribute('href', place)
})

const later = window.setTimeout
/** React draws between two tasks of the browser, whatever the faked clock says. */
const drawn = async () => {
  await vi.advanceTimersByTimeAsync(50)
  await new Promise((resolve) => later(resolve, 100))
}

describe('by itself', () => {
  test('an outage of the server is reported above the figures, which stay', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
    let isUp = true
    answer(() => (isUp ? synced : new Response('{"detail":"Manutenzione fino alle 18."}', { status: 503 })))
    mount(<DashboardView />, { seeds: seeded(synced) })
    await drawn()
    const shown = () => document.body.textContent
    expect(shown()).not.toContain('I dati potrebbero')
    isUp = false
    await vi.advanceTimersByTimeAsync(15_000)
    await drawn()
    expect(shown()).toContain('I dati potrebbero non essere aggiornati. Manutenzione fino alle 18. Riproviamo da soli.')
    expect(shown()).not.toContain('Il server non risponde')
    expect(document.querySelector('.setup-badge')?.textContent).toBe('NON AGGIORNATO')
    expect(shown()).toContain('142,07%')
    isUp = true
    await page.getByRole('button', { name: 'Riprova' }).click()
    await drawn()
    expect(shown()).not.toContain('I dati potrebbero')
    expect(document.querySelector('.setup-badge')?.textContent).toBe('CONNESSO')
  })

  test('the first sync turns the card to CONNESSO, and from then on requests are twice as frequent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
    let current: Dashboard = { ...newcomer, ea: statuses.withToken }
    const fetching = answer(() => current)
    mount(<DashboardView />, { seeds: seeded(current) })
    await drawn()
    const state = () => document.querySelector('.setup-badge')?.textContent
    expect(state()).toBe('DISCONNESSO')
    const before = requestsOf(fetching, '/api/dashboard')
    current = synced
    await vi.advanceTimersByTimeAsync(30_000)
    expect(requestsOf(fetching, '/api/dashboard')).toBe(before + 1)
    await drawn()
    expect(state()).toBe('CONNESSO')
    await vi.advanceTimersByTimeAsync(15_000)
    expect(requestsOf(fetching, '/api/dashboard')).toBe(before + 2)
  })

  test('a hidden tab sends no requests', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] })
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    const fetching = answer(() => synced)
    mount(<DashboardView />, { seeds: seeded(synced) })
    await drawn()
    const before = requestsOf(fetching, '/api/dashboard')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(requestsOf(fetching, '/api/dashboard')).toBe(before)
    visible.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(100)
    expect(requestsOf(fetching, '/api/dashboard')).toBe(before + 1)
  })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  newcomer,
  ownPerformance,
  ownPerformanceCall,
  synced,
  unproven,
} from '#features/dashboard/web/testing/dashboard.ts'
import { advisors } from '#features/ea/web/testing/status.ts'
import { aList, someStats } from '#features/leaderboard/web/testing/answers.ts'
import { aList as showcaseList, aShowcase, someId } from '#features/showcases/web/testing/showcases.ts'
import { catalogue } from '#features/subscriptions/catalogue.ts'
import { performanceWith, traderWith } from '#features/traders/web/testing/profile.ts'
import { openApp } from '#web/testing/open-app.tsx'
import '#web/styles/app.css'
import '#features/leaderboard/web/leaderboard.css'
import { views } from './views.tsx'

/** Bodies of the answers by path. A call without a body answers that nothing is there. */
type Answers = Readonly<Record<string, unknown>>

interface Look {
  name: string
  address: string
  answers?: Answers
  signedIn?: true
  /** Selector of the part at the top of the picture; the page's own top where absent. */
  at?: string
  /** Every call waits without end, or fails. */
  calls?: 'waiting' | 'failing'
}

const board: Answers = { '/api/fresh/leaderboard': aList(12, 120), '/api/fresh/stats': someStats }
const profile: Answers = {
  '/api/trader/marta.ferrero': traderWith(),
  '/api/trader/marta.ferrero/performance': performanceWith(),
}
const showcase: Answers = { [`/api/showcases/${someId}`]: aShowcase() }
const grid: Answers = { '/api/showcases': showcaseList(6) }
const dashboard: Answers = {
  '/api/dashboard': synced,
  '/api/ea/download': advisors,
  '/api/account/integrity': unproven,
  [ownPerformanceCall]: ownPerformance,
}
const plans: Answers = { '/api/plans': { plans: catalogue() } }

/** One screen with data, without, while it loads and when its calls fail. */
function states(name: string, address: string, full: Answers, empty: Answers, rest: Partial<Look> = {}): Look[] {
  return [
    { name: `${name}-full`, address, answers: full, ...rest },
    { name: `${name}-empty`, address, answers: empty, ...rest },
    { name: `${name}-loading`, address, calls: 'waiting', ...rest },
    { name: `${name}-error`, address, calls: 'failing', ...rest },
  ]
}

const looks: Look[] = [
  ...states('board', '/', board, { ...board, '/api/fresh/leaderboard': aList(0) }),
  ...states('profile', '/trader/marta.ferrero', profile, {}),
  ...states('showcases', '/?view=vetrine', grid, { '/api/showcases': showcaseList(0) }),
  ...states('showcase', `/vetrine/${someId}`, showcase, {}),
  ...states(
    'dashboard',
    '/?view=dashboard',
    dashboard,
    { ...dashboard, '/api/dashboard': newcomer },
    { signedIn: true },
  ),
  { name: 'board-rows', address: '/', answers: board, at: '.board' },
  { name: 'profile-chart', address: '/trader/marta.ferrero', answers: profile, at: 'figure' },
  { name: 'filters', address: '/?view=filters', answers: board },
  { name: 'compare-error', address: '/confronta' },
  { name: 'sign-in', address: '/?view=auth' },
  { name: 'register', address: '/?view=auth&form=register' },
  { name: 'forgotten-password', address: '/?view=auth&form=forgot' },
  { name: 'diamond-info', address: '/?view=diamond-info', answers: plans },
  { name: 'basic', address: '/?view=basic-subscribe', answers: plans },
  { name: 'legal', address: '/?view=legal' },
]

/** Viewports, px: the first screen of a phone, a tablet and a desk. */
const sizes = [
  [360, 640],
  [768, 640],
  [1440, 640],
] as const
const themes = ['light', 'dark'] as const

const still = document.createElement('style')
still.textContent =
  'body { height: 640px; overflow: hidden } *, ::before, ::after { animation: none !important; transition: none !important }'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 15, 40, 30) })
  localStorage.clear()
  document.head.append(still)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  still.remove()
  document.documentElement.classList.remove('dark')
})

async function open({ address, answers = {}, signedIn, calls }: Look): Promise<void> {
  if (signedIn) localStorage.setItem('trader_token', 'token')
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href)
    if (calls === 'waiting') return new Promise(() => {})
    if (calls === 'failing')
      return Promise.resolve(Response.json({ detail: 'Errore', code: 'INTERNAL' }, { status: 500 }))
    const body = answers[pathname]
    const missing = { detail: 'Non trovato', code: 'NOT_FOUND' }
    return Promise.resolve(body === undefined ? Response.json(missing, { status: 404 }) : Response.json(body))
  })
  openApp(address, views)
  await expect.poll(() => document.querySelector('main')?.textContent, { timeout: 30_000 }).toBeTruthy()
  // A part that opens later may keep no place for itself: nothing has changed for half a second.
  let last = { text: '', since: performance.now() }
  const isStill = () => {
    const text = document.querySelector('main')?.innerHTML ?? ''
    if (text !== last.text) last = { text, since: performance.now() }
    return performance.now() - last.since > 500 && (calls === 'waiting' || !isLoading())
  }
  await expect.poll(isStill, { timeout: 30_000 }).toBe(true)
}

/** Parts that are still to come: their places, and a chart without the library's drawing. */
const isLoading = () =>
  document.querySelector('.skeleton') !== null ||
  (document.querySelector('[role="application"]') !== null && document.querySelector('canvas') === null)

async function show(
  [width, height]: (typeof sizes)[number],
  theme: (typeof themes)[number],
  at: string = 'body',
): Promise<void> {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  await page.viewport(width, height)
  await document.fonts.ready
  await expect.poll(() => document.querySelector(at), { timeout: 30_000 }).not.toBeNull()
  document.querySelector(at)?.scrollIntoView({ behavior: 'instant' })
}

/** Pixels that may differ: the edges of letters. A button of another colour, or a line of text 8 px lower, is more. */
const options = {
  timeout: 20_000,
  comparatorName: 'pixelmatch',
  comparatorOptions: { threshold: 0.1, allowedMismatchedPixelRatio: 0.0006 },
} as const
const pictureOf = (look: string, [width]: (typeof sizes)[number], theme: string) => `${look}-${width}-${theme}`

describe('as before', () => {
  test.each(looks)('$name', { timeout: 120_000 }, async (look) => {
    await open(look)
    for (const size of sizes) {
      for (const theme of themes) {
        await show(size, theme, look.at)
        await expect(page).toMatchScreenshot(pictureOf(look.name, size, theme), options)
      }
    }
  })
})

describe('a difference is seen', () => {
  test.each([
    ['another colour of a button', '.btn-primary { background: #7a3d8c !important }'],
    ['a heading 8 px lower', 'h1 { position: relative; top: 8px }'],
  ])('%s', { timeout: 120_000 }, async (_, css) => {
    const look = looks.find(({ name }) => name === 'sign-in')
    if (look === undefined) throw new Error('The look is gone')
    await open(look)
    const [size] = sizes
    await show(size, 'light')
    await expect(page).toMatchScreenshot(pictureOf(look.name, size, 'light'), options)
    const changed = document.createElement('style')
    changed.textContent = css
    document.head.append(changed)
    const compared = expect(page).toMatchScreenshot(pictureOf(look.name, size, 'light'), { ...options, timeout: 2_000 })
    await expect(compared).rejects.toThrow('pixels')
    changed.remove()
  })
})

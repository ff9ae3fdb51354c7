import { expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#web/testing/open-app.tsx'
import '#web/styles/app.css'
import '#features/leaderboard/web/leaderboard.css'
import { viewerTools, views } from '../views.tsx'
import type { Screen } from './states.ts'
import { openStaticPage, staticDocuments } from './static-page.ts'

/** Viewports, px: the first screen of a phone, a tablet and a desk. */
export const sizes = [
  [360, 640],
  [768, 640],
  [1440, 640],
] as const
export type Size = (typeof sizes)[number]
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** A part that opens later may keep no place for itself: nothing may change for this long. Milliseconds. */
const restMs = 200

/** Opens the screen at a fixed moment, with its calls answered, until the test is over. Resolves when nothing changes any more. */
export async function openScreen({
  address,
  answers = {},
  signedIn,
  stored = {},
  calls,
  tools,
  does,
}: Screen): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 15, 40, 30) })
  localStorage.clear()
  sessionStorage.clear()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    localStorage.clear()
    sessionStorage.clear()
    document.documentElement.classList.remove('dark')
  })
  if (signedIn) localStorage.setItem('trader_token', 'token')
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, window.location.href)
    const answer = answers[pathname]
    const body: unknown = typeof answer === 'function' ? answer(searchParams) : answer
    if (body instanceof Response) return Promise.resolve(body.clone())
    if (body !== undefined) return Promise.resolve(Response.json(body))
    if (calls === 'waiting') return new Promise(() => {})
    if (calls === 'failing')
      return Promise.resolve(Response.json({ detail: 'Errore', code: 'INTERNAL' }, { status: 500 }))
    return Promise.resolve(Response.json({ detail: 'Non trovato', code: 'NOT_FOUND' }, { status: 404 }))
  })
  const html = staticDocuments.get(address)
  if (html === undefined) openApp(address, views, reportError, tools && viewerTools)
  else await openStaticPage(html)
  const screen = () => document.querySelector('main:not(:has(> .loading))')?.textContent
  await expect.poll(screen, { timeout: 30_000 }).toBeTruthy()
  await expectStill(calls === 'waiting')
  if (does === undefined) return
  await does()
  await expectStill(calls === 'waiting')
}

/** @param waits whether a call of the screen never answers */
async function expectStill(waits: boolean): Promise<void> {
  let last = { text: '', since: performance.now() }
  const isStill = () => {
    // Parts below the first screen come when the page is used.
    window.dispatchEvent(new Event('wheel'))
    const text = document.body.innerHTML
    if (text !== last.text) last = { text, since: performance.now() }
    return performance.now() - last.since > restMs && !(waits ? isWithoutCode() : isLoading())
  }
  await expect.poll(isStill, { timeout: 30_000 }).toBe(true)
}

/** The place of an admins' page, or of a tab of their panel, whose code is still to come: no call of its own waits yet. */
function isWithoutCode(): boolean {
  return document.querySelector('.skeleton.h-dvh, .skeleton.adm-wait') !== null
}

/** Parts that are still to come: their places, and a chart on the screen without the library's drawing. */
function isLoading(): boolean {
  const chart = document.querySelector('[role="application"]')
  const isShown = chart !== null && chart.getBoundingClientRect().top < window.innerHeight
  return document.querySelector('.skeleton') !== null || (isShown && document.querySelector('canvas') === null)
}

/** Shows it at a width and in a theme, as the page's own button puts it on. */
export async function putOn([width, height]: readonly [number, number], theme: Theme): Promise<void> {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  if (window.innerWidth !== width || window.innerHeight !== height) await page.viewport(width, height)
  await document.fonts.ready
}

import { useSyncExternalStore } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { navigate } from '../router.ts'
import { releaseScroll, storedScroll } from '../scroll-position.ts'
import { openApp } from '../testing/open-app.tsx'
import type { View } from '../view.ts'

const head = (title: string) => () => ({ title, description: title, canonical: '/' })

/** Pages are low until their answer arrives. */
const answer = { isThere: true, listeners: new Set<() => void>() }
const subscribe = (listener: () => void) => {
  answer.listeners.add(listener)
  return () => answer.listeners.delete(listener)
}
function arrive(isThere: boolean) {
  answer.isThere = isThere
  for (const listener of answer.listeners) listener()
}

const growing = (title: string) =>
  function Screen() {
    const isThere = useSyncExternalStore(subscribe, () => answer.isThere)
    return (
      <main>
        <h1>{title}</h1>
        <div ref={(element) => element?.setAttribute('style', `height: ${isThere ? 4_000 : 1_000}px`)} />
      </main>
    )
  }

const views: View[] = ['leaderboard', 'second', 'third'].map((name) => ({
  name,
  access: 'public',
  module: { screen: growing(name), head: head(name) },
}))
const title = (name: string) => page.getByRole('heading', { level: 1, name })

async function openFirst() {
  arrive(true)
  openApp('/', views)
  await expect.element(title('leaderboard')).toBeVisible()
  // The last test went back.
  releaseScroll()
}

beforeEach(() => page.viewport(1_000, 800))
beforeEach(openFirst)

async function leaveAt(y: number, address: string, name: string) {
  window.scrollTo(0, y)
  await expect.poll(storedScroll).toBe(y)
  navigate(address)
  await expect.element(title(name)).toBeInTheDocument()
  expect(window.scrollY).toBe(0)
}

/** Longer than the router waits before it stores a position. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 400))

test('a list that loads again on the way back, and is low meanwhile, keeps the position at which it was left', async () => {
  await leaveAt(1_500, '/?view=second', 'second')
  window.history.back()
  await expect.element(title('leaderboard')).toBeInTheDocument()
  arrive(false)
  await aWhile()
  expect([storedScroll(), window.scrollY < 1_500]).toEqual([1_500, true])
  arrive(true)
  await expect.poll(() => window.scrollY).toBe(1_500)
})

test('a second step back, before the first page is whole, restores the position of the second', async () => {
  await leaveAt(1_500, '/?view=second', 'second')
  await leaveAt(2_000, '/?view=third', 'third')
  arrive(false)
  window.history.back()
  await expect.element(title('second')).toBeInTheDocument()
  window.history.back()
  await expect.element(title('leaderboard')).toBeInTheDocument()
  await aWhile()
  arrive(true)
  await expect.poll(() => window.scrollY).toBe(1_500)
})

test('a position that a person chooses meanwhile stays, and is stored', async () => {
  await leaveAt(1_500, '/?view=second', 'second')
  arrive(false)
  window.history.back()
  await expect.element(title('leaderboard')).toBeInTheDocument()
  window.dispatchEvent(new WheelEvent('wheel'))
  window.scrollTo(0, 50)
  await expect.poll(storedScroll).toBe(50)
  arrive(true)
  await aWhile()
  expect(window.scrollY).toBe(50)
})

test('a screen on its way says so', async () => {
  openApp('/?view=never', [{ name: 'never', access: 'public', load: () => new Promise(() => {}) }])
  await expect.element(page.getByRole('main').getByText('Caricamento...')).toBeVisible()
})

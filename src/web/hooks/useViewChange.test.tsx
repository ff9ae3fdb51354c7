import { useEffect, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { navigate } from '../router.ts'
import { openApp } from '../testing/open-app.tsx'
import type { View } from '../view.ts'
import '../styles/app.css'

const head = (title: string) => () => ({ title, description: title, canonical: '/' })

/** A screen that is high at once, low while its list loads, and high again. */
function Reloading() {
  const [state, setState] = useState('da prima')
  useEffect(() => {
    const timers = [setTimeout(() => setState('in arrivo'), 100), setTimeout(() => setState('arrivata'), 400)]
    return () => timers.forEach(clearTimeout)
  }, [])
  const height = state === 'in arrivo' ? 0 : 4_000
  return (
    <main>
      <h1>Elenco</h1>
      <p>{state}</p>
      <div ref={(element) => element?.setAttribute('style', `height: ${height}px`)} />
    </main>
  )
}

const views: View[] = [
  { name: 'leaderboard', access: 'public', module: { screen: () => <h1>Prima</h1>, head: head('Prima') } },
  { name: 'reloading', access: 'public', module: { screen: Reloading, head: head('Elenco') } },
]

const loaded = async () => {
  await expect.element(page.getByText('arrivata')).toBeInTheDocument()
}

beforeEach(() => page.viewport(1_000, 800))

test('a list that loads again on the way back stands where it was left, until the person moves', async () => {
  openApp('/?view=reloading', views)
  await loaded()
  window.scrollTo(0, 1_500)
  await expect.poll(() => (window.history.state as { scroll?: number }).scroll).toBe(1_500)
  navigate('/')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Prima' })).toHaveFocus()
  window.history.back()
  await loaded()
  await expect.poll(() => window.scrollY).toBe(1_500)
  window.dispatchEvent(new WheelEvent('wheel'))
  window.scrollTo(0, 700)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(window.scrollY).toBe(700)
})

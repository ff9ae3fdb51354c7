import { afterEach, expect, test } from 'vitest'
import { mount } from '#web/testing/mount.tsx'
import { performanceWith } from '../testing/profile.ts'
import { ChartPanel } from './ChartPanel.tsx'

const address = window.location.pathname + window.location.search
afterEach(() => window.history.replaceState({}, '', address))

test('a chosen series is marked at once, and drawn after it', async () => {
  const host = mount(<ChartPanel performance={performanceWith()} />)
  const shown = () => ({
    chosen: host.querySelector<HTMLInputElement>('input[name=serie]:checked')?.value,
    drawn: host.querySelector('figure')?.ariaLabel?.slice(0, 8),
  })
  await expect.poll(shown).toEqual({ chosen: 'growth', drawn: 'Crescita' })
  const painted = new Promise<ReturnType<typeof shown>>((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      resolve(shown())
    })
    observer.observe(host, { childList: true, subtree: true, attributes: true })
  })
  host.querySelector<HTMLInputElement>('input[name=serie][value=drawdown]')?.click()
  expect(await painted).toEqual({ chosen: 'drawdown', drawn: 'Crescita' })
  await expect.poll(shown).toEqual({ chosen: 'drawdown', drawn: 'Drawdown' })
})

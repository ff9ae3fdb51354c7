import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '#web/testing/mount.tsx'
import { navigate } from '#web/router.ts'
import { startAt } from '#web/testing/routed.ts'
import { ProfileView } from './ProfileView.tsx'
import { performanceWith, profileSeeds, traderWith } from './testing/profile.ts'
import { loadingProfile } from './texts.ts'

startAt('/')

/** The page as it is first painted, with all answers at hand. */
async function firstPaint(): Promise<HTMLElement> {
  const host = mount(<ProfileView username="marta.ferrero" />, { seeds: profileSeeds(traderWith(), performanceWith()) })
  await new Promise((resolve) => new MutationObserver(resolve).observe(host, { childList: true, subtree: true }))
  return host.cloneNode(true) as HTMLElement
}

test('after a click the head is painted first, then the tables', async () => {
  navigate('/trader/marta.ferrero')
  const painted = await firstPaint()
  expect(painted.querySelectorAll('h1')).toHaveLength(1)
  expect(painted.textContent).not.toContain(loadingProfile)
  expect(painted.querySelectorAll('table')).toHaveLength(0)
  await expect.element(page.getByRole('table').first()).toBeInTheDocument()
})

test('a page that was loaded, or is reached on the way back, stands whole at once', async () => {
  navigate('/trader/marta.ferrero', { replace: true })
  const painted = await firstPaint()
  expect(painted.querySelectorAll('table').length).toBeGreaterThan(0)
})

import { describe, expect, test } from 'vitest'
import { adminPageOf, adminPages } from '#shared/admin-pages.ts'
import { matchView } from '#web/view.ts'
import { views } from '../views.tsx'
import { others, pictured } from './screens.ts'
import type { Screen } from './states.ts'

/** Views that request nothing, before a press or after it: they neither load nor fail. */
const withoutCalls = ['legal']

const screens = [...pictured, ...others]
const urlOf = ({ address }: Screen) => new URL(address, window.location.href)

function viewOf(screen: Screen): string | undefined {
  const { pathname, searchParams: search } = urlOf(screen)
  return matchView(views, { pathname, search })?.view.name
}

/** The states of the calls of these screens, each once. */
const statesOf = (some: readonly Screen[]) => [...new Set(some.map(({ calls = 'answered' }) => calls))].toSorted()
const everyState = ['answered', 'failing', 'waiting']

describe('a view is tested with answers, while its calls wait and after they have failed', () => {
  test.each(views)('$name', ({ name }) => {
    const states = statesOf(screens.filter((screen) => viewOf(screen) === name))
    expect(states).toEqual(withoutCalls.includes(name) ? ['answered'] : everyState)
  })

  test.each(Object.keys(adminPages))('%s of the admins', (page) => {
    const ofPage = screens.filter(
      (screen) => viewOf(screen) === 'admin' && adminPageOf(urlOf(screen).searchParams) === page,
    )
    expect(statesOf(ofPage)).toEqual(everyState)
  })
})

test('a name stands for one screen', () => {
  const names = screens.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

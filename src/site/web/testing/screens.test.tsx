import { describe, expect, test } from 'vitest'
import { adminPageOf, adminPages } from '#shared/admin-pages.ts'
import { matchView } from '#web/view.ts'
import { views } from '../views.tsx'
import { others, pictured } from './screens.ts'
import type { Screen } from './states.ts'

/** Views that request nothing, before a press or after it: they neither load nor fail. */
const withoutCalls = ['legal']
/** Views that show the same with data and without: a form, prices, a text, or what an address names. */
const withoutEmpty = [
  'filters',
  'esci',
  'esci-vetrina',
  'auth',
  'diamond-subscribe',
  'basic-subscribe',
  'contacts',
  'legal',
  'receipt',
  'diamond-info',
]

const screens = [...pictured, ...others]
const urlOf = ({ address }: Screen) => new URL(address, window.location.href)

function viewOf(screen: Screen): string | undefined {
  const { pathname, searchParams: search } = urlOf(screen)
  return matchView(views, { pathname, search })?.view.name
}

/** The states of the calls of these screens, each once. */
const statesOf = (some: readonly Screen[]) => [...new Set(some.map(({ calls = 'answered' }) => calls))].toSorted()
const everyState = ['answered', 'failing', 'waiting']

describe('a view is tested with answers, without data, while its calls wait and after they have failed', () => {
  test.each(views)('$name', ({ name }) => {
    const states = statesOf(screens.filter((screen) => viewOf(screen) === name))
    expect(states).toEqual(withoutCalls.includes(name) ? ['answered'] : everyState)
  })

  test.each(views.filter(({ name }) => !withoutEmpty.includes(name)))('$name: without data', ({ name }) => {
    const empty = screens.filter((screen) => screen.name.endsWith('-empty') && viewOf(screen) === name)
    expect(empty).not.toEqual([])
    // Without an answer the page is that of an unknown address.
    expect(empty.filter(({ answers = {} }) => Object.keys(answers).length === 0)).toEqual([])
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

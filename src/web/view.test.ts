import { describe, expect, test } from 'vitest'
import { parseAddress } from './router.ts'
import { matchView } from './view.ts'
import type { View } from './view.ts'

const views: View[] = [
  { name: 'leaderboard', access: 'public' },
  { name: 'profile', path: '/trader/:username', access: 'public' },
  { name: 'auth', access: 'public' },
]

const at = (address: string) => {
  const match = matchView(views, parseAddress(address))
  return match === null ? null : [match.view.name, match.params]
}

describe('the view of an address', () => {
  test.each([
    ['/', 'leaderboard', {}],
    ['/?page=2&sort_by=roi_90', 'leaderboard', {}],
    ['/?view=leaderboard', 'leaderboard', {}],
    ['/?view=auth', 'auth', {}],
    ['/trader/marta.ferrero', 'profile', { username: 'marta.ferrero' }],
    ['/trader/a%20b', 'profile', { username: 'a b' }],
    ['/trader/marta?t=1', 'profile', { username: 'marta' }],
    ['/?view=profile&username=marta', 'profile', { username: 'marta' }],
  ])('%s is %s', (address, name, params) => {
    expect(at(address)).toEqual([name, params])
  })

  test.each([
    '/?view=nothing',
    '/?view=profile',
    '/trader/',
    '/trader',
    '/trader/a/b',
    '/trader/%E0%A4%A',
    '/trader/%00',
    `/trader/${'a'.repeat(101)}`,
    '/terms/index.html',
    '/api/plans',
  ])('%s is none', (address) => {
    expect(at(address)).toBeNull()
  })
})

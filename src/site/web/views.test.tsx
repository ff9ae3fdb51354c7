import { expect, test } from 'vitest'
import type { Viewer } from '#shared/viewer.ts'
import { views } from './views.tsx'

const viewer = (changes: { plan?: 'basic' | 'diamond'; is_admin?: boolean }): Viewer => ({
  trader_id: 't',
  username: 'marta',
  is_admin: changes.is_admin ?? false,
  is_diamond: changes.plan === 'diamond',
  subscription: { access: { leaderboard: changes.plan !== undefined } },
  trader_info: { display_name: 'Marta', email: 'marta@example.org', avatar: null },
})

function entries(who: Viewer | null, signedIn = who !== null): string[] {
  return views.flatMap(({ nav, access, navFor = () => access === 'public' || signedIn }) =>
    nav !== undefined && navFor({ signedIn, viewer: who }) ? [nav] : [],
  )
}

test.each([
  ['a visitor', null, ['Classifica', 'Vetrine Trader', 'Diamond info']],
  ['who has no plan', viewer({}), ['Classifica', 'Vetrine Trader', 'Dashboard', 'Passa a Diamond', 'Attiva Basic']],
  ['who has Basic', viewer({ plan: 'basic' }), ['Classifica', 'Vetrine Trader', 'Dashboard', 'Passa a Diamond']],
  ['who has Diamond', viewer({ plan: 'diamond' }), ['Classifica', 'Vetrine Trader', 'Dashboard', 'La mia Vetrina']],
  ['an admin', viewer({ is_admin: true }), ['Classifica', 'Vetrine Trader', 'Dashboard', 'La mia Vetrina']],
])('the menu of %s', (_, who, expected) => {
  expect(entries(who)).toEqual(expected)
})

test('nothing is offered until the session is known', () => {
  expect(entries(null, true)).toEqual(['Classifica', 'Vetrine Trader', 'Dashboard'])
})

import { expect, test } from 'vitest'
import { seedCache, createQueryClient } from '#web/query.ts'
import { parseAddress } from '#web/router.ts'
import { traderWith } from '#features/traders/web/testing/profile.ts'
import { authHead, profileHead } from './heads.ts'

test.each([
  ['/?view=auth', 'Accedi · TopTrader'],
  ['/?view=auth&form=register', 'Registrati · TopTrader'],
  ['/?view=auth&form=forgot', 'Password dimenticata · TopTrader'],
])('%s has its own title', (address, title) => expect(authHead(parseAddress(address)).title).toBe(title))

test('a trader who is not there is said to be missing; one who is on the way is not', () => {
  const answers = createQueryClient()
  const username = 'nessuno'
  const title = () => profileHead(parseAddress('/trader/nessuno'), { username }, answers).title
  expect(title()).toBe('@nessuno · TopTrader')
  seedCache(answers, [{ key: 'GET /api/trader/:username', input: { params: { username } }, data: null }])
  expect(title()).toBe('Trader non trovato · TopTrader')
})

test('a shared profile goes along with its trader’s own sentence', () => {
  const said = (social_text: string | null) => {
    const answers = createQueryClient()
    const data = traderWith({ social_text })
    seedCache(answers, [{ key: 'GET /api/trader/:username', input: { params: { username: data.username } }, data }])
    return profileHead(parseAddress(`/trader/${data.username}`), { username: data.username }, answers).description
  }
  expect(said('Poche operazioni, con calma.')).toBe('Poche operazioni, con calma.')
  expect(said(null)).toMatch(/^Risultati verificati di /)
})

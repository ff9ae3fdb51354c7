import { expect, test } from 'vitest'
import { seedCache, createQueryClient } from '#web/query.ts'
import { ApiError } from '#web/api.ts'
import { parseAddress } from '#web/router.ts'
import { traderWith } from '#features/traders/web/testing/profile.ts'
import { authHead, metas, profileHead } from './heads.ts'

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

test('a showcase that is not there is said to be missing; one on the way, or that failed, is not', () => {
  const answers = createQueryClient()
  const params = { showcase_id: 'a0000000-0000-4000-8000-000000000001' }
  const title = () => metas.showcase.head(parseAddress('/vetrine/a'), params, answers).title
  const key = 'GET /api/showcases/:showcase_id'
  expect(title()).toBe('Vetrina · TopTrader')
  answers
    .getQueryCache()
    .build(answers, { queryKey: [key, { params }] })
    .setState({ status: 'error', error: new ApiError(500, null), fetchStatus: 'idle' })
  expect(title()).toBe('Vetrina · TopTrader')
  seedCache(answers, [{ key, input: { params }, data: null }])
  expect(title()).toBe('Vetrina non trovata · TopTrader')
})

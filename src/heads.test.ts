import { expect, test } from 'vitest'
import { seedCache, createQueryClient } from '#web/query.ts'
import { parseAddress } from '#web/router.ts'
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

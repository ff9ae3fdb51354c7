import { expect, test } from 'vitest'
import { ApiError } from '#web/api.ts'
import { createQueryClient, seedCache } from '#web/query.ts'
import { parseAddress } from '#web/router.ts'
import { showcaseHead } from './head.ts'

test('the title says that a showcase is missing only after the answer, and not after a failure', () => {
  const answers = createQueryClient()
  const params = { showcase_id: 'a0000000-0000-4000-8000-000000000001' }
  const title = () => showcaseHead(parseAddress('/vetrine/a'), params, answers).title
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

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { parseAddress } from '#web/router.ts'
import { aShowcase } from '../testing/showcases.ts'
import { showcaseHead } from './head.ts'
import { showcaseQuery } from './showcase-query.ts'

test.each([
  [false, true],
  [true, false],
])('real account %s: the text of a shared link says that the account is a demo one: %s', (isReal, says) => {
  const answers = new QueryClient()
  const showcase = aShowcase({ is_real_account: isReal, is_ea_verified: true })
  const params = { showcase_id: showcase.showcase_id }
  answers.setQueryData(showcaseQuery(params).queryKey, showcase)
  expect(showcaseHead(parseAddress('/'), params, answers).description.endsWith(' Conto demo.')).toBe(says)
})

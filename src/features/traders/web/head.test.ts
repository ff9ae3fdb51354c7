import { expect, test } from 'vitest'
import { createQueryClient, seedCache } from '#web/query.ts'
import { parseAddress } from '#web/router.ts'
import { profileHead } from './head.ts'
import { traderWith } from './testing/profile.ts'

test('the title says that a trader is missing only after the answer', () => {
  const answers = createQueryClient()
  const username = 'nessuno'
  const title = () => profileHead(parseAddress('/trader/nessuno'), { username }, answers).title
  expect(title()).toBe('@nessuno · TopTrader')
  seedCache(answers, [{ key: 'GET /api/trader/:username', input: { params: { username } }, data: null }])
  expect(title()).toBe('Trader non trovato · TopTrader')
})

test('a shared profile carries its trader’s own sentence, and always return, drawdown and level', () => {
  const description = (social_text: string | null, more: Parameters<typeof traderWith>[0] = {}) => {
    const answers = createQueryClient()
    const data = traderWith({ social_text, ...more })
    seedCache(answers, [{ key: 'GET /api/trader/:username', input: { params: { username: data.username } }, data }])
    return profileHead(parseAddress(`/trader/${data.username}`), { username: data.username }, answers).description
  }
  const figures = /^[^.]+\. ROI 90 giorni [+−][\d,]+%, Drawdown Max [−\d,]+%, dall’inizio [+−][\d,]+%\. [^.]+\.$/
  expect(description('Poche operazioni, con calma.')).toMatch(figures)
  expect(description('Poche operazioni, con calma.')).toMatch(/^Poche operazioni, con calma\. /)
  expect(description(null)).toMatch(figures)
  // A suspicion is no result: the case stands in place of the level.
  expect(description(null, { held: 'open', verification_level: 'L2' })).toMatch(/ In verifica\.$/)
  expect(description(null, { not_ranked_reasons: ['demo_account'], verification_level: 'L0' })).toMatch(
    / Conto demo\.$/,
  )
})

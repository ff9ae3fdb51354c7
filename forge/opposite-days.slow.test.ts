import { expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { distantBetStories, opinionStories } from './opposite-days.ts'
import { playEnv, playPort } from './product.ts'
import { evaluated } from './report.ts'
import { playScene } from './scene.ts'

test('a bet of two people minutes apart is found by ten days, two people with opposite opinions are not', async () => {
  const kernel = await testKernel({ env: playEnv })
  const app = await testApp(kernel, registerCheckedEa)
  const url = await app.listen(playPort)
  const played = evaluated(await playScene({ kernel, url }, [...distantBetStories(10), ...opinionStories(10)]))
  const found = played.map(({ outcome, passed }) => ({
    name: outcome.story.name,
    passed,
    cases: outcome.cases.map(({ code }) => code),
  }))
  expect(found).toEqual([
    { name: 'a bet minutes apart', passed: true, cases: ['opposite_account'] },
    { name: 'the other side minutes later', passed: true, cases: ['opposite_account'] },
    { name: 'an account that only buys', passed: true, cases: [] },
    { name: 'an account that only sells', passed: true, cases: [] },
  ])
  // By their days: no opening of one is near one of the other.
  const evidence = await kernel.sql<{ accounts: { days?: number; correlation?: number }[] }[]>`
    select details -> 'found' -> 'accounts' as accounts from integrity_tag where code = 'opposite_account'`
  expect(evidence).toHaveLength(2)
  for (const { accounts } of evidence) {
    expect(accounts).toEqual([expect.objectContaining({ days: expect.any(Number), correlation: expect.any(Number) })])
    expect(accounts[0]?.days).toBeLessThan(20)
    expect(accounts[0]?.correlation).toBeLessThanOrEqual(-0.97)
  }
})

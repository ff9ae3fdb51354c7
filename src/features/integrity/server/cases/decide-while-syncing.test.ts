import { expect, test } from 'vitest'
import { makeTrader, newLogin, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { reviewScene } from '../testing/review-scene.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'

const { kernel, app, find, caseOf, decide, own, call, ranked } = await reviewScene()
const { sql, clock } = kernel

test('decisions, answers, findings and syncs of one account at the same moment: each is done, none waits for another in turn', async () => {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  let seq = 0
  const sync = async () => {
    seq += 1
    return (await sendSync(app, trader.token, syncRequestOf({ login, seq, now: clock.now() }))).status
  }
  expect(await sync()).toBe(200)
  const account = { ...trader, account_id: await boundAccount(sql, trader.trader_id) }
  for (let round = 0; round < 15; round += 1) {
    clock.advance(MINUTE_MS)
    await find(account, 'history_changed')
    const caseId = await caseOf(account, 'history_changed')
    clock.advance(MINUTE_MS)
    const [answered, decided, synced] = await Promise.all([
      call('POST', `/api/account/integrity/${caseId}/reply`, trader, { reply: 'Il broker ha corretto lo swap.' }),
      decide(caseId, { decision: 'cleared', reason: 'Correzione del broker.' }),
      sync(),
      find(account, 'deal_cancelled'),
      call('POST', '/api/account/ownership-code', trader),
    ])
    expect([200, 409]).toContain(answered.statusCode)
    expect([decided.statusCode, synced]).toEqual([200, 200])
  }
  expect(await own(trader)).toMatchObject({ under_review: false })
  expect((await own(trader)).cases.filter((one) => one.status === 'cleared')).toHaveLength(15)
})

test('a decision on a page that is out of date counts for nothing: what was found since must be read', async () => {
  const dora = await ranked('dora', 20)
  await find(dora, 'history_changed')
  const caseId = await caseOf(dora, 'history_changed')
  const iso = () => new Date(clock.now()).toISOString()
  const read = iso()
  clock.advance(MINUTE_MS)
  await find(dora, 'history_changed')
  const body = { decision: 'cleared', reason: 'Una correzione da due centesimi.' }
  const answer = await decide(caseId, { ...body, last_at: read })
  expect([answer.statusCode, answer.json<{ error_type: string }>().error_type]).toEqual([409, 'CASE_CHANGED'])
  expect((await own(dora)).held).toBe('open')
  expect((await decide(caseId, { ...body, last_at: iso() })).statusCode).toBe(200)
  expect((await own(dora)).held).toBeNull()
})

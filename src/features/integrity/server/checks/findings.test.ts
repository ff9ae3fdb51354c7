import { expect, test } from 'vitest'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { FindingCode } from '../../rules/catalogue.ts'
import { clearStates, recordFindings } from './findings.ts'
import { syncedAccount } from '../testing/synced-account.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await testApp(kernel, registerCheckedEa)
const { sql, clock } = kernel

async function subject(always: Parameters<typeof syncedAccount>[2] = {}) {
  const { account_id } = await (await syncedAccount(kernel, app, always)).stored()
  const find = (code: FindingCode, occurrences = 1, evidence: Record<string, unknown> = {}) => {
    clock.advance(1000)
    const found = [{ account_id, finding: { code, occurrences, evidence } }]
    return sql.begin((tx) => recordFindings(tx, kernel, found, clock.now()))
  }
  const clear = (code: FindingCode) => {
    clock.advance(1000)
    return sql.begin((tx) => clearStates(tx, [{ account_id, checked: [code], found: [] }], clock.now()))
  }
  const decide = async (decision: 'cleared' | 'upheld') => {
    clock.advance(1000)
    await sql`update integrity_case set decision = ${decision}, decided_at = ${instantText(clock.now())}, reason = 'perché'
               where account_id = ${account_id} and decision is null`
  }
  const cases = async () =>
    await sql<{ occurrences: number; decision: string | null; evidence: object }[]>`
      select occurrences, decision, evidence from integrity_case where account_id = ${account_id} order by opened_at`
  const tag = async (code: FindingCode) =>
    (await sql`select * from integrity_tag where account_id = ${account_id} and code = ${code}`)[0]
  return { account_id, find, clear, decide, cases, tag }
}

test('an event opens a case, more of it extend it, and the evidence of the opening stays', async () => {
  const { account_id, find, cases, tag } = await subject()
  const opened = await find('history_changed', 2, { ticket: '1' })
  expect(opened).toEqual({
    opened: [{ account_id, code: 'history_changed', holds: true }],
    changed: new Set([account_id]),
  })
  expect(await find('history_changed', 3, { ticket: '2' })).toEqual({ opened: [], changed: new Set() })
  expect(await cases()).toMatchObject([{ occurrences: 5, decision: null, evidence: { ticket: '1' } }])
  expect(await tag('history_changed')).toMatchObject({ occurrences: 5, details: { ticket: '2' }, rule_version: 5 })
})
test('a later finding of an open case stands beside the one that opened it', async () => {
  const { find, cases, decide } = await subject()
  const change = (ticket: string, amount: number) => ({ changes: [{ ticket, amount }] })
  await find('history_changed', 1, change('11', 0))
  await find('history_changed', 1, change('12', 1000))
  await find('history_changed', 1, change('13', 0))
  const at = expect.stringContaining('T')
  const later = [
    { at, ticket: '12', amount: 1000 },
    { at, ticket: '13', amount: 0 },
  ]
  expect(await cases()).toMatchObject([{ occurrences: 3, evidence: { ...change('11', 0), later } }])
  await decide('cleared')
  await find('history_changed', 1, change('14', 0))
  expect((await cases())[1]?.evidence).toEqual(change('14', 0))
})
test('events that were cleared do not count again', async () => {
  const { find, decide, tag } = await subject()
  await find('unexplained_balance', 2)
  await find('unexplained_balance', 1)
  expect(await tag('unexplained_balance')).toMatchObject({ occurrences: 3 })
  const before = await tag('unexplained_balance')
  await decide('cleared')
  await find('unexplained_balance')
  const after = await tag('unexplained_balance')
  expect(after).toMatchObject({ occurrences: 1 })
  expect(String(after?.['first_at']) > String(before?.['first_at'])).toBe(true)
  await find('unexplained_balance')
  expect(await tag('unexplained_balance')).toMatchObject({ occurrences: 2 })
  await decide('upheld')
  await find('unexplained_balance')
  expect(await tag('unexplained_balance')).toMatchObject({ occurrences: 3 })
})
test('after a decision a new event opens a new case; after an upheld hold none is needed', async () => {
  const cleared = await subject()
  await cleared.find('history_changed')
  await cleared.decide('cleared')
  await cleared.find('history_changed')
  expect((await cleared.cases()).map(({ decision }) => decision)).toEqual(['cleared', null])
  const upheld = await subject()
  await upheld.find('history_changed')
  await upheld.decide('upheld')
  await upheld.find('history_changed')
  expect((await upheld.cases()).map(({ decision }) => decision)).toEqual(['upheld'])
})
test('a finding from before the decision opens nothing', async () => {
  const { account_id, find, decide, cases } = await subject()
  await find('history_changed')
  await decide('cleared')
  const finding = { code: 'history_changed' as const, occurrences: 1, evidence: {} }
  await sql.begin((tx) => recordFindings(tx, kernel, [{ account_id, finding, at: clock.now() - 500 }], clock.now()))
  expect(await cases()).toHaveLength(1)
})
test('a state that lasts is one case, whatever was decided; gone and come again it is another', async () => {
  const { find, clear, decide, cases, tag } = await subject()
  await find('hidden_loss')
  expect(await cases()).toEqual([])
  await find('positions_withheld', 2)
  await find('positions_withheld', 2)
  expect(await cases()).toMatchObject([{ occurrences: 2 }])
  await decide('cleared')
  clock.advance(3 * DAY_MS)
  await find('positions_withheld', 3)
  expect(await cases()).toHaveLength(1)
  const before = await tag('positions_withheld')
  expect((await clear('positions_withheld')).size).toBe(1)
  expect((await clear('positions_withheld')).size).toBe(0)
  expect((await find('positions_withheld', 2)).changed.size).toBe(1)
  expect(await cases()).toHaveLength(2)
  const after = await tag('positions_withheld')
  expect(after).toMatchObject({ cleared_at: null })
  expect(String(after?.['first_at']) > String(before?.['first_at'])).toBe(true)
})
test('a state that grew to twice what was decided is another case', async () => {
  const { find, decide, cases } = await subject()
  await find('ticket_order', 4)
  await decide('cleared')
  await find('ticket_order', 7)
  expect(await cases()).toHaveLength(1)
  await find('ticket_order', 8)
  expect(await cases()).toHaveLength(2)
})
test('an error of snapshots is one case until it has been gone for a day', async () => {
  const { find, decide, cases } = await subject()
  await find('equity_mismatch')
  await decide('cleared')
  clock.advance(DAY_MS - 10_000)
  await find('equity_mismatch')
  expect(await cases()).toHaveLength(1)
  clock.advance(DAY_MS)
  await find('equity_mismatch')
  expect(await cases()).toHaveLength(2)
})
test('an account that is never ranked has tags, and cases of who sends alone', async () => {
  const { find, cases, tag } = await subject({ tradeMode: 'demo' })
  await find('history_changed')
  await find('unexplained_balance')
  expect(await cases()).toEqual([])
  expect(await tag('history_changed')).toBeDefined()
  await find('two_senders')
  expect(await cases()).toHaveLength(1)
})
test('findings of one code in one call are one', async () => {
  const { account_id, cases } = await subject()
  const finding = { code: 'deal_cancelled' as const, occurrences: 2, evidence: {} }
  const found = [
    { account_id, finding },
    { account_id, finding },
  ]
  await sql.begin((tx) => recordFindings(tx, kernel, found, clock.now()))
  expect(await cases()).toMatchObject([{ occurrences: 4 }])
})
test('two transactions at once open one case', async () => {
  const { find, cases } = await subject()
  await Promise.all([find('history_missing'), find('history_missing'), find('history_missing')])
  expect(await cases()).toMatchObject([{ occurrences: 3 }])
})

import { expect, test } from 'vitest'
import { brokerAt, capital, JudgedAccount, MINUTE } from '../testing/judged-account.ts'
import { dealOf } from '#features/ea/server/testing/world.ts'
import { newJudgeState, readJudgeState, storedState, type JudgeState } from './state.ts'

/** What no rule can read. */
const unreadable = { ...newJudgeState.positions, seen: null } as unknown as JudgeState['positions']

test('a fault of one rule stops neither the others nor what they remember, and is told to admins', () => {
  const account = new JudgedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  account.state = { ...account.state, positions: unreadable }
  const codes = account.send({ at: 5 * MINUTE, seq: 2, shown: [capital()], balance: 1010, version: '9.9.9' })
  expect(codes.toSorted()).toEqual(['rule_failed', 'unexplained_balance', 'unofficial_version'])
  expect(account.evidence('rule_failed')).toEqual({ rules: ['positions'] })
  expect(account.last?.faults).toMatchObject([{ rule: 'positions', error: expect.any(TypeError) }])
  expect(readJudgeState(storedState(account.state)).failed).toEqual(['positions'])
})

test('a rule that fails twice in a row begins anew', () => {
  const account = new JudgedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  account.state = { ...account.state, positions: unreadable }
  const shown = [capital()]
  account.send({ at: 5 * MINUTE, seq: 2, shown })
  expect(account.state.positions).toBe(unreadable)
  account.send({ at: 10 * MINUTE, seq: 3, shown })
  expect(account.state.positions).toEqual(newJudgeState.positions)
  const deposit = dealOf({ ticket: '2', time: brokerAt(12 * MINUTE), profit: 10 })
  expect(
    account.send({ at: 15 * MINUTE, seq: 4, shown: [capital(), deposit], items: [deposit], balance: 1010 }),
  ).toEqual([])
  expect(account.last?.ended).toEqual(['rule_failed'])
})

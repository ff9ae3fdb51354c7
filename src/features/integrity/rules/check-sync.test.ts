import { expect, test } from 'vitest'
import { dealOf } from '#features/ea/server/testing/world.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, capital, CheckedAccount } from '../testing/checked-account.ts'
import { newState, readState, storedState, type CheckState } from './state.ts'

/** A state that no rule can read. */
const unreadable: CheckState['positions'] = { ...newState.positions, seen: null }

test('an error of one rule stops neither the others nor what they remember, and is reported to admins', () => {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  account.state = { ...account.state, positions: unreadable }
  const codes = account.send({ at: 5 * MINUTE_MS, seq: 2, shown: [capital()], balance: 1010, version: '9.9.9' })
  expect(codes.toSorted()).toEqual(['rule_failed', 'unexplained_balance', 'unofficial_version'])
  const { rules } = account.evidence('rule_failed') as { rules: string[] }
  expect(rules).toContain('never_seen_open')
  expect(account.last?.failures[0]).toMatchObject({ rule: rules[0], error: expect.any(TypeError) })
  expect(readState(storedState(account.state)).failed).toEqual(rules)
})

test('a rule that fails twice in a row begins anew', () => {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  account.state = { ...account.state, positions: unreadable }
  const shown = [capital()]
  account.send({ at: 5 * MINUTE_MS, seq: 2, shown })
  expect(account.state.positions).toEqual(unreadable)
  account.send({ at: 10 * MINUTE_MS, seq: 3, shown })
  expect(account.state.positions).toEqual(newState.positions)
  const deposit = dealOf({ ticket: '2', time: brokerAt(12 * MINUTE_MS), profit: 10 })
  expect(
    account.send({ at: 15 * MINUTE_MS, seq: 4, shown: [capital(), deposit], items: [deposit], balance: 1010 }),
  ).toEqual([])
  expect(account.last?.ended).toEqual(['rule_failed'])
})

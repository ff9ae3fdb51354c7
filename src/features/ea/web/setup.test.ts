import { describe, expect, test } from 'vitest'
import { chartMessage } from '#features/ea/rules/messages.ts'
import { syncRefusals } from '#features/ea/sync-contract.ts'
import { isConnected, maskedToken, refreshMs, stepsOf } from './setup.ts'
import { statuses, testToken } from './testing/status.ts'
import { remedyOf, troubleOf } from './troubles.ts'

const { nothing, withToken, connected } = statuses
const states = (...given: Parameters<typeof stepsOf>) => stepsOf(...given).map(({ state }) => state)

describe('the steps', () => {
  test.each([
    ['without a token', nothing, 3, ['current', 'ahead', 'ahead', 'ahead']],
    ['with a token', withToken, 1, ['done', 'current', 'ahead', 'ahead']],
    ['installed, its owner says', withToken, 2, ['done', 'done', 'current', 'ahead']],
    ['allowed, its owner says', withToken, 3, ['done', 'done', 'done', 'current']],
    ['never more than its owner can know', withToken, 4, ['done', 'done', 'done', 'current']],
    ['a refused request was seen', { ...withToken, last_error: 'x' }, 1, ['done', 'done', 'done', 'current']],
    [
      'the history is coming',
      { ...connected, importing: { received: 200, total: 5000 } },
      1,
      ['done', 'done', 'done', 'current'],
    ],
    ['synced', connected, 1, ['done', 'done', 'done', 'done']],
    ['synced, and the token removed', { ...connected, has_ea_token: false }, 3, ['current', 'ahead', 'ahead', 'ahead']],
  ] as const)('%s', (_, ea, claimed, expected) => expect(states(ea, claimed, null)).toEqual(expected))

  test('the last one says how much of the history is here', () => {
    const ea = { ...connected, importing: { received: 1200, total: 5000 } }
    expect(stepsOf(ea, 1, 'MT4').map(({ note }) => note)).toEqual(['Fatto', 'MT4', 'WebRequest', '1.200 di 5.000'])
  })
})

test('CONNESSO needs both: an account that is bound, and a sync within 15 minutes', () => {
  expect(isConnected(connected)).toBe(true)
  expect(isConnected({ ...connected, ea_active: false })).toBe(false)
  expect(isConnected({ ...connected, account_connected: false })).toBe(false)
})

test('the status is asked for every 30 seconds, every 15 while connected', () => {
  expect([undefined, withToken, { ...connected, ea_active: false }, connected].map(refreshMs)).toEqual([
    30_000, 30_000, 30_000, 15_000,
  ])
})

test('a masked token shows neither its middle nor its length', () => {
  expect(maskedToken(testToken)).toBe('tt_ea_9f3c••••••••••••••••••••7b21')
})

describe('what keeps an account from syncing', () => {
  test('nothing to say without a token, or while all is well', () => {
    expect(troubleOf(nothing)).toBeNull()
    expect(troubleOf(connected)).toBeNull()
  })
  test('silence so far, silence since, and what the chart shows', () => {
    expect(troubleOf(withToken)?.checks[0]).toContain('WebRequest')
    expect(troubleOf({ ...connected, ea_active: false })?.text).toContain('20/11/2026, 16:38')
    expect(troubleOf({ ...connected, message: 'Storico incompleto.' })?.text).toBe('Storico incompleto.')
  })
  test('progress of the import is no trouble', () => {
    const ea = { ...connected, importing: { received: 1, total: 2 }, message: 'Importazione in corso: 1 di 2.' }
    expect(troubleOf(ea)).toBeNull()
  })
  test('a refusal comes before everything, with what to do', () => {
    const trouble = troubleOf({ ...connected, ea_active: false, last_error: syncRefusals.SUBSCRIPTION_REQUIRED[1] })
    expect(trouble).toMatchObject({ tone: 'danger', text: syncRefusals.SUBSCRIPTION_REQUIRED[1] })
    expect(trouble?.checks[0]).toContain('Rinnova')
  })

  // A refused token belongs to nobody: its owner never reads that one.
  const seen = Object.entries(syncRefusals).filter(([code]) => code !== 'TOKEN_INVALID')
  test.each(seen)('every refusal has its remedy: %s', (_, [, message]) => expect(remedyOf(message)).not.toBeNull())

  test('an account of somebody else, and figures that do not add up, have theirs', () => {
    const input = {
      platform: 'MT5',
      importing: false,
      received: 1,
      shown: 1,
      connected: true,
      alternating: false,
    } as const
    const rest = { held: null, differs: false, again: false, missing: 0, currency: 'EUR', digits: 2 }
    expect(remedyOf(chartMessage({ ...input, ...rest, obstacle: 'equity_mismatch' }).message)).not.toBeNull()
    expect(remedyOf('Questo conto è già collegato a un altro utente.')).not.toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { chartMessage } from '../rules/reception/messages.ts'
import { replacedTokenMessage, syncRefusals } from '#features/ea/sync-contract.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { isConnected, isTokenNew, maskedToken, nextSync, refreshMs, stepsOf } from './setup.ts'
import { statuses, testToken } from './testing/status.ts'
import { remedyOf, problemOf } from './connection-problem.ts'

const { nothing, withToken, connected } = statuses
/** The account has synced, but not with this token. */
const renewed = { ...connected, token_created_at: '2026-11-20T15:39:00.000Z' }
const removed = { ...connected, has_ea_token: false, hasToken: false, ea_token: null, token_created_at: null }
const states = (...given: Parameters<typeof stepsOf>) => stepsOf(...given).map(({ state }) => state)

describe('the steps', () => {
  test.each([
    ['without a token', nothing, 3, ['current', 'ahead', 'ahead', 'ahead']],
    ['with a token', withToken, 1, ['done', 'current', 'ahead', 'ahead']],
    ['the address allowed, its owner says', withToken, 2, ['done', 'done', 'current', 'ahead']],
    ['installed too, its owner says', withToken, 3, ['done', 'done', 'done', 'current']],
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
    ['a token that nothing came with yet', renewed, 1, ['done', 'done', 'done', 'current']],
  ] as const)('%s', (_, ea, claimed, expected) => expect(states(ea, claimed, null)).toEqual(expected))

  test('the last one shows the progress of the import', () => {
    const ea = { ...connected, importing: { received: 1200, total: 5000 } }
    expect(stepsOf(ea, 1, 'MT4').map(({ note }) => note)).toEqual(['Fatto', 'WebRequest', 'MT4', '1.200 di 5.000'])
  })
})

test('CONNESSO needs both: an account that is bound, and a sync within 15 minutes', () => {
  expect(isConnected(connected)).toBe(true)
  expect(isConnected({ ...connected, ea_active: false })).toBe(false)
  expect(isConnected({ ...connected, account_connected: false })).toBe(false)
})

describe('a token that the terminal does not have', () => {
  test('connects nothing, in spite of syncs with the former one', () => {
    expect(isConnected(renewed)).toBe(false)
    expect(isConnected(removed)).toBe(false)
    expect([connected, renewed, removed, withToken].map(isTokenNew)).toEqual([false, true, false, false])
    expect(stepsOf(renewed, 1, 'MT5').at(-1)?.note).toBe('Token nuovo')
    expect(problemOf(renewed)).toBeNull()
  })
  test('is known with the first sync that brings it', () => {
    expect(isConnected({ ...renewed, last_ea_sync: renewed.token_created_at })).toBe(true)
  })
})

test('the next sync is late a minute after it was due; none is expected without a connection', () => {
  const due = Date.parse('2026-11-20T15:43:00.000Z')
  expect(nextSync(connected, due + MINUTE_MS)).toEqual({ at: '2026-11-20T15:43:00.000Z', isLate: false })
  expect(nextSync(connected, due + 60_001)?.isLate).toBe(true)
  expect(nextSync(renewed, due)).toBeNull()
  expect(nextSync({ ...connected, last_error: 'Abbonamento scaduto' }, due)).toBeNull()
  expect(nextSync({ ...connected, next_sync_expected_at: null }, due)).toBeNull()
})

test('a refusal before the first sync blocks the step', () => {
  expect(stepsOf({ ...withToken, last_error: 'x' }, 1, null).at(-1)?.note).toBe('Bloccata')
  expect(stepsOf({ ...connected, last_error: 'x' }, 1, null).at(-1)?.note).toBe('Fatta')
})

test('the status is read every 30 seconds, every 15 while connected', () => {
  const refused = { ...connected, last_error: 'Abbonamento scaduto' }
  expect([undefined, withToken, { ...connected, ea_active: false }, refused, connected].map(refreshMs)).toEqual([
    30_000, 30_000, 30_000, 30_000, 15_000,
  ])
})

test('a masked token shows neither its middle nor its length', () => {
  expect(maskedToken(testToken)).toBe('tt_ea_9f3c••••••••••••••••••••7b21')
})

describe('the obstacle to an account’s syncs', () => {
  test('there is none without a token, or while all is well', () => {
    expect(problemOf(nothing)).toBeNull()
    expect(problemOf(connected)).toBeNull()
  })
  test('no sync so far, no sync since, and the text of the chart', () => {
    expect(problemOf(withToken)?.checks[0]).toContain('WebRequest')
    expect(problemOf({ ...connected, ea_active: false })?.text).toContain('20/11/2026, 16:38')
    expect(problemOf({ ...connected, message: 'Storico incompleto.' })?.text).toBe('Storico incompleto.')
  })
  test('a cut history of MetaTrader 4 is reported with its remedy, while it is imported too', () => {
    const message = 'Scheda Storico conto: tasto destro > Tutta la cronologia'
    for (const importing of [null, { received: 1, total: 2 }]) {
      const problem = problemOf({ ...connected, importing, message })
      expect(problem).toMatchObject({ tone: 'warn', text: message })
      expect(problem?.checks[0]).toContain('MetaTrader 4 mostra all’EA solo lo storico')
    }
  })

  test('a terminal that still sends the token before is distinguished from one that sends nothing', () => {
    const problem = problemOf({ ...renewed, last_error: replacedTokenMessage })
    expect(problem).toMatchObject({ tone: 'danger', text: replacedTokenMessage })
    expect(problem?.checks[0]).toContain('InpToken')
  })

  test('progress of the import is no problem', () => {
    const ea = { ...connected, importing: { received: 1, total: 2 }, message: 'Importazione in corso: 1 di 2.' }
    expect(problemOf(ea)).toBeNull()
  })
  test('a refusal comes before everything, with its remedy', () => {
    const problem = problemOf({ ...connected, ea_active: false, last_error: syncRefusals.SUBSCRIPTION_REQUIRED[1] })
    expect(problem).toMatchObject({ tone: 'danger', text: syncRefusals.SUBSCRIPTION_REQUIRED[1] })
    expect(problem?.checks[0]).toContain('Rinnova')
  })

  test('names an account by its last digits alone', () => {
    const text = 'Il token è legato al conto MT5 51230001 (Broker-Live).'
    expect(problemOf({ ...connected, last_error: text })?.text).toBe(
      'Il token è legato al conto MT5 •••••001 (Broker-Live).',
    )
  })

  // A refused token has no owner who could read it.
  const shown = Object.entries(syncRefusals).filter(([code]) => code !== 'TOKEN_INVALID')
  test.each(shown)('every refusal has its remedy: %s', (_, [, message]) => expect(remedyOf(message)).not.toBeNull())

  test('another person’s account, and figures that do not add up, have theirs', () => {
    const input = {
      platform: 'MT5',
      importing: false,
      received: 1,
      shown: 1,
      connected: true,
      alternating: false,
      mayWiden: true,
    } as const
    const rest = { held: null, differs: false, again: false, missing: 0, currency: 'EUR', digits: 2 }
    const { message } = chartMessage({ ...input, ...rest, obstacle: 'equity_mismatch' })
    expect(message).toContain('riavvia il terminale e scarica')
    expect(remedyOf(message)).toBeNull()
    expect(remedyOf('Questo conto è già collegato a un altro utente.')).not.toBeNull()
  })
  test('an account that was closed: its own trader has the remedy in the message, another one may have a way left', () => {
    const closed = 'Questo conto è stato chiuso'
    expect(
      problemOf({
        ...connected,
        last_error: `${closed} il 20/11/2026: non può ripartire da zero. Collega un altro conto.`,
      })?.checks,
    ).toEqual([])
    expect(remedyOf(`${closed} da un altro utente il 20/11/2026. È tuo? Metti un ordine pendente`)).toBe(
      'Se non è tuo, usa un altro conto.',
    )
  })
})

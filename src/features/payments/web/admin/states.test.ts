import { expect, test } from 'vitest'
import { checkWord, reconciledWords, statesOf } from './states.ts'

const answer = {
  order_id: 'TT-1',
  status: 'partially_paid',
  activated: false,
  expires_at: null,
  message: 'm',
  checked: true,
} as const

test('a reconciliation says what came of it, never what the buyer should do', () => {
  expect(reconciledWords({ ...answer, status: 'finished', activated: true }).tone).toBe('ok')
  expect(reconciledWords(answer).text).toBe(
    'Il fornitore ha risposto: è arrivato meno del dovuto. Nulla è stato attivato.',
  )
  expect(reconciledWords({ ...answer, checked: false })).toEqual({ text: 'm', tone: 'warn' })
})

test('a payment that needs a person says so beside where it stands', () => {
  const review = { code: 'paid_twice', text: 'Pagato due volte.' }
  const words = (row: Parameters<typeof statesOf>[0]) => statesOf(row).map((state) => state.word)
  expect(words({ class: 'completed', status: 'finished', review })).toEqual(['Completato', 'Da verificare'])
  expect(words({ class: 'pending', status: 'failed', review })).toEqual(['Da verificare'])
  expect(words({ class: 'pending', status: 'failed', review: null })).toEqual(['Fallito'])
  expect(words({ class: 'pending', status: 'confirming', review: null })).toEqual(['In corso'])
})

test('a result that has no words yet is shown as it is', () => {
  expect(checkWord('misconfigured')).toBe('il fornitore rifiuta le credenziali')
  expect(checkWord('strange')).toBe('strange')
  expect(checkWord(null)).toBe('')
})

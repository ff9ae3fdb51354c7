import { expect, test } from 'vitest'
import type { CryptoPayment } from '#features/payments/admin-contract.ts'
import { checkLabel, outcomeLabel, reconciledToast, shortPlan, statesOf, statusText } from './labels.ts'

const answer = {
  order_id: 'TT-1',
  status: 'partially_paid',
  activated: false,
  expires_at: null,
  message: 'm',
  checked: true,
} as const

test('a reconciliation shows its outcome, never what the buyer should do', () => {
  expect(reconciledToast({ ...answer, status: 'finished', activated: true }).tone).toBe('ok')
  expect(reconciledToast(answer).text).toBe(
    'Il fornitore ha risposto: è arrivato meno del dovuto. Nulla è stato attivato.',
  )
  expect(reconciledToast({ ...answer, checked: false })).toEqual({
    text: 'Il fornitore non si è potuto interrogare ora. Quanto si sapeva: è arrivato meno del dovuto. Riprova tra poco.',
    tone: 'warn',
  })
})

test('a payment that needs a person says so beside its status', () => {
  const review = { code: 'paid_twice', text: 'Pagato due volte.' }
  const words = (row: Pick<CryptoPayment, 'class' | 'status' | 'review'> & { holds?: boolean; is_known?: boolean }) =>
    statesOf({
      is_known: true,
      ...row,
      reviewed: row.holds === undefined ? null : { at: '', by: 'capo', note: 'Visto', holds: row.holds },
    }).map((state) => state.word)
  expect(words({ class: 'completed', status: 'finished', review })).toEqual(['Completato', 'Da verificare'])
  expect(words({ class: 'pending', status: 'failed', review })).toEqual(['Da verificare'])
  expect(words({ class: 'completed', status: 'finished', review, holds: true })).toEqual(['Completato'])
  expect(words({ class: 'completed', status: 'finished', review, holds: false })).toEqual([
    'Completato',
    'Da verificare',
  ])
  expect(words({ class: 'pending', status: 'failed', review, holds: true })).toEqual(['Fallito'])
  expect(words({ class: 'pending', status: 'confirming', review, holds: true, is_known: false })).toEqual([
    'Verificato',
  ])
  expect(words({ class: 'pending', status: 'failed', review: null })).toEqual(['Fallito'])
  expect(words({ class: 'pending', status: 'confirming', review: null })).toEqual(['In corso'])
})

test('an order shows its state, the provider’s own word and its plan, and each notification its outcome', () => {
  expect(statusText({ status: 'confirming', raw_status: 'sending' })).toBe('In conferma (per il fornitore: sending)')
  expect(statusText({ status: 'waiting', raw_status: null })).toBe('In attesa del denaro')
  expect(shortPlan('basic_annual')).toBe('Basic annuale')
  expect(shortPlan('lifetime')).toBe('lifetime')
  expect([outcomeLabel('activated'), outcomeLabel('strange'), outcomeLabel(null)]).toEqual([
    'ha attivato il piano',
    'strange',
    'non ancora letta',
  ])
})

test('a result that has no words yet is shown as it is', () => {
  expect(checkLabel('misconfigured')).toBe('il fornitore rifiuta le credenziali')
  expect(checkLabel('strange')).toBe('strange')
  expect(checkLabel(null)).toBe('')
})

import { expect, test } from 'vitest'
import { effectOf, noReplyText } from './decision-texts.ts'

const silent = { audience: 'silent', holds: false, status: 'open' } as const
const held = { audience: 'public', holds: true, status: 'open' } as const
const owners = { audience: 'owner', holds: false, status: 'answered' } as const

test('a silent case promises nothing of a profile, of a place or of an answer', () => {
  for (const decision of ['cleared', 'upheld'] as const) {
    const words = effectOf(decision, silent)
    expect(words).not.toMatch(/profilo|torna|motivo/)
    expect(words).toContain('Il posto in classifica non cambia.')
  }
  expect(noReplyText(silent)).toContain('non può rispondere')
})

test('a place is spoken of as what it is before the decision', () => {
  expect(effectOf('cleared', held)).toContain('torna in classifica')
  expect(effectOf('upheld', held)).toContain('resta fuori classifica')
  expect(effectOf('upheld', { ...held, status: 'cleared' })).toContain('esce dalla classifica')
  expect(effectOf('cleared', { ...held, holds: false })).not.toContain('torna')
})

test('a text that only the owner reads is not on the profile', () => {
  expect(effectOf('cleared', owners)).toBe('Il posto in classifica non cambia. Il trader legge il motivo.')
})

test('a decided case takes no answer any more', () => {
  expect(noReplyText({ ...held, status: 'upheld' })).toBe('Nessuna.')
  expect(noReplyText(held)).toContain('Può rispondere fino alla decisione')
})

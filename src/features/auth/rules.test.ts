import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { guessDelayMs, passwordProblem } from './rules.ts'

const owner = { username: 'anna.verdi', display_name: 'Anna Verdi', email: 'anna.v@broker-mail.example' }

describe('passwords', () => {
  test.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'PASSWORD123!',
    'passw0rd2024',
    'qwertyuiop',
    'asdfghjkl',
    '12345678',
    '87654321',
    '11111111',
    'aaaaaaaa',
    'abcabcabc',
    '1q2w3e4r',
    'iloveyou1',
    'juventus',
    'Juventus1897',
    'amoremio',
    'francesca90',
    'marcomarco',
    '19840512',
    'mr19840512',
    'forzanapoli!',
    'Napoli1926!!',
    'metatrader5',
    'bitcoin2025',
    'ferrari458',
    'qazwsxedc',
    'abcdefgh',
    '3331234567',
  ])('%s is refused as common', (password) => {
    expect(isCommonPassword(password)).toBe(true)
    expect(passwordProblem(password, owner)).toContain('più usate')
  })

  test.each([
    'cavallo-batteria-42',
    'zh7kq92aa',
    'correct horse battery staple',
    'perché no? sì!',
    'x9!Lm2#vQ',
    'Ωμέγα-δέλτα',
    '漢字漢語語彙辞典',
    'gatto rosso sul tetto',
  ])('%s is accepted', (password) => {
    expect(passwordProblem(password, owner)).toBeNull()
  })

  test.each([
    'anna.verdi',
    'anna.verdi77',
    'AnnaVerdi!',
    'verdi-1975',
    'xAnnaverdi',
    'toptrader',
    'TopTrader99',
    'broker-mail',
    'anna.v@broker-mail.example',
  ])('%s is refused as its owner’s own name', (password) => {
    expect(passwordProblem(password, owner)).not.toBeNull()
  })

  test('a long password may hold a name', () => {
    expect(passwordProblem('verdi come i prati di giugno', owner)).toBeNull()
  })
})

describe('wrong guesses', () => {
  test('wait from the fifth on, ever longer, a quarter of an hour at most', () => {
    expect([0, 1, 4, 5, 6, 7, 8, 9, 10, 11, 100, 1e6].map(guessDelayMs)).toEqual(
      [0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900, 900].map((seconds) => seconds * 1000),
    )
  })
})

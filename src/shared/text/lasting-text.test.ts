import { expect, test } from 'vitest'
import { lastingError } from './lasting-text.ts'

test.each([
  'Scritto da anna@example.com',
  'anna@mail',
  'Il numero è 3331234567',
  'Chiamato al +39 333 123 4567',
  'Conto 123456',
  'Conto １２３４５６',
])('%s would name somebody for good', (text) => {
  expect(lastingError(text)).toMatch(/il registro non si cancella/)
})

test.each([
  'Ho visto l’estratto conto del broker.',
  'Chiesto da @anna.verdi il 22/11/2026 alle 10:15',
  'Balance 12.500,00 e 48 operazioni',
  'Righe 12345',
])('%s names nobody', (text) => {
  expect(lastingError(text)).toBeUndefined()
})

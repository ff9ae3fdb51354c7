import { describe, expect, test } from 'vitest'
import { globalPlace, placeChange } from './place-texts.ts'

test.each([
  [1, 148, 'Primo su 148'],
  [2, 148, 'Secondo su 148'],
  [10, 148, 'Decimo su 148'],
  [11, 148, '11ª su 148'],
  [12, 148, '12ª su 148'],
  [1204, 5310, '1.204ª su 5.310'],
  [3, null, 'Terzo'],
  [null, 148, 'Non in classifica'],
] as const)('place %s of %s: %s', (rank, ranked, words) => expect(globalPlace(rank, ranked)).toBe(words))

describe('an earlier place', () => {
  const change = (rank: number | null, earlier: number | null | undefined) =>
    placeChange(rank, earlier === undefined ? null : { rank: earlier }, 'da ieri', 'Ieri')

  test.each([
    [3, 4, 1, 'Su di 1 posizione da ieri'],
    [3, 1_203, 1, 'Su di 1.200 posizioni da ieri'],
    [4, 3, -1, 'Giù di 1 posizione da ieri'],
    [9, 3, -1, 'Giù di 6 posizioni da ieri'],
    [3, 3, 0, 'Nessun cambio da ieri'],
    [3, null, 1, 'Ieri non eri in classifica'],
    [null, 3, -1, 'Ieri eri alla 3ª posizione'],
  ] as const)('%s after %s', (rank, earlier, direction, text) =>
    expect(change(rank, earlier)).toEqual({ direction, text }),
  )

  test.each([
    [3, undefined],
    [null, undefined],
    [null, null],
  ] as const)('%s after %s says nothing', (rank, earlier) => expect(change(rank, earlier)).toBeNull())
})

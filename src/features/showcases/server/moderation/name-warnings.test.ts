import { expect, test } from 'vitest'
import { nameWarnings } from './name-warnings.ts'

const trader = (trader_id: string, username: string, display_name: string) => ({
  trader_id,
  entry: { username, display_name },
})
const snapshotOf = (...traders: ReturnType<typeof trader>[]) =>
  ({ first: (most: number) => traders.slice(0, most), ranked: traders.length }) as never
const snapshot = snapshotOf(trader('1', 'mario_rossi', 'Mario Rossi FX'), trader('2', 'oro', 'Al'))
const like = (name: string, id = '9') => nameWarnings(snapshot, id, name).map((warning) => warning.like)

test.each([
  ['Mario Rossi FX', ['mario_rossi']],
  ['MARIO  ROSSI-FX', ['mario_rossi']],
  ['Мario Rossi FХ', ['mario_rossi']],
  ['Mario Rosi FX', ['mario_rossi']],
  ['Mario Rossi FXX', ['mario_rossi']],
  ['Mariо Rossi', ['mario_rossi']],
  ['Nario Rossi', ['mario_rossi']],
  ['Mario Bianchi', []],
  ['Rossi Mario', []],
  ['Al', ['oro']],
  ['Ab', []],
  ['ore', ['oro']],
  ['!!', []],
])('%s', (name, expected) => expect(like(name)).toEqual(expected))

test('a name does not resemble itself, and places beyond the ranked ones are not compared', () => {
  expect(like('Mario Rossi FX', '1')).toEqual([])
  const unranked = { ...(snapshotOf(trader('1', 'mario_rossi', 'Mario Rossi')) as object), ranked: 0 } as never
  expect(nameWarnings(unranked, '9', 'Mario Rossi')).toEqual([])
})

import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, openPosition } from '../../testing/checked-account.ts'
import { Forger } from '../../testing/forger.ts'

const at = (minute: number) => brokerAt(minute * MINUTE_MS)

/** More than a twentieth of the balance. */
const grave = ['result_contradicted', 'results_invented']

/** Closes far from the last list are found by R64, too. */
const ofResults = (codes: readonly string[]) => codes.filter((code) => !code.startsWith('close'))

describe('by the value of a lot that closes before it showed', () => {
  /** Closes of an index, each listed at its opening price, so that no list shows the value of a lot. */
  function closedInTurn(...profits: readonly [move: number, profit: number][]) {
    const forger = new Forger()
    return profits.map(([move, profit], index) => {
      const [minute, position, symbol] = [10 * index, `9${index}`, 'GER40']
      const listed = openPosition(position, (minute + 4) * MINUTE_MS, { symbol, open_price: 20_000, price: 20_000 })
      const opening = { position, symbol, price: 20_000 }
      forger.send(minute + 5, [buy(`${index + 1}0`, at(minute + 4), opening)], { positions: [listed] })
      const exit = { ...opening, price: 20_000 + move, profit }
      return ofResults(forger.send(minute + 10, [sell(`${index + 1}1`, at(minute + 9), exit)]))
    })
  }
  test('a gain is no more than the least of them gives, a loss no less than the most', () => {
    expect(closedInTurn([40, 4], [60, 6], [-60, -6], [60, 7])).toEqual([[], [], [], []])
    expect(closedInTurn([-40, -4], [40, 12])[1]).toContain('result_contradicted')
    expect(closedInTurn([40, 12], [-40, -4])[1]).toContain('result_contradicted')
  })
  test('gains alone do not prove a value, however well they agree', () => {
    const found = closedInTurn([100, 15], [100, 15], [100, 15], [100, 15], [100, 15])
    expect(found).toEqual([[], ['result_contradicted'], [], grave, []])
  })
  test('a loss proves it: then gains of the same value are compared, not added up', () => {
    expect(closedInTurn([-100, -15], [100, 15], [100, 15], [100, 15], [100, 15])).toEqual([[], [], [], [], []])
  })
  test('one that hardly moved shows no value', () => {
    expect(closedInTurn([4, 0.1], [60, 6])).toEqual([[], []])
  })
})

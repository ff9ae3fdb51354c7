import { describe, expect, test } from 'vitest'
import { leaderboardQuery, pageSize as contractPageSize, sortFields } from './contract.ts'
import { ignoredIn } from './ignored.ts'
import { addressOfSelection, leaderboardQueryOf, pageSize, selectionOf, sortNames } from './page.ts'

const queryOf = (text: string) => leaderboardQueryOf(new URLSearchParams(text))

describe('the address of a leaderboard page', () => {
  test('without filters asks for the first page in rank order', () => {
    expect(queryOf('')).toEqual({ limit: '50' })
  })

  test('names every filter, the order and the page', () => {
    const text = 'trading_style=swing&risk_level=low&platform=MT5&sort_by=roi_90&q=rossi&country=it&page=3'
    expect(queryOf(text)).toEqual({
      trading_style: 'swing',
      risk_level: 'low',
      platform: 'MT5',
      sort_by: 'roi_90',
      q: 'rossi',
      country: 'IT',
      limit: '50',
      page: '3',
    })
  })

  test.each([
    ['unknown values', 'trading_style=gambling&risk_level=none&platform=cTrader&sort_by=luck&country=Italia'],
    ['empty fields of a form', 'q=&trading_style=&risk_level=&platform=&country=&sort_by='],
    ['the default written out', 'sort_by=rank&page=1'],
    ['pages that are no numbers', 'page=-2'],
    ['thresholds out of range', 'months_min=0&drawdown_max=101&trades_min=1.5&month_loss_max=x&level_min=L9'],
    ['words that no filter takes', 'symbol=A%20B&currency=EURO&diamond=2&order=up'],
    ['the usual order written out', 'order=asc'],
    ['inherited names', 'trading_style=toString&sort_by=constructor'],
    ['parameters of others', 'utm_source=x&view=leaderboard'],
  ])('%s count as not written', (_, text) => {
    expect(queryOf(text)).toEqual({ limit: '50' })
  })

  test('is always a query that the endpoint takes', () => {
    for (const text of [
      '',
      `q=${'x'.repeat(400)}`,
      'page=999999&sort_by=days',
      'page=99999999999',
      'country=zz&q=%20%20a',
      'months_min=240&months_max=1&drawdown_max=100&trades_min=1000000&month_loss_max=1&level_min=L0',
      'symbol=%23US30&currency=usc&diamond=1&sort_by=drawdown&order=desc',
    ]) {
      expect(leaderboardQuery.safeParse(queryOf(text)).success).toBe(true)
    }
  })

  test('names the parts that it does not take', () => {
    const search = new URLSearchParams('risk_level=none&q=&platform=MT5&sort_by=luck&months_min=0&utm_source=x')
    expect(ignoredIn(search)).toEqual(['risk_level=none', 'months_min=0', 'sort_by=luck'])
  })

  test('comes back from its selection', () => {
    for (const address of ['/', '/?platform=MT4&page=2', '/?sort_by=win_rate&q=a+b&country=DE']) {
      expect(addressOfSelection(selectionOf(new URLSearchParams(address.slice(1))))).toSatisfy((again: string) => {
        expect(queryOf(again.slice(1))).toEqual(queryOf(address.slice(1)))
        return true
      })
    }
  })
})

test('the screen and the contract agree on the page size and on the orders', () => {
  expect(pageSize).toBe(contractPageSize)
  expect(Object.keys(sortNames)).toEqual([...sortFields])
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import profileSheet from './profile.css?inline'
import { ProfileView } from './ProfileView.tsx'
import { performanceWith, profileSeeds, scoreWith, traderWith, witnessed } from './testing/profile.ts'

withSheets(profileSheet)

/** The blank pixels between what a panel says last and its end, its foot left out. */
function blankEnd(panel: Element): number {
  const body = panel.querySelector('.panel-body') ?? panel
  const drawn = [...body.querySelectorAll('*')].filter(
    (element) => element.matches('svg, canvas, input') || (element.children.length === 0 && element.textContent !== ''),
  )
  return body.getBoundingClientRect().bottom - Math.max(...drawn.map((one) => one.getBoundingClientRect().bottom))
}

const symbolsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    symbol: `SYM${index}`,
    trades: 40,
    win_rate: 60,
    profit: 100,
    share: 100 / count,
  }))

/** Three years of days: the calendar has a strip for each. */
const longHistory = Array.from({ length: 900 }, (_, index) => witnessed(index, index / 30))
const importedHistory = { since: '2024-11-03T00:00:00Z', trades: 80, net_profit: 1_200, counts: false }

test.each([
  { name: 'one symbol', symbols: 1, daily: undefined, imported: null },
  { name: 'many symbols', symbols: 12, daily: undefined, imported: null },
  { name: 'three years and nothing imported', symbols: 4, daily: longHistory, imported: null },
  { name: 'much imported', symbols: 3, daily: undefined, imported: importedHistory },
])('on a wide screen both columns end together, and no plate ends in a hole: $name', async (shape) => {
  const symbols = symbolsOf(shape.symbols)
  const hours = [{ hour: 9, trades: 40, win_rate: 60, profit: 100 }]
  const trader = traderWith({ performance: { imported: shape.imported } })
  const performance = performanceWith({
    score: scoreWith(),
    symbols,
    hours,
    ...(shape.daily && { daily: shape.daily }),
  })
  const host = mount(<ProfileView username="marta.ferrero" />, { seeds: profileSeeds(trader, performance) })
  for (const width of [1440, 1180]) {
    await page.viewport(width, 900)
    await expect.element(page.getByText('Tavola 12')).toBeVisible()
    for (const columns of host.querySelectorAll('.columns')) {
      const ends = [...columns.children].map((column) => column.lastElementChild?.getBoundingClientRect().bottom ?? 0)
      expect(Math.abs((ends[0] ?? 0) - (ends[1] ?? 0))).toBeLessThan(1)
    }
    const holes = [...host.querySelectorAll('.panel')]
      .map((panel) => `${panel.querySelector('h2')?.textContent}: ${Math.round(blankEnd(panel))}`)
      .filter((hole) => Number(hole.split(': ')[1]) > 72)
    expect(holes).toEqual([])
  }
})

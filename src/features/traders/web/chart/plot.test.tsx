import { expect, test } from 'vitest'
import { drawPlot } from './plot.ts'
import { readColours } from './tokens.ts'

test('a box of another width shows every day again', async () => {
  const box = document.createElement('div')
  box.style.cssText = 'width: 800px; height: 300px'
  document.body.append(box)
  const days = Array.from({ length: 12 }, (_, day) => `2026-01-${String(day + 1).padStart(2, '0')}`)
  const points = days.map((date, value) => ({ date, value, imported: false }))
  const axis = { low: 0, high: 12, isLog: false, offset: 0, unit: 'percent', top: 0, bottom: 0 } as const
  const chart = drawPlot(box, readColours(), { axis, lines: [{ name: 'growth', points }] }, days)
  const shown = () => {
    const range = chart.timeScale().getVisibleRange()
    return range === null ? null : [range.from, range.to]
  }
  for (const width of [800, 300, 1100, 320]) {
    box.style.width = `${width}px`
    await expect.poll(() => box.querySelector('table')?.clientWidth).toBe(width)
    await expect.poll(shown).toEqual([days[0], days.at(-1)])
  }
  chart.remove()
  box.remove()
})

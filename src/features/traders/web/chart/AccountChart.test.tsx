import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { awaitUse } from '#web/ui/when-used.ts'
import profileSheet from '../profile.css?inline'
import { performanceWith } from '../testing/profile.ts'
import { ChartPanel } from './ChartPanel.tsx'

withSheets(profileSheet)

test('the library draws a chart that is near the screen when the page is used; until then it is the static one', async () => {
  await page.viewport(412, 823)
  awaitUse()
  const host = mount(
    <div style={{ paddingTop: '2000px' }}>
      <ChartPanel performance={performanceWith()} plate="Tavola 1" />
    </div>,
  )
  await expect.poll(() => host.querySelector('figure path[class*="chart-line"]')).not.toBeNull()
  await import('./LivePlot.tsx')
  // The observer tells in the next frame where the chart is.
  const expectStatic = async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(host.querySelector('canvas')).toBeNull()
  }
  await expectStatic()
  host.querySelector('figure')?.scrollIntoView({ block: 'end' })
  await expectStatic()
  window.dispatchEvent(new Event('wheel'))
  await expect.poll(() => host.querySelectorAll('figure canvas').length, { timeout: 10_000 }).toBeGreaterThan(0)
  window.scrollTo(0, 0)
})

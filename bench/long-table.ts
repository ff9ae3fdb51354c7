import { bench, option, record } from './frame/bench.ts'
import { slowPage, startBrowser, startSite } from './frame/browser.ts'

/**
 * The list of many traders, on a phone whose processor is four times slower: the elements that it holds, its longest task while it loads,
 * and the frames that it shows while it is scrolled from end to end. It needs the built web part and Chromium.
 * `--traders=N` (2,000), `--seconds=N` of scrolling (5).
 */

const traders = option('traders', 2_000)
const seconds = option('seconds', 5)
const slowdown = 4
const bars = { rows: { most: 80 }, nodes: { most: 1_500 }, task: { most: 50 }, frames: { least: 55 } }

await bench(async () => {
  const { site } = await startSite(traders)
  const page = await slowPage(await startBrowser(), slowdown)
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(globalThis, { tasks })
    new PerformanceObserver((entries) => tasks.push(...entries.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  await page.goto(site)
  await page.waitForLoadState('networkidle')
  const held = await page.evaluate(() => ({
    rows: document.querySelectorAll('table.board tr').length,
    nodes: document.querySelectorAll('*').length,
    task: Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks),
  }))
  const frames = await page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        let shown = 0
        const step = (now: number) => {
          shown += 1
          const share = (now - began) / ms
          if (share >= 1) {
            resolve(shown)
            return
          }
          const end = document.documentElement.scrollHeight - innerHeight
          scrollTo(0, end * (1 - Math.abs(1 - 2 * share)))
          requestAnimationFrame(step)
        }
        requestAnimationFrame(step)
      }),
    1000 * seconds,
  )
  record('rows in the page', held.rows, 'elements', bars.rows)
  record('elements in the page', held.nodes, 'elements', bars.nodes)
  record('longest task while loading', held.task, 'ms', bars.task)
  record('frames while scrolling', frames / seconds, 'a second', bars.frames)
})

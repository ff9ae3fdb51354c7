import type { Page } from 'playwright-core'
import { bench, median, option, quantile, record, spread } from './frame/bench.ts'
import { slowPage, startBrowser, startSite } from './frame/browser.ts'

/**
 * Time from an event to the next paint, on a computer whose processor is six times slower: sorting, filtering and opening a row,
 * against plain JavaScript that puts the same rows into the same table. It needs the built web part and Chromium.
 * `--rounds=N` (6), `--traders=N` (200).
 */

const rounds = option('rounds', 6)
const traders = option('traders', 200)
const slowdown = 6
const wide = 1280
const restMs = 400
const bars = { paint: { most: 100 }, ratio: { most: 1.5 }, task: { most: 50 } }

/** Collects, in the page, the durations of events and of long tasks. */
async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations = { events: [] as number[], tasks: [] as number[] }
    Object.assign(globalThis, { durations })
    const listen = (list: number[], options: PerformanceObserverInit) =>
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries()) list.push(entry.duration)
      }).observe(options)
    listen(durations.events, { type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    listen(durations.tasks, { type: 'longtask' })
  })
}

/** Does something, waits until the page is at rest, and reads the longest event and task since then. */
async function longest(page: Page, work: () => Promise<unknown>): Promise<{ event: number; task: number }> {
  const take = () =>
    page.evaluate(() => {
      const { durations } = globalThis as unknown as { durations: { events: number[]; tasks: number[] } }
      const most = { event: Math.max(0, ...durations.events), task: Math.max(0, ...durations.tasks) }
      durations.events.length = 0
      durations.tasks.length = 0
      return most
    })
  await take()
  await work()
  await page.waitForTimeout(restMs)
  return take()
}

await bench(async () => {
  const { site, copy } = await startSite(traders)
  const browser = await startBrowser()
  const page = await slowPage(browser, slowdown, wide)
  await observe(page)
  await page.goto(site)
  await page.waitForLoadState('networkidle')
  const plain = await slowPage(browser, slowdown, wide)
  await observe(plain)
  await plain.goto(copy)
  // The rows in their order and in the opposite one: a click shows the other ones.
  await plain.evaluate(() => {
    const body = document.querySelector('table.board tbody')
    const button = document.body.insertBefore(document.createElement('button'), document.body.firstChild)
    button.id = 'plain'
    button.textContent = 'Plain'
    if (body === null) return
    const rows = [...body.children].map((row) => row.outerHTML)
    const orders = [rows.toReversed().join(''), rows.join('')]
    button.addEventListener('click', () => {
      body.innerHTML = orders[0] ?? ''
      orders.reverse()
    })
  })

  const ours: Record<string, { event: number; task: number }[]> = {}
  const reference: number[] = []
  const measure = async (name: string, work: () => Promise<unknown>) => {
    ;(ours[name] ??= []).push(await longest(page, work))
  }
  for (let round = 0; round < rounds; round += 1) {
    reference.push((await longest(plain, () => plain.click('#plain'))).event)
    await measure('sort', () =>
      page
        .locator('table.board thead a')
        .nth(round % 2 === 0 ? 1 : 0)
        .click(),
    )
    await measure('filter', () => page.getByRole('link', { name: 'Drawdown sotto il 15%' }).click())
    await measure('open a row', () => page.locator('table.board tbody a').first().click())
    await page.goBack()
    await page.waitForTimeout(restMs)
  }
  for (const [name, times] of Object.entries(ours)) {
    console.log(
      `${name}: ${spread(times.map(({ event }) => event))} ms, longest task ${spread(times.map(({ task }) => task))} ms`,
    )
  }
  console.log(`plain: ${spread(reference)} ms`)
  const all = Object.values(ours).flat()
  const events = all.map(({ event }) => event)
  record('longest task', Math.max(...all.map(({ task }) => task)), 'ms', bars.task)
  record('p98 from event to paint', quantile(events, 0.98), 'ms', bars.paint)
  record(
    'sorting',
    median((ours['sort'] ?? []).map(({ event }) => event)) / median(reference),
    '× plain JavaScript',
    bars.ratio,
  )
})

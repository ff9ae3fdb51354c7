import type { Browser, Page } from 'playwright-core'
import { bench, compare, option, record } from './frame/bench.ts'
import { slowPage, startBrowser, startSite } from './frame/browser.ts'

/**
 * The list of many traders, on a phone whose processor is four times slower: the elements that it holds, its longest task while it loads,
 * alone and against a bare table of the same rows, and the frames that it shows while it is scrolled from end to end. It needs the built web
 * part and Chromium.
 * `--traders=N` (2,000), `--seconds=N` of scrolling (10).
 */

const traders = option('traders', 2_000)
const seconds = option('seconds', 10)
const slowdown = 4
const bars = {
  rows: { most: 80 },
  nodes: { most: 1_500 },
  task: { most: 50 },
  table: { most: 2.5 },
  frames: { least: 55 },
}

interface List {
  leaderboard: Record<string, unknown>[]
}

/** A table of the rows' ten first figures and texts, with no style and no script. */
async function bareTable(site: string): Promise<string> {
  const { leaderboard } = (await (await fetch(`${site}/api/fresh/leaderboard?limit=50`)).json()) as List
  const rows = leaderboard.map((row) => {
    const shown = Object.values(row).filter((value) => ['string', 'number'].includes(typeof value))
    return `<tr>${shown
      .slice(0, 10)
      .map((value) => `<td>${String(value).slice(0, 16)}</td>`)
      .join('')}</tr>`
  })
  return `<!doctype html><meta name="viewport" content="width=device-width"><table>${rows.join('')}</table>`
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  dur?: number
  args: { name?: string }
}

/** The longest task of a page's thread while it loads, in milliseconds. */
async function longestTask(browser: Browser, page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  await browser.startTracing(page, { categories: ['__metadata', 'toplevel'] })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents.filter(({ args }) => args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && threads.has(`${pid} ${tid}`))
  return Math.max(0, ...tasks.map(({ dur = 0 }) => dur)) / 1000
}

/** Frames in a second while a page is scrolled from end to end and back. */
async function framesOf(page: Page): Promise<number> {
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
  return frames / seconds
}

await bench(async () => {
  const { site } = await startSite(traders)
  const browser = await startBrowser()
  const table = await bareTable(site)
  const traced = await slowPage(browser, slowdown)
  await traced.route('**/bare', (route) => route.fulfill({ body: table, contentType: 'text/html; charset=utf-8' }))
  await compare(
    'longest task while loading, against a bare table',
    {
      reference: () => longestTask(browser, traced, `${site}/bare`),
      ours: () => longestTask(browser, traced, `${site}/`),
    },
    { unit: 'ms', bar: bars.table },
  )
  await traced.goto(`${site}/bare`)
  console.log(`frames while the bare table is scrolled: ${(await framesOf(traced)).toFixed(0)} a second`)
  await traced.close()

  const page = await slowPage(browser, slowdown)
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
  record('rows in the page', held.rows, 'elements', bars.rows)
  record('elements in the page', held.nodes, 'elements', bars.nodes)
  record('longest task while loading', held.task, 'ms', bars.task)
  record('frames while scrolling', await framesOf(page), 'a second', bars.frames)
})

import type { Locator, Page } from 'playwright-core'
import { bench, median, option, quantile, record, spread } from './frame/bench.ts'
import { slowPage, startBrowser, startSite, submitShowcase } from './frame/browser.ts'

/**
 * Time from an event to the next paint, on a computer whose processor is six times slower: sorting, filtering, opening a row, another series
 * of a profile's chart, a step of the editor. Sorting is measured against plain JavaScript that puts the same rows into the same table.
 * It needs the built web part and Chromium. `--rounds=N` (6), `--traders=N` (200).
 */

const rounds = option('rounds', 6)
const traders = option('traders', 200)
const slowdown = 6
const wide = 1280
const restMs = 1_000
const bars = { paint: { most: 100 }, ratio: { most: 1.5 }, task: { most: 50 } }

/** A page collects these: `[start, duration]`, milliseconds of its own clock. */
interface Collected {
  events: [number, number][]
  tasks: [number, number][]
  /** The last change of the list's rows. */
  changed: number
  pressed: number
}

interface Pressed {
  /** From the event to the next paint. */
  event: number
  /** The longest task since the event. */
  task: number
  /** From the event to the last change of the list. */
  stands: number
  /** Work of the main thread from the event until the page is at rest, by its kind. */
  script: number
  styles: number
  layout: number
}

/** Collects, in the page, the durations of events and of long tasks, and when it was pressed. */
async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const collected: Collected = { events: [], tasks: [], changed: 0, pressed: 0 }
    Object.assign(globalThis, { collected })
    const listen = (list: [number, number][], options: PerformanceObserverInit) =>
      new PerformanceObserver((entries) => {
        for (const { startTime, duration } of entries.getEntries()) list.push([startTime, duration])
      }).observe(options)
    listen(collected.events, { type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    listen(collected.tasks, { type: 'longtask' })
    addEventListener('pointerdown', ({ timeStamp }) => (collected.pressed = timeStamp), true)
    const changes = new MutationObserver((records) => {
      const isRow = ({ target }: MutationRecord) => target instanceof Element && target.closest('table.board') !== null
      if (records.some(isRow)) collected.changed = performance.now()
    })
    changes.observe(document, { childList: true, subtree: true })
  })
}

/** The middle of an element. Looking for it is work of the page, which counts when it is done at the press. */
async function middleOf(element: Locator): Promise<[x: number, y: number]> {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error('an element that is to be pressed is not shown')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Presses an element, waits until the page is at rest, and reads what began since then. */
async function press(page: Page, element: Locator): Promise<Pressed> {
  const place = await middleOf(element)
  // A press that does not arrive has no events.
  await page.evaluate(() => {
    ;(globalThis as unknown as { collected: Collected }).collected.pressed = Infinity
  })
  await page.waitForTimeout(restMs)
  const work = await startWork(page)
  await page.mouse.click(...place)
  await page.waitForTimeout(restMs)
  const parts = await work()
  const pressed = await page.evaluate(() => {
    const { events, tasks, changed, pressed } = (globalThis as unknown as { collected: Collected }).collected
    const since = (list: [number, number][]) =>
      list.filter(([start]) => start >= pressed).map(([, duration]) => duration)
    return {
      event: Math.max(...since(events)),
      task: Math.max(0, ...since(tasks)),
      stands: Math.max(0, changed - pressed),
    }
  })
  if (!Number.isFinite(pressed.event)) throw new Error('no event of a press was observed')
  return { ...pressed, ...parts }
}

/** Milliseconds of the main thread's work since a moment. */
async function startWork(page: Page): Promise<() => Promise<Pick<Pressed, 'script' | 'styles' | 'layout'>>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (name: string) => 1000 * (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN)
  }
  const before = await read()
  return async () => {
    const after = await read()
    await session.detach()
    const of = (name: string) => after(name) - before(name)
    return { script: of('ScriptDuration'), styles: of('RecalcStyleDuration'), layout: of('LayoutDuration') }
  }
}

/** A page of the plain list: its button shows the rows in the opposite order. */
async function plainPage(page: Page, address: string): Promise<Locator> {
  await observe(page)
  await page.goto(address)
  await page.evaluate(() => {
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
  return page.locator('#plain')
}

/** Signs the page in as a trader with a Diamond plan, and stores the draft of a showcase. */
async function openEditor(page: Page, site: string): Promise<void> {
  const { token } = await submitShowcase(site)
  await page.evaluate((value) => localStorage.setItem('trader_token', value), token)
  await page.goto(`${site}/?view=showcase-editor&step=2`)
  await page.waitForLoadState('networkidle')
}

await bench(async () => {
  const { site, copy, username } = await startSite(traders)
  const browser = await startBrowser()
  const page = await slowPage(browser, slowdown, wide)
  await observe(page)
  await page.goto(site)
  await page.waitForLoadState('networkidle')
  const plain = await slowPage(browser, slowdown, wide)
  const plainButton = await plainPage(plain, copy)

  const ours: Record<string, Pressed[]> = {}
  const reference: number[] = []
  const measure = async (name: string, element: Locator) => {
    await page.bringToFront()
    ;(ours[name] ??= []).push(await press(page, element))
  }
  const heads = page.locator('table.board thead a')
  for (let round = 0; round < rounds; round += 1) {
    await plain.bringToFront()
    reference.push((await press(plain, plainButton)).event)
    await measure('sort', heads.nth(round % 2 === 0 ? 1 : 0))
    await measure('filter', page.locator('nav.lists a').nth(1))
    await measure('open a row', page.locator('table.board tbody a.name').first())
    await page.goBack()
    await page.waitForTimeout(restMs)
  }
  await page.goto(`${site}/trader/${username}`)
  const series = page.locator('fieldset[aria-label="Serie del grafico"] label')
  await series.first().scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
  for (let round = 0; round < rounds; round += 1) {
    await measure('series', series.nth((round + 1) % (await series.count())))
  }
  await openEditor(page, site)
  for (let round = 0; round < rounds; round += 1) {
    await measure('editor step', page.locator('.editor-steps button').first())
    await page.goBack()
    await page.waitForTimeout(restMs)
  }

  for (const [name, presses] of Object.entries(ours)) {
    const of = (part: keyof Pressed) => spread(presses.map((each) => each[part]))
    const stands = name === 'sort' || name === 'filter' ? `, the last row stands after ${of('stands')}` : ''
    console.log(`${name}: ${of('event')} ms, longest task ${of('task')} ms${stands}`)
    console.log(`  until it rests: script ${of('script')}, styles ${of('styles')}, layout ${of('layout')} ms`)
  }
  console.log(`plain: ${spread(reference)} ms`)
  const all = Object.values(ours).flat()
  record('longest task', Math.max(...all.map(({ task }) => task)), 'ms', bars.task)
  record(
    'p98 from event to paint',
    quantile(
      all.map(({ event }) => event),
      0.98,
    ),
    'ms',
    bars.paint,
  )
  const sorts = (ours['sort'] ?? []).map(({ event }) => event)
  record('sorting', median(sorts) / median(reference), '× plain JavaScript', bars.ratio)
})

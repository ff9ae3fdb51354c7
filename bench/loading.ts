import lighthouse from 'lighthouse'
import { freePort } from '#server/testing/tcp.ts'
import { bench, compare, median, option, record } from './frame/bench.ts'
import { publishShowcase, startBrowser, startSite } from './frame/browser.ts'

/**
 * Lighthouse as on a phone, with applied throttling, on the built site: its scores, and the largest paint against that of a static copy of
 * the same page in the same pair. It needs the built web part and Chromium.
 * `--runs=N` of each page (5), `--traders=N` (200).
 */

const runs = option('runs', 5)
const traders = option('traders', 200)
const bars = {
  performance: { least: 0.99 },
  other: { least: 1 },
  blocking: { most: 50 },
  shift: { most: 0.01 },
  paint: { most: 1.15 },
  rest: { most: 100_000 },
}
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Visit {
  scores: Record<(typeof categories)[number], number>
  /** Milliseconds. */
  paint: number
  blocking: number
  shift: number
  /** Bytes on the way, without scripts, sheets and fonts. */
  rest: number
  /** Audits that are not passed. */
  failed: string[]
}

/** Scripts, sheets and fonts have bars of their own (`first-view`). */
const weighedApart = new Set(['Script', 'Stylesheet', 'Font'])

/** @param details of Lighthouse's list of requests */
function restOf(details: unknown): number {
  const { items } = details as { items: { resourceType?: string; transferSize: number }[] }
  return items
    .filter(({ resourceType }) => !weighedApart.has(resourceType ?? ''))
    .reduce((bytes, { transferSize }) => bytes + transferSize, 0)
}

await bench(async () => {
  const started = await startSite(traders)
  const { site, copy, username } = started
  const showcase = await publishShowcase(started)
  const port = await freePort()
  await startBrowser([`--remote-debugging-port=${port}`])

  async function visit(url: string, onlyCategories: readonly string[]): Promise<Visit> {
    const flags = { port, logLevel: 'error', throttlingMethod: 'devtools' } as const
    const result = await lighthouse(url, { ...flags, onlyCategories: [...onlyCategories] })
    if (result === undefined) throw new Error('Lighthouse gave no result')
    const { audits, categories: scored, runtimeError } = result.lhr
    if (runtimeError !== undefined) throw new Error(runtimeError.message)
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
    const scores = Object.fromEntries(categories.map((name) => [name, scored[name]?.score ?? Number.NaN]))
    return {
      scores: scores as Visit['scores'],
      paint: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
      rest: restOf(audits['network-requests']?.details),
      failed: Object.values(audits)
        .filter(({ score }) => score !== null && score < 0.9)
        .map(({ id, displayValue }) => (displayValue === undefined ? id : `${id} (${displayValue})`)),
    }
  }

  for (const [name, path] of [
    ['board', '/'],
    ['profile', `/trader/${username}`],
    ['showcase', showcase],
    ['auth', '/?view=auth'],
  ] as const) {
    const visits: Visit[] = []
    await compare(
      `${name}, largest paint`,
      {
        reference: async () => (await visit(copy + path, ['performance'])).paint,
        ours: async () => {
          const one = await visit(site + path, categories)
          visits.push(one)
          return one.paint
        },
      },
      { unit: 'ms', bar: bars.paint, warm: false, pairs: runs },
    )
    const middle = (of: (one: Visit) => number) => median(visits.map(of))
    console.log(`${name}: below the best: ${[...new Set(visits.flatMap(({ failed }) => failed))].join(', ')}`)
    for (const category of categories) {
      // The sign-in is not for search engines.
      if (name === 'auth' && category === 'seo') continue
      const bar = category === 'performance' ? bars.performance : bars.other
      record(
        `${name}, ${category}`,
        middle(({ scores }) => scores[category]),
        'of 1',
        bar,
      )
    }
    record(
      `${name}, blocking time`,
      middle(({ blocking }) => blocking),
      'ms',
      bars.blocking,
    )
    record(
      `${name}, layout shift`,
      middle(({ shift }) => shift),
      '',
      bars.shift,
    )
    if (name === 'board') {
      const bytes = middle(({ rest }) => rest)
      record('board, bytes beside scripts, sheets and fonts', bytes, 'bytes', bars.rest)
    }
  }
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alertNames, promtool, ruleFiles, rules, rulesFolder } from '../testing/alert-rules.ts'
import { scrapedApp, type Series } from '../testing/scraped-app.ts'

const runbook = readFileSync('docs/operations/alerts.md', 'utf8')
const recorded = new Set([...rules.matchAll(/^ +- record: (\S+)$/gm)].map(([, name = '']) => name))

test('Prometheus accepts the rules, and the scrape finds them', () => {
  const found = promtool('check', 'rules', ...ruleFiles).matchAll(/(\d+) rules found/g)
  expect([...found].reduce((sum, [, count]) => sum + Number(count), 0)).toBe(alertNames.length + recorded.size)
  // The token exists only on the operator's machine.
  expect(promtool('check', 'config', '--syntax-only', `${rulesFolder}/prometheus.yml`)).toContain('SUCCESS')
})

test('every alert has a severity, a description and a place in the runbook', () => {
  const blocks = rules.split(/^ +- (?=alert: |record: )/m).filter((block) => block.startsWith('alert: '))
  expect(blocks).toHaveLength(alertNames.length)
  for (const block of blocks) {
    const name = /^alert: (\w+)$/m.exec(block)?.[1] ?? ''
    expect(block).toMatch(/^ +severity: (?:page|ticket)$/m)
    expect(block).toMatch(/^ +summary: ".{15,}"$/m)
    expect(block).toMatch(/^ +description: ".{20,}"$/m)
    expect(block).toContain(`runbook_url: docs/operations/alerts.md#${name.toLowerCase()}\n`)
  }
  const entries = [...runbook.matchAll(/^## (\w+)\n\n([\s\S]*?)(?=\n#|$(?![\s\S]))/gm)]
  expect(entries.map(([, name]) => name).toSorted()).toEqual(alertNames.toSorted())
  expect(entries.filter(([, , text = '']) => text.length < 80).map(([, name]) => name)).toEqual([])
})

/** PromQL's own words. */
const words = new Set(
  'and or unless by on without ignoring offset sum max min count rate increase histogram_quantile time vector absent clamp_max'.split(
    ' ',
  ),
)
/** Series of Prometheus and of the proxy's probe, not ours; labels it adds. */
const foreign = new Set(['up', 'instance', 'job', 'probe_success', 'probe_ssl_earliest_cert_expiry'])

interface Selector {
  name: string
  matchers: [label: string, how: string, value: string][]
}

function selectorsIn(text: string): Selector[] {
  const expressions = [...text.matchAll(/^ +expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  )
  return expressions.flatMap((expression) =>
    [...expression.replaceAll(/\b(?:by|on) \([^)]*\)/g, ' ').matchAll(/([a-z_][\w:]*)(\{[^}]*\})?/g)]
      .filter(([, name = ''], index, all) => isMetric(name) && !isInside(all, index, expression))
      .map(([, name = '', matchers = '']) => ({
        name,
        matchers: [...matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', how = '', value = '']) => [
          label,
          how,
          value,
        ]),
      })),
  )
}

const isMetric = (name: string) => name.length > 1 && !words.has(name) && !recorded.has(name)
/** Units of a window: the d of [1d], the e of 1e9. */
const isInside = (all: RegExpExecArray[], index: number, expression: string) => {
  const at = all[index]?.index ?? 0
  return /[\d[]/.test(expression[at - 1] ?? '')
}

const holds = ({ labels }: Series, [label, how, value]: Selector['matchers'][number]): boolean => {
  const held = labels[label] ?? ''
  if (how === '=~') return new RegExp(`^(?:${value})$`).test(held)
  if (how === '!~') return !new RegExp(`^(?:${value})$`).test(held)
  return how === '=' ? held === value : held !== value
}

test('every series in a rule is one that a running server has', { timeout: 90_000 }, async () => {
  const { scrape } = await scrapedApp()
  const { series } = await scrape()
  const looked = selectorsIn(rules).filter(({ name }) => !foreign.has(name))
  expect(looked.length).toBeGreaterThan(60)
  const missing = looked.filter(
    ({ name, matchers }) =>
      !series.some((each) => each.name === name && matchers.every((matcher) => holds(each, matcher))),
  )
  expect(missing).toEqual([])
})

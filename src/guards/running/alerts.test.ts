import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scrapedApp, type Series } from '../testing/scraped-app.ts'

const folder = 'deploy/prometheus'
const rules = readFileSync(`${folder}/rules.yml`, 'utf8')
const runbook = readFileSync('docs/operations/alerts.md', 'utf8')
const testFiles = globSync(`${folder}/*.test.yml`)
const tests = testFiles.map((file) => readFileSync(file, 'utf8')).join('\n')
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)
const recorded = new Set([...rules.matchAll(/^ +- record: (\S+)$/gm)].map(([, name = '']) => name))

/** Prometheus' own tool: what it says of a rule is what Prometheus does with it. */
function promtool(...args: string[]): string {
  try {
    return execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new Error('promtool is missing: apt-get install prometheus', { cause: error })
    }
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`promtool ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
  }
}

test('the rules are such that Prometheus takes them, and the scrape finds them', () => {
  expect(promtool('check', 'rules', `${folder}/rules.yml`)).toContain(`${alerts.length + recorded.size} rules found`)
  // Whether the token is there is the machine's matter.
  expect(promtool('check', 'config', '--syntax-only', `${folder}/prometheus.yml`)).toContain('SUCCESS')
})

test('every alert fires where it should, and stays quiet where it should', { timeout: 240_000 }, () => {
  expect(testFiles.length).toBeGreaterThan(1)
  const said = promtool('test', 'rules', ...testFiles)
  expect(said.match(/SUCCESS/g)).toHaveLength(testFiles.length)
  const tried = new Map(
    [...tests.matchAll(/- name: (\w+) (fires|stays quiet)$[\s\S]*?alertname="(\w+)"[\s\S]*?value: (\d)$/gm)].map(
      ([, name, way, asked, value]) => [`${name} ${way}`, name === asked && value === (way === 'fires' ? '1' : '0')],
    ),
  )
  const wanted = alerts.flatMap((name) => [`${name} fires`, `${name} stays quiet`])
  expect(Object.fromEntries(tried)).toEqual(Object.fromEntries(wanted.map((each) => [each, true])))
})

test('every alert says how grave it is, what it is, and where the runbook tells what to do', () => {
  const blocks = rules.split(/^ +- (?=alert: |record: )/m).filter((block) => block.startsWith('alert: '))
  expect(blocks).toHaveLength(alerts.length)
  for (const block of blocks) {
    const name = /^alert: (\w+)$/m.exec(block)?.[1] ?? ''
    expect(block).toMatch(/^ +severity: (?:page|ticket)$/m)
    expect(block).toMatch(/^ +summary: ".{15,}"$/m)
    expect(block).toMatch(/^ +description: ".{20,}"$/m)
    expect(block).toContain(`runbook_url: docs/operations/alerts.md#${name.toLowerCase()}\n`)
  }
  const entries = [...runbook.matchAll(/^## (\w+)\n\n([\s\S]*?)(?=\n#|$(?![\s\S]))/gm)]
  expect(entries.map(([, name]) => name).toSorted()).toEqual(alerts.toSorted())
  expect(entries.filter(([, , text = '']) => text.length < 80).map(([, name]) => name)).toEqual([])
})

/** What PromQL knows by itself. */
const words = new Set(
  'and or unless by on without ignoring offset sum max min count rate increase histogram_quantile time vector absent clamp_max'.split(
    ' ',
  ),
)
/** Of Prometheus and of what asks the proxy, not of ours; labels it adds. */
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

test('every series that a rule looks at is one that a running server has', { timeout: 90_000 }, async () => {
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

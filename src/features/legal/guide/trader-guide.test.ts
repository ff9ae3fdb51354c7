import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { syncRefusals } from '#features/ea/sync-contract.ts'
import { staticPages } from '../static-pages.ts'
import { guideHtml, guideMarkdown, type Block } from './blocks.ts'
import { traderGuide, traderGuideDocument } from './trader-guide.ts'

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

test('docs/guida-trader.md is up to date with the texts, and the page of the site holds them', () => {
  expect(read('docs/guida-trader.md')).toBe(traderGuideDocument())
  const page = staticPages({}, { year: 2026, demo: false, theme: '' }).find(({ name }) => name === 'how-it-works')
  expect(page?.html).toContain(guideHtml(traderGuide))
})

test('the anchors that other pages link to exist', () => {
  const ids = traderGuide.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const links = globSync('src/features/*/web/**/*.tsx', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/\/how-it-works\/index\.html#([\w-]+)/g)].map((match) => match[1]),
  )
  expect(links).toContain('guida')
  expect(ids).toEqual(expect.arrayContaining(links))
})

describe('quotations of the guide are the shown texts', () => {
  /** Every source of a sentence on the chart; both apostrophes are one. */
  const plain = (text: string) => text.replaceAll('’', "'").replaceAll('`', '')
  const sources = [...globSync('ea/**/*.mq?', { cwd: root }), 'src/features/ea/rules/reception/messages.ts'].map(read)
  const shown = plain(sources.join('\n'))
  const quoted = traderGuide
    .flatMap(({ blocks }): Block[] => [...blocks])
    .flatMap((block) => ('head' in block && block.head[0] === 'Il pannello dice' ? block.rows : []))
    .flatMap(([first = '']) => first.split(', '))

  test.each(quoted)('on the chart: %s', (text) => expect(shown).toContain(plain(text)))

  test('every refusal of the sync is there with its own text', () => {
    const page = guideMarkdown(traderGuide)
    for (const [code, [status, message]] of Object.entries(syncRefusals)) {
      expect(page).toContain(`| ${status} \`${code}\` | ${message} |`)
    }
  })

  test('every refusal of the sync tells the trader what to do, or that the advisor does it', () => {
    const advice = /rigenera|apri il sito e|scrivi all’|torna a|scarica|riprova da solo/
    expect(Object.entries(syncRefusals).filter(([, [, message]]) => !advice.test(message))).toEqual([])
  })

  test.each(['4014', '4060', '4059', '5200', '5201', '5202', '5203', '1001', '1003'])('MetaTrader’s error %s', (code) =>
    expect(guideMarkdown(traderGuide)).toMatch(new RegExp(`^\\| .*\`${code}\``, 'm')),
  )

  test('the inputs and the marks of the sources', () => {
    const page = guideMarkdown(traderGuide)
    for (const name of ['InpApiUrl', 'InpToken']) {
      expect(page).toContain(`\`${name}\``)
      expect(shown).toMatch(new RegExp(`^input string ${name} = `, 'm'))
    }
    expect(page).toContain('`TT-`')
    expect(shown).toContain('"TT-"')
  })
})

test('both forms print the same text', () => {
  const sections = [
    {
      id: 'a',
      title: 'Uno & due',
      blocks: [
        { text: 'Premi `F7` **ora** <qui>.' },
        { steps: ['primo', 'secondo'] },
        { head: ['Dice', 'Fai'], rows: [['a | b', 'c']] },
      ],
    },
  ]
  expect(guideHtml(sections)).toContain('<p>Premi <code>F7</code> <b>ora</b> &lt;qui&gt;.</p>')
  expect(guideHtml(sections)).toContain('<ol><li>primo</li><li>secondo</li></ol>')
  expect(guideMarkdown(sections)).toBe(
    '## Uno & due\n\nPremi `F7` **ora** <qui>.\n\n1. primo\n2. secondo\n\n| Dice | Fai |\n| --- | --- |\n| a \\| b | c |',
  )
})

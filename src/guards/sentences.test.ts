import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Shorter texts are single words and labels that are alike by chance. */
const shortest = 22

/** Texts that may stand in two files, and why. */
const exceptions: Record<string, string> = {
  'con il numero dell’ordine.': 'two different sentences end alike',
  'BNB Smart Chain (BEP20)': 'the sandbox plays the provider: its coins are the data of another house',
  'Risultato medio per operazione': 'a row bears the name of its definition, which no first view loads',
  'Tempo con posizioni aperte': 'a row bears the name of its definition, which no first view loads',
}

/** Calls (`GET /api/…`), whose types name the endpoint, and the shapes of pictures. */
const isNoSentence = (text: string) =>
  !text.includes(' ') || /^(?:(?:GET|POST|PUT|PATCH|DELETE) \/|M-?[\d.]+[ ,\d])/.test(text)

type Node = { type?: string; value?: unknown; name?: { name?: unknown } } & Record<string, unknown>

/** Literals, parts of templates and texts of JSX, with single spaces. Not: imports, SQL and class names. */
function textsOf(file: string, source: string): Set<string> {
  const texts = new Set<string>()
  const add = (text: string) => {
    const plain = text.replaceAll(/\s+/g, ' ').trim()
    if (plain.length >= shortest && !isNoSentence(plain)) texts.add(plain)
  }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    const { type, value, name, ...children } = node as Node
    if (type === 'ImportDeclaration') return
    if (type === 'TaggedTemplateExpression') return visit(expressionsOf(node as Node))
    if (type === 'JSXAttribute' && ['className', 'd'].includes(String(name?.name))) return
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') return add(value)
    if (type === 'TemplateElement') return add((value as { cooked: string }).cooked)
    visit(value)
    visit(Object.values(children))
  }
  visit(parseSync(file, source).program)
  return texts
}

/** The values in a tagged template: its own text is SQL. */
const expressionsOf = (node: Node) => (node['quasi'] as { expressions: unknown }).expressions

const files = globSync('src/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/(?:testing|fixtures)\/|^src\/guards\//.test(file),
)

test('a sentence stands in one file', () => {
  const homes = new Map<string, string[]>()
  for (const file of files) {
    for (const text of textsOf(file, readFileSync(file, 'utf8'))) homes.set(text, [...(homes.get(text) ?? []), file])
  }
  const repeated = [...homes].filter(([text, [, ...others]]) => others.length > 0 && !(text in exceptions))
  expect(Object.fromEntries(repeated)).toEqual({})
  for (const text of Object.keys(exceptions)) expect(homes.get(text)?.length ?? 0).toBeGreaterThan(1)
})

test('a quotation stands between «…», the marks of Italian print', () => {
  expect(files.filter((file) => /[“”„]/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('texts are found in literals, templates and JSX, and not where nobody reads them', () => {
  const source = `import '#web/a file that is imported.ts'
const a = 'Una frase abbastanza lunga.'
const b = \`\${x} è il resto di una frase lunga\`
const c = <p className="class names are no sentence at all" title="Un titolo lungo abbastanza">Una frase che va
  a capo nel testo {a}</p>
const d = sql\`select a, b, c from a_table where x = \${'Una frase dentro una query'}\`
const e = send('GET /api/a-long-address/of/a/call', 'breve')`
  expect([...textsOf('a.tsx', source)]).toEqual([
    'Una frase abbastanza lunga.',
    'è il resto di una frase lunga',
    'Un titolo lungo abbastanza',
    'Una frase che va a capo nel testo',
    'Una frase dentro una query',
  ])
})

test('no article stands before a percentage that varies: «al 83%» would be «all’83%»', () => {
  const article =
    /\b(?:al|del|dal|il|nel|sul) \$\{(?:(?:format\.)?(?:share|drawdown)Percent\((?!100 \* FALL\b)|(?!100 \* DEEP\b)[^{}]*\}%)/
  expect(files.filter((file) => article.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('who runs the site is an «amministratore»; the short word stands in the name of the panel alone', () => {
  const short =
    /(?:\b(?:[Gg]li|degli|dagli|agli|[Uu]n|altro|altri|[Oo]gni|[Ss]olo|[Aa]ccesso)\s+|[Ll]’)admin\b|['>]Admin['<]/
  expect(files.filter((file) => short.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('a showcase that waits for an admin is in «moderazione»; the specification fixes the one label with another word', () => {
  const others = files.filter((file) => /\brevision[ei]\b/i.test(readFileSync(file, 'utf8')))
  expect(others).toEqual(['src/features/showcases/labels.ts'])
})

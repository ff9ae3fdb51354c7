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

/** Phrases that read as a translation, or bear another meaning, wherever they stand; each with what the screens say. */
const replaced: Record<string, string> = {
  'non hai un conto?': 'non hai ancora un account? A «conto» is one of trading',
  'hai già un conto': 'hai già un account',
  'il tuo conto è registrato': 'la registrazione è fatta',
  'guardati dai controlli': 'passati dai controlli',
  'e tornavano': 'e le cifre coincidevano',
  'messo e tolto un ordine': 'inserito e poi annullato un ordine',
  'registro certifica': 'le cifre sono del registro: it certifies nothing',
  'certificati dal registro': 'le cifre sono del registro: it certifies nothing',
  'mesi in meno da pagare': 'risparmi … mesi',
  'con indirizzo tuo': 'con un suo indirizzo',
  'solo se lo paghi di nuovo': 'non si rinnova da solo',
  'con che valuta': 'in quale valuta',
  'la fattura si apre': 'la pagina di pagamento si apre: a «fattura» is a tax document',
  'fattura creata': 'richiesta creata',
  'apri la fattura': 'apri il pagamento',
  'prossima attesa': 'prossima sincronizzazione attesa',
  'che tiene fuori': 'che esclude',
  'tengono fuori': 'escludono',
  'non lascia uscire nulla': 'non invia dati',
  'senza altro dietro': 'né altro in fondo',
  'operazioni contate bastano': 'con … operazioni o più',
  'tempo a mercato': 'tempo con posizioni aperte',
  'operazioni in acquisto': 'quota di acquisti (long)',
  'tempo universale': 'ora UTC',
  'drawdown degli ultimi mesi è alto': 'negli ultimi 90 giorni il conto ha perso fino al …',
  'perso quasi tutto quello che aveva': 'è stato quasi azzerato',
  'le somme sono nella valuta': 'gli importi sono nella valuta',
  'fuori per una segnalazione': 'escluso: segnalazione in verifica',
  'di ogni record': 'per ogni operazione',
  'proposta di funzione': 'suggerimento',
  'dettagli nella privacy': 'dettagli nell’informativa sulla privacy',
  'racconta cosa': 'raccontaci che cosa',
  'quando ha parlato con il sito': 'ultimo collegamento al sito',
  'muore subito': 'smette subito di valere',
  'l’ea vive': 'l’EA è attivo',
  'si chiude in pubblico': 'la chiusura resta pubblica',
  'al saldo manca': 'nel balance manca',
  'di cui puoi disporre': 'di cui hai la disponibilità',
  'accesso alla classifica è riservato': 'la presenza in classifica è riservata: everybody reads it',
  saldo: 'balance',
  comunità: 'community',
}

const replacedIn = (text: string) => {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll("'", '’').toLowerCase()
  return Object.keys(replaced).filter((phrase) => plain.includes(phrase))
}

test('no screen says a phrase that a better one replaces', () => {
  const found = [...files, ...globSync('ea/**/*.mq*'), ...globSync('scripts/demo/**/*.ts')].flatMap((file) =>
    replacedIn(readFileSync(file, 'utf8')).map((phrase) => `${file}: ${phrase} → ${replaced[phrase]}`),
  )
  expect(found).toEqual([])
})

test('a replaced phrase is found across lines, and with either apostrophe', () => {
  expect(replacedIn(`<p>\n  Con che\n  valuta paghi? L'EA vive.</p>`)).toEqual(['con che valuta', 'l’ea vive'])
})

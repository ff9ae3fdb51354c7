import type { Finding } from '../finding.ts'
import type { Thresholds } from './thresholds.ts'

/** Promises and numbers in what a trader writes: R49. `docs/integrity.md`, words. */

/** What is verified, in percent; null where nothing is. */
export interface VerifiedFigures {
  /** Growth over each window that is shown: a text may mean any of them. */
  roi: readonly number[]
  win_rate: number | null
  max_drawdown: number | null
  /** Closed trades that were witnessed. */
  trades: number | null
}

export interface Claim {
  kind: 'promise' | 'number'
  /** The words, as they were read. */
  words: string
  /** Of a number. */
  about?: 'roi' | 'win_rate' | 'max_drawdown' | 'trades'
  claimed?: number
  /** The nearest verified figure. */
  verified?: number
}

const gains = String.raw`(?:guadagn\w*|profitt\w*|rendiment\w*|rendit\w*|vincit\w*|successo|utili?|entrat\w*)`
const gainsEnglish = String.raw`(?:profits?|returns?|incomes?|gains?|wins?|success|money|earnings)`

/** On text in small letters, without accents, words apart by single spaces, parts of sentences by bars. */
const promises: readonly RegExp[] = [
  new RegExp(String.raw`\b${gains} (?:\w+ ){0,2}(?:garantit\w|sicur\w|cert[oaie]|assicurat\w)\b`, 'g'),
  new RegExp(String.raw`\b(?:garanti\w+|assicur\w+) (?:\w+ ){0,2}${gains}`, 'g'),
  /\b(?:guadagn\w{1,2}|profitt\w|rendit\w)(?:garantit|sicur)\w/g,
  /\b(?:senza|zero|nessun) (?:alcun |nessun )?(?:rischi\w?|perdit\w)\b/g,
  /\b(?:rischi\w? (?:zero|nullo|0)|priv\w di rischi\w?|mai in perdita|non (?:si )?perd\w+ mai|impossibile perdere)\b/g,
  /\b(?:soldi|denaro) facil\w\b|\bdiventa\w* ricc\w+\b|\binfallibil\w+\b/g,
  /\braddoppi\w* (?:\w+ ){0,2}(?:capitale|soldi|conto|denaro|investimento)\b/g,
  new RegExp(String.raw`\bguarantee[ds]? (?:\w+ ){0,2}${gainsEnglish}\b`, 'g'),
  new RegExp(String.raw`\b${gainsEnglish} (?:\w+ ){0,1}guaranteed\b`, 'g'),
  /\b(?:risk ?free|riskless|zero risk|without risk|no risk)\b(?! no )/g,
  /\b(?:never loses?|never losing|no loss(?:es)?|can ?(?:not|t) lose|sure (?:wins?|profits?|bets?)|easy money|free money)\b/g,
  /\bget rich\b|\bdouble your (?:money|account|capital|deposit)\b/g,
  /\b100 ?% (?:sicur\w|vincent\w|garantit\w|win\w*|accura\w+|safe|sure|profit\w*|guaranteed)/g,
]

/** Before or after a promise they turn it into the warning that we like to read. */
const deniedBefore = /\b(?:non|nessun[ao]?|mai|not|no|never|senza|without|ne)\b(?: \S+){0,3} ?$/
const deniedAfter = /^ ?(?:\S+ ){0,2}(?:non esist\w+|non c e|does not exist|doesn t exist|don t exist|is a myth)\b/

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/(\d)[.,](\d)/g, '$1·$2')
    .replaceAll(/[,;!?\n]+|\.(?=\s|$)/g, ' | ')
    .replaceAll(/[^\p{L}\p{N}%·|+−-]+|(?<!\s)-|-(?!\d)/gu, ' ')
    .replaceAll('·', '.')
    .trim()
}

function promisesIn(text: string): Claim[] {
  const found: Claim[] = []
  for (const pattern of promises) {
    for (const match of text.matchAll(pattern)) {
      const before = text.slice(0, match.index)
      const after = text.slice(match.index + match[0].length)
      if (deniedBefore.test(before) || deniedAfter.test(after)) continue
      found.push({ kind: 'promise', words: match[0] })
    }
  }
  return found
}

const about: readonly { kind: NonNullable<Claim['about']>; words: RegExp }[] = [
  { kind: 'max_drawdown', words: /draw ?down|\bdd\b|perdita massima|maximum loss|max loss/g },
  {
    kind: 'win_rate',
    words: /win ?rate|vincent\w|vincit\w|vint[eio]\b|success\w*|precision\w|accura\w+|in (?:utile|profitto)\b/g,
  },
  {
    kind: 'roi',
    words:
      /\broi\b|rendiment\w+|guadagn\w+|profitt?\w*|\bgains?\b|\breturns?\b|crescit\w|growth|\butil[ei]\b|performance|\bresa\b/g,
  },
]
/** An aim is no claim, and what is risked is no result. */
const aims = /\b(?:obiettiv\w|target|goals?|aim\w*|punto al?|mir\w al?|rischi\w*|risk\w*|stop ?loss)\b/
/** Letters around a number, within its part of the sentence, that say what it is about. */
const reach = 40
/** Figures are shown rounded. */
const roundingPoints = 0.5

function numbersIn(text: string, figures: VerifiedFigures, { claim_share }: Thresholds): Claim[] {
  const found: Claim[] = []
  for (const match of text.matchAll(/([+−-]?\d+(?:\.\d+)?) ?(?:%|per ?cento|percent)/g)) {
    const claimed = Math.abs(Number(match[1]?.replace('−', '-')))
    const kind = aboutOf(text, match.index, match[0].length)
    if (kind === null) continue
    const figure = figures[kind]
    const verified = (Array.isArray(figure) ? figure : [figure]).filter((value) => value !== null).map(Math.abs)
    const nearest = verified.toSorted((a, b) => Math.abs(a - claimed) - Math.abs(b - claimed))[0]
    if (nearest === undefined) continue
    if (Math.abs(claimed - nearest) <= Math.max(claim_share * nearest, roundingPoints)) continue
    found.push({ kind: 'number', words: match[0], about: kind, claimed, verified: nearest })
  }
  for (const match of text.matchAll(/(\d{1,3}(?:\.\d{3})+|\d+) (?:trades?|operazioni)\b/g)) {
    const claimed = Number(match[1]?.replaceAll('.', ''))
    const { trades } = figures
    // Fewer is modest, and every text grows old that way.
    if (trades === null || claimed <= trades * (1 + claim_share)) continue
    if (aims.test(text.slice(Math.max(0, match.index - reach), match.index))) continue
    if (
      /^ (?:al|a|per|ogni|per|each|every) (?:giorno|settimana|mese|day|week|month)/.test(
        text.slice(match.index + match[0].length),
      )
    )
      continue
    found.push({ kind: 'number', words: match[0], about: 'trades', claimed, verified: trades })
  }
  return found
}

/** What the nearest word within reach says that a percentage is about; null where no word says it, or it is an aim. */
function aboutOf(text: string, index: number, length: number): Exclude<Claim['about'], 'trades' | undefined> | null {
  const start = Math.max(0, index - reach, text.lastIndexOf('|', index) + 1)
  const end = text.indexOf('|', index)
  const around = text.slice(start, Math.min(index + length + reach, end === -1 ? text.length : end))
  if (aims.test(around)) return null
  let best: { kind: NonNullable<Claim['about']>; distance: number } | null = null
  for (const { kind, words } of about) {
    for (const match of around.matchAll(words)) {
      const from = start + match.index
      const distance = from < index ? index - from - match[0].length : from - index - length
      if (best === null || distance < best.distance) best = { kind, distance }
    }
  }
  return best === null || best.kind === 'trades' ? null : best.kind
}

/**
 * Promises that nobody may make, in Italian and English, and percentages or counts of trades that differ from what is verified by
 * more than `claim_share`. A number whose meaning no word near it tells is nobody's claim, and one without a verified figure cannot be judged.
 */
export function judgeClaims(text: string, figures: VerifiedFigures, limits: Thresholds): Claim[] {
  const read = plain(text)
  return [...promisesIn(read), ...numbersIn(read, figures, limits)]
}

/** The finding of all texts of a trader, by the field that they stand in. */
export function claimsFinding(
  texts: Readonly<Record<string, string>>,
  figures: VerifiedFigures,
  limits: Thresholds,
): Finding[] {
  const claims = Object.entries(texts).flatMap(([field, text]) =>
    judgeClaims(text, figures, limits).map((claim) => ({ field, ...claim })),
  )
  if (claims.length === 0) return []
  const { claim_share } = limits
  return [
    {
      code: 'false_claims',
      occurrences: claims.length,
      evidence: {
        inputs: { texts: Object.keys(texts) },
        threshold: { claim_share },
        found: { claims: claims.slice(0, 20) },
      },
    },
  ]
}

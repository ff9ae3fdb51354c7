import { lookOf } from '#shared/text/lookalikes.ts'

/** Promises and numbers in what a trader writes. */

/** A number in a text may differ from the verified one by this share. */
export interface ClaimLimits {
  claim_share: number
}

/** The verified figure in percent; null where there is none. */
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
  /** The figure that a number claims. */
  about?: 'roi' | 'win_rate' | 'max_drawdown' | 'trades'
  claimed?: number
  /** The nearest verified figure. */
  verified?: number
}

const gains = String.raw`(?:guadagn\w*|profitt\w*|rendiment\w*|rendit\w*|vincit\w*|successo|utili?|entrat\w*)`
const gainsEnglish = String.raw`(?:profits?|returns?|incomes?|gains?|wins?|success|money|earnings)`

/** On text in small letters, without accents, words apart by single spaces, parts of sentences by bars, colons as spaces. */
const promises: readonly RegExp[] = [
  new RegExp(String.raw`\b${gains} (?:\w+ ){0,2}(?:garantit\w|sicur\w|cert[oaie]|assicurat\w)\b`, 'g'),
  new RegExp(String.raw`\b(?:garanti\w+|assicur\w+) (?:\w+ ){0,2}${gains}`, 'g'),
  /\b(?:guadagn\w{1,2}|profitt\w|rendit\w)(?:garantit|sicur)\w/g,
  /\b(?:senza|zero|nessun[ao]?) (?:alcun[ao]? |nessun[ao]? )?(?:rischi\w?|perdit\w)\b(?! (?:oltre|sopra|superior|maggior|piu))/g,
  /\b(?:rischi\w? (?:zero|nullo|0)|priv\w di rischi\w?|mai in perdita|non (?:si )?perd\w+ mai|impossibile perdere)\b/g,
  /\b(?:soldi|denaro) facil\w\b|\bdiventa\w* ricc\w+\b|\binfallibil\w+\b/g,
  /\b(?:raddoppi|triplic|quadruplic|decuplic)\w* (?:\w+ ){0,2}(?:capitale|soldi|conto|denaro|investimento)\b/g,
  new RegExp(String.raw`\bguarantee[ds]? (?:\w+ ){0,2}${gainsEnglish}\b`, 'g'),
  new RegExp(String.raw`\b${gainsEnglish} (?:\w+ ){0,1}guaranteed\b`, 'g'),
  /\b(?:risk ?free|riskless|zero risk|without risk|no risk)\b(?! no )/g,
  /\b(?:never loses?|never losing|no loss(?:es)?|can ?(?:not|t) lose|sure (?:wins?|profits?|bets?)|easy money|free money)\b/g,
  /\bget rich\b|\bdouble your (?:money|account|capital|deposit)\b/g,
  // In two parts of a sentence or in two sentences: "Guadagno. Garantito."
  new RegExp(String.raw`\b${gains} ?\| ?(?:\w+ ){0,1}garantit\w`, 'g'),
  /\b\d[\d.]{0,15} (?:euro |dollari |usd |eur )?(?:al|a|ogni|per) (?:mese|giorno|settimana|anno) (?:\w+ ){0,1}(?:garantit|assicurat|sicur)\w/g,
  /\b100 ?% (?:sicur\w|vincent\w|garantit\w|win\w*|accura\w+|safe|sure|profit\w*|guaranteed)/g,
]

/** In the same part of a sentence they turn a promise into the warning that we like to read. */
const deniedBefore = /\b(?:non|nessun[ao]?|mai|not|no|never|senza|without|ne)\b(?: \S+){0,3} ?$/
/** "Non aspettare": what is not to be waited for or missed is promised all the same. */
const urged =
  /\b(?:non|mai|not|never|don t) (?:aspett|perd|lasci|rinunc|manc|esit|wait|miss|hesit)\w*(?: [^\s|]+){0,2} ?$/
/** Behind it, or as the whole part that follows: "Guadagni garantiti? Non esistono." */
const denial = String.raw`(?:non esist\w+|non c e|does not exist|doesn t exist|don t exist|do not exist|is a myth)`
const deniedAfter = [
  new RegExp(String.raw`^ ?(?:[^\s|:]+ ){0,2}${denial}\b`),
  new RegExp(String.raw`^ ?[|:] ?${denial} ?(?:[|:]|$)`),
]

/** "g u a d a g n o" */
const spelled = /(?<![\p{L}\p{N}])\p{L}(?:[ .*_-]\p{L}){3,}(?![\p{L}\p{N}])/gu
/** Digits that stand for letters. */
const letterOf: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Letters that stand for digits, and signs that stand for letters: "9OO%", "gu@dagno". */
function undisguised(text: string): string {
  return text
    .replaceAll(/(?<=\d)o+(?=[\d\s%.,]|$)/gi, (letters) => '0'.repeat(letters.length))
    .replaceAll(/(?<=\p{L})[@€$](?=\p{L})/gu, (sign) => ({ '@': 'a', '€': 'e', $: 's' })[sign] ?? sign)
}

/** Colons stay: words before one do not deny the words after it. */
function plain(text: string): string {
  return (
    lookOf(undisguised(text).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(spelled, (letters) => letters.replaceAll(/[^\p{L}]/gu, ''))
      .replaceAll(/(?<=\d)[.,](?=\d)/g, '·')
      // A line that breaks in the middle of a sentence goes on.
      .replaceAll(/[,;!?]+|\n\s*\n|\.(?=\s|$)/g, ' | ')
      .replaceAll(/[^\p{L}\p{N}%·|:+−-]+|(?<!\s)-|-(?!\d)/gu, ' ')
      .replaceAll(/ ?: ?/g, ':')
      .replaceAll('·', '.')
      .trim()
  )
}

function promisesIn(text: string): Claim[] {
  const words = text
    .replaceAll(':', ' ')
    .replaceAll(/(?<=\p{L})[013457](?=\p{L}|\b)/gu, (digit) => letterOf[digit] ?? digit)
  const claims: Claim[] = []
  for (const pattern of promises) {
    for (const match of words.matchAll(pattern)) {
      const before = text.slice(
        Math.max(text.lastIndexOf('|', match.index), text.lastIndexOf(':', match.index)) + 1,
        match.index,
      )
      const after = text.slice(match.index + match[0].length)
      const isDenied = deniedBefore.test(before) && !urged.test(before)
      if (isDenied || deniedAfter.some((denied) => denied.test(after))) continue
      claims.push({ kind: 'promise', words: match[0] })
    }
  }
  return claims
}

const about: readonly { kind: Exclude<Claim['about'], 'trades' | undefined>; words: RegExp }[] = [
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
/** An aim is no claim. */
const aims = /\b(?:obiettiv\w|target|goals?|aim\w*|punto al?|mir\w al?)\b/
/** One that was met is. */
const met = /\b(?:raggiunt|superat|centrat|reached|exceeded|achieved|met\b)/
/** A word of risk that stands nearest: the number is no result. */
const risks = /\b(?:rischi\w*|risk\w*|stop ?loss)\b/g
const losses =
  /\b(?:negativ\w*|(?<!senza |zero |nessuna )perdit\w*|perso|persi|perdo|perdendo|(?<!stop |no )loss(?:es)?|lost)\b/
/** A word right behind a number says what it is, whatever stands before: "10% di profitto", "10% profit". */
const joined = /^ (?:(?:di|d|of|in) \S+|profits?|returns?|gains?|growth|win ?rate|draw ?down|risk)$/
/** Between a word and the number that it leads to: "ROI a 90 giorni pari al 12%". */
const leading =
  /^ ?(?:(?:a|ai|al|alla|del|dell|della|di|da|pari|circa|oltre|quasi|e (?=del|al|di|stato|stata|pari|circa|oltre)|era|stato|stata|medio|media|mensile|annuo|annuale|totale|massimo|max|ultimi|negli|nei|il|lo|la|in|mio|nostro|of|is|was|at|about|over|total|monthly|yearly|\d+|giorni|mesi|settimane|anni|mese|anno|days|months|years) ?)*$/
/** Letters around a number, within its part of the sentence, that say what it is about. */
const reach = 40
/** Figures are shown rounded. */
const roundingPoints = 0.5

/** Points, commas and spaces between thousands, in any language; a decimal part at the end. */
const number = String.raw`(?<![\d.])(?:\d{1,3}(?: \d{3})+(?:\.\d+)?|\d+(?:\.\d+)*)`

/**
 * The value of a number. With one separator before three digits it may be thousands ("1.000") or decimals ("60.125"). Null where it is
 * no number, such as a version.
 */
function readNumber(text: string, thousands: boolean): number | null {
  const parts = text.replaceAll(' ', '.').split('.')
  const [first = '', ...rest] = parts
  if (rest.length === 0) return Number(first)
  const last = rest.at(-1) ?? ''
  const groups = rest.slice(0, -1)
  const grouped = first.length <= 3 && !first.startsWith('0')
  if (groups.length > 0 && !(grouped && groups.every(({ length }) => length === 3))) return null
  const more = last.length === 3 && grouped && (thousands || groups.length > 0 || text.includes(' '))
  return more ? Number(parts.join('')) : Number(`${first}${groups.join('')}.${last}`)
}

function numbersIn(text: string, figures: VerifiedFigures, { claim_share }: ClaimLimits): Claim[] {
  const claims: Claim[] = []
  const percentages = [...text.matchAll(new RegExp(`[+−-]?(${number}) ?(?:%|per ?cento|percent)`, 'g'))]
  // The end of the word that belongs to the number before, where that word follows its number.
  let before = 0
  for (const [place, match] of percentages.entries()) {
    const next = percentages[place + 1]?.index ?? text.length
    const to = match.index + match[0].length
    const { kind, end } = aboutOf(text, [match.index, to], { before, next })
    if (end > to) before = end
    if (kind === null) continue
    const size = readNumber(match[1] ?? '', kind === 'roi')
    const figure = figures[kind]
    const verified = (Array.isArray(figure) ? figure : [figure]).filter((value) => value !== null)
    if (size === null || verified.length === 0) continue
    // A fall is written with and without its sign; a loss that is written as a gain is a false number.
    const claimed = kind === 'roi' && isLoss(text, match.index, match[0].length) ? -size : size
    const nearest = verified.reduce((a, b) => (Math.abs(b - claimed) < Math.abs(a - claimed) ? b : a))
    if (Math.abs(claimed - nearest) <= Math.max(claim_share * Math.abs(nearest), roundingPoints)) continue
    claims.push({ kind: 'number', words: match[0], about: kind, claimed, verified: nearest })
  }
  for (const match of text.matchAll(new RegExp(`(${number}) (?:trades?|operazioni)\\b`, 'g'))) {
    const claimed = readNumber(match[1] ?? '', true)
    const { trades } = figures
    // Fewer is modest, and every text grows old that way.
    if (trades === null || claimed === null || claimed <= trades * (1 + claim_share)) continue
    if (isAim(text.slice(Math.max(partStart(text, match.index), match.index - reach), match.index))) continue
    const after = text.slice(match.index + match[0].length)
    if (/^ (?:al|a|per|ogni|per|each|every) (?:giorno|settimana|mese|day|week|month)/.test(after)) continue
    claims.push({ kind: 'number', words: match[0], about: 'trades', claimed, verified: trades })
  }
  return claims
}

/** Whether a percentage is written as a loss: by its sign, or by a word within its part of the sentence. */
function isLoss(text: string, index: number, length: number): boolean {
  if (/[−-]/.test(text.charAt(index))) return true
  const end = text.indexOf('|', index)
  const until = Math.min(index + length + reach, end === -1 ? text.length : end)
  return losses.test(text.slice(Math.max(index - reach, partStart(text, index)), until))
}

const isAim = (around: string) => aims.test(around) && !met.test(around)

function partStart(text: string, index: number): number {
  return text.lastIndexOf('|', index) + 1
}

/** A word that says what a number is about; null: what is risked. */
interface Word {
  kind: Exclude<Claim['about'], 'trades' | undefined> | null
  /** The place where it ends. */
  end: number
  distance: number
}
const noWord: Word = { kind: null, end: 0, distance: Infinity }

/**
 * The word that a percentage belongs to, within reach in its part of the sentence: the one that leads to it ("ROI a 90 giorni del
 * 340%"), else one that hangs on it ("340% di rendimento"), else the nearest. A word belongs to one number alone. Null where there is
 * none, and for an aim or a risk.
 */
function aboutOf(text: string, [from, to]: readonly [number, number], others: { before: number; next: number }): Word {
  const start = Math.max(from - reach, partStart(text, from))
  const end = text.indexOf('|', from)
  const around = text.slice(start, Math.min(to + reach, end === -1 ? text.length : end))
  if (isAim(around)) return noWord
  const near: Word[] = []
  for (const { kind, words } of [...about, { kind: null, words: risks }]) {
    for (const match of around.matchAll(words)) {
      const [first, last] = [start + match.index, start + match.index + match[0].length]
      if (last <= from) {
        if (first < others.before) continue
        near.push({ kind, end: last, distance: leading.test(text.slice(last, from)) ? -1 : from - last })
      } else if (first >= to && first < others.next) {
        const isJoined = joined.test(text.slice(to, last))
        if (kind !== null || isJoined) near.push({ kind, end: last, distance: isJoined ? 0 : first - to })
      }
    }
  }
  return near.reduce((best, word) => (word.distance < best.distance ? word : best), noWord)
}

/**
 * Promises that nobody may make, in Italian and English, and percentages or counts of trades that differ from what is verified by
 * more than `claim_share`. A number is no claim where no word near it says its meaning, and none can be compared without a verified figure.
 */
export function claimsIn(text: string, figures: VerifiedFigures, limits: ClaimLimits): Claim[] {
  const read = plain(text)
  return [...promisesIn(read), ...numbersIn(read.replaceAll(':', ' '), figures, limits)]
}

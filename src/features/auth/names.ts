import { graphemes } from '#shared/graphemes.ts'
import { lookOf } from '#shared/lookalikes.ts'
import { hidesMarks, pilesMarks } from '#shared/marks.ts'

/** What people may call themselves. `docs/security.md`, look-alike names. */

/** As many as a person sees, and as much as a column of a page holds: a letter may carry two marks. */
const displayNameLength = { minimum: 2, maximum: 50, stored: 150 }

/** Scripts that people write names in, each by itself. Others hold letters that are drawn like Latin ones. */
const scripts = [
  'Latin',
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
]
const scx = (script: string) => String.raw`\p{Script_Extensions=${script}}`
/** Chinese, Japanese and Korean are written with several, and beside Latin: nothing in them looks like it. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const wholeNames = [...scripts.map((script) => [script]), ...together].map(
  (allowed) =>
    new RegExp(
      String.raw`^(?:${allowed.map(scx).join('|')}|[^\p{L}\p{M}\p{N}]|\p{Script=Common}|\p{Script=Inherited})*$`,
      'u',
    ),
)

/** Why a display name is refused, or null. */
export function displayNameProblem(name: string): string | null {
  // Or it could pass for another.
  if (hidesMarks(name)) return 'Il nome contiene caratteri invisibili o di controllo.'
  const seen = graphemes(name)
  if (seen < displayNameLength.minimum) return `Minimo ${displayNameLength.minimum} caratteri`
  if (seen > displayNameLength.maximum || name.length > displayNameLength.stored) {
    return `Al massimo ${displayNameLength.maximum} caratteri.`
  }
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Il nome deve contenere almeno una lettera o una cifra.'
  if (pilesMarks(name)) return 'Il nome contiene troppi segni sovrapposti.'
  // As it reads once compatibility forms are what they stand for: letters in circles are Latin letters.
  const plain = name.normalize('NFKC')
  if (!wholeNames.some((whole) => whole.test(plain))) return 'Il nome mescola alfabeti diversi: usane uno solo.'
  return isImpersonation(plain) ? 'Questo nome è riservato.' : null
}

/** Nobody is the product or its staff: words that say so anywhere in a name, and names that are nothing else. */
function isImpersonation(name: string): boolean {
  const words = lookOf(name)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map(reading)
  const whole = words.join('')
  return whole.includes(brand) || reservedNames.has(whole) || words.some((word) => staffWords.has(word))
}

/** Names that would pass for the product, its staff or one of its addresses. */
const reserved = [
  'abuse',
  'account',
  'accounts',
  'admin',
  'administrator',
  'administration',
  'amministratore',
  'amministrazione',
  'anonimo',
  'anonymous',
  'api',
  'app',
  'assets',
  'assistenza',
  'auth',
  'billing',
  'classifica',
  'contact',
  'contacts',
  'contatti',
  'dashboard',
  'deleted',
  'demo',
  'everyone',
  'ftp',
  'guest',
  'help',
  'hostmaster',
  'info',
  'leaderboard',
  'legal',
  'login',
  'logout',
  'mail',
  'me',
  'metrics',
  'moderator',
  'moderatore',
  'myfxbook',
  'news',
  'noreply',
  'no-reply',
  'null',
  'official',
  'owner',
  'payment',
  'payments',
  'postmaster',
  'pricing',
  'privacy',
  'profile',
  'profilo',
  'public',
  'register',
  'registrati',
  'replay',
  'root',
  'search',
  'security',
  'settings',
  'showcase',
  'showcases',
  'sicurezza',
  'ssl',
  'staff',
  'static',
  'status',
  'superuser',
  'support',
  'supporto',
  'sysadmin',
  'system',
  'sistema',
  'team',
  'terms',
  'test',
  'toptrader',
  'top-trader',
  'trader',
  'traders',
  'ufficiale',
  'undefined',
  'unknown',
  'uploads',
  'user',
  'users',
  'utente',
  'vetrina',
  'vetrine',
  'webmaster',
  'www',
]

/** How a username reads at a glance: case, separators and the digits that stand for letters do not tell two apart. */
function reading(username: string): string {
  return username
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_.-]/g, '')
    .replace(/[013457]/g, (sign) => ({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' })[sign] ?? sign)
    .replaceAll('l', 'i')
}

const reservedReadings = new Set(reserved.map(reading))
/** Nobody else carries the product's name, in whatever company. */
const brand = reading('toptrader')

/** Why a username is refused, or null. Its alphabet and length are the contract's matter; being taken is the database's. */
export function usernameProblem(username: string): string | null {
  const read = reading(username)
  if (reservedReadings.has(read) || read.includes(brand)) return 'Questo nome utente è riservato.'
  if (!/[a-z0-9]/i.test(username)) return 'Il nome utente deve contenere almeno una lettera o una cifra.'
  // "." and ".." are steps in an address, not names.
  if (/^\.|\.$|\.\./.test(username)) return 'Il punto non può stare all’inizio, alla fine o due volte di seguito.'
  return null
}

const staffWords = new Set(
  [
    'admin',
    'administrator',
    'amministratore',
    'amministratrice',
    'moderator',
    'moderatore',
    'moderatrice',
    'staff',
  ].map(reading),
)
const reservedNames = new Set(
  [
    'amministrazione',
    'anonimo',
    'anonymous',
    'assistenza',
    'assistenzaclienti',
    'help',
    'helpdesk',
    'moderazione',
    'official',
    'servizioclienti',
    'sicurezza',
    'sistema',
    'support',
    'supporto',
    'supportotecnico',
    'system',
    'team',
    'traderufficiale',
    'ufficiale',
    'utenteeliminato',
  ].map(reading),
)

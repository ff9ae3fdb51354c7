import { isCommonPassword } from './common-passwords.ts'

/** Marks that reorder or hide text: a name may not hold them, or it could pass for another. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u

/** Why a display name is refused, or null. Length is the contract's matter. */
export function displayNameProblem(name: string): string | null {
  if (invisible.test(name)) return 'Il nome contiene caratteri invisibili o di controllo.'
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Il nome deve contenere almeno una lettera o una cifra.'
  if (/\p{M}{3,}/u.test(name.normalize('NFD'))) return 'Il nome contiene troppi segni sovrapposti.'
  return null
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

export interface PasswordContext {
  username: string
  display_name: string
  email: string
}

/** What must be left of a password once the owner's own names are taken out of it: as much as the shortest password. */
const leastOwnCharacters = 8

/**
 * Why a new password is refused, or null. Length is the contract's matter. Any character is allowed and none is demanded: what
 * makes a password weak is that others use it, or that it is the owner's name.
 */
export function passwordProblem(password: string, context: PasswordContext): string | null {
  if (isCommonPassword(password)) return 'Questa password è tra le più usate: scegline un’altra.'
  let rest = password.toLowerCase()
  for (const word of contextWords(context)) rest = rest.replaceAll(word, '')
  if (rest.length < password.length && rest.length < leastOwnCharacters) {
    return 'La password non deve contenere il tuo nome, la tua email o il nome del sito.'
  }
  return null
}

function contextWords({ username, display_name: displayName, email }: PasswordContext): string[] {
  const [mailbox = '', domain = ''] = email.toLowerCase().split('@')
  const whole = [
    username,
    displayName,
    email,
    mailbox,
    domain.split('.')[0] ?? '',
    'toptrader',
    'top trader',
    'classifica',
  ]
  const parts = [username, displayName, mailbox].flatMap((name) => name.split(/[\s_.-]+/))
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= 4)
    .toSorted((a, b) => b.length - a.length)
}

const SECOND_MS = 1000
/** Wrong guesses of one account's password before the next one must wait. */
const freeGuesses = 5
const firstDelayMs = 30 * SECOND_MS
const longestDelayMs = 15 * 60 * SECOND_MS

/** How long after the last of `attempts` wrong guesses the next one is looked at: 0 for four, then 30 s, doubling up to 15 minutes. */
export function guessDelayMs(attempts: number): number {
  if (attempts < freeGuesses) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(10, attempts - freeGuesses))
}

/** After this long without a guess an account's count begins anew. */
export const guessMemoryMs = 24 * 3600 * SECOND_MS
/** Wrong guesses from one address, whatever the accounts, in a window. */
export const addressBudget = { attempts: 50, windowMs: 15 * 60 * SECOND_MS }
/** Registrations asked for from one address in a window: enough for an office, too few to find out who is registered. */
export const registrationBudget = { attempts: 20, windowMs: 3600 * SECOND_MS }

/** What counts as one address: an IPv4 address, or the /64 that one household of IPv6 is given. */
export function addressBucket(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? before : [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

import { lookOf } from '#shared/text/lookalikes.ts'

/** Names that pass for the product or its staff are refused. `docs/security.md`, look-alike names. */

/** Usernames that pass for the product, its staff or one of its addresses. */
const reserved = [
  'abuse account accounts anonimo anonymous api app assets auth billing classifica contact contacts contatti dashboard',
  'deleted demo everyone ftp guest help hostmaster http https info leaderboard legal login logout mail me metrics myfxbook news',
  'noreply no-reply null official owner payment payments postmaster pricing privacy profile profilo public register',
  'registrati replay root search security settings showcase showcases sicurezza ssl static status superuser sysadmin',
  'system support supporto sistema team terms test toptrader top-trader trader traders ufficiale undefined unknown uploads',
  'user users utente vetrina vetrine view webmaster www',
]
/** Display names that are refused as a whole. */
const reservedWhole = ['anonimo anonymous sistema system team teamtt tteam tt-team utenteeliminato']
/** Words that are refused anywhere in a name, */
const staff = [
  'admin admins administrator administrators amministratore amministratori amministratrice amministrazione',
  'moderator moderators moderatore moderatori moderatrice moderazione staff',
]
/** and beginnings of words. */
const staffBeginnings = ['admin amministrat amministraz moderator moderaz helpdesk assistenza customercare']
/** Offices: refused where the rest of the name only specifies the office. "Supporto Clienti" is one, "Supporto e Resistenza" is none. */
const offices = [
  'support supporto assistance assistenza help helpdesk servizio service services sicurezza security ufficiale official',
  'verificato verificata verificati verified pagamenti payments billing',
]
const ofOffices = [
  'account centro chat client clients cliente clienti customer customers care del della desk di e il italia italian it la line live',
  'lo of online profile profilo reparto site sito team tech technical tecnica tecnico the top trader traders tt ufficio user',
  'utente utenti canale channel',
]

const digitsAsLetters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** A word of Latin letters as it reads at a glance: without case and separators, digits and pairs as the letters that they look like. */
function reading(word: string): string {
  return word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_.-]/g, '')
    .replace(/[013457]/g, (sign) => digitsAsLetters[sign] ?? sign)
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('ci', 'd')
}
/** The same for Greek and Cyrillic: a letter may stand for its sound or for its shape. */
const looseReading = (word: string) => reading(word).replaceAll('p', 'r')

function lexicon(read: (word: string) => string) {
  const readings = (lines: readonly string[]) => lines.flatMap((line) => line.split(' ')).map(read)
  return {
    read,
    brands: ['toptrader', 'toptreider'].map(read),
    usernames: new Set(readings([...reserved, ...staff])),
    whole: new Set(readings([...reservedWhole, ...offices, ...staff])),
    staff: new Set(readings(staff)),
    beginnings: readings(staffBeginnings),
    offices: new Set(readings(offices)),
    ofOffices: new Set(readings(ofOffices)),
  }
}
type Lexicon = ReturnType<typeof lexicon>
const strict = lexicon(reading)
const loose = lexicon(looseReading)

/** A word with its outer digits read as letters, and without them: "adm1n", "admin1". */
const formsOf = (word: string, { read }: Lexicon) => [read(word), read(word.replaceAll(/^\d+|\d+$/g, ''))]

function isTaken(words: readonly string[], known: Lexicon): boolean {
  const forms = words.map((word) => formsOf(word, known))
  const whole = known.read(words.join(''))
  if (known.brands.some((brand) => whole.includes(brand)) || known.whole.has(whole)) return true
  if ([[whole], ...forms].flat().some((form) => known.beginnings.some((start) => form.startsWith(start)))) return true
  if (forms.flat().some((form) => known.staff.has(form))) return true
  const isOffice = (form: string) => known.offices.has(form)
  return (
    forms.some((each) => each.some(isOffice)) &&
    forms.every((each) => each.some((form) => form === '' || isOffice(form) || known.ofOffices.has(form)))
  )
}

/** Whether a username, of the alphabet that usernames have, passes for the product, its staff or one of its addresses. */
export function isReservedUsername(username: string): boolean {
  const parts = username.split(/[_.-]+/).filter((part) => part !== '')
  return strict.usernames.has(reading(username)) || isTaken(parts, strict)
}

const signsAsLetters: Readonly<Record<string, string>> = { '|': 'l', '!': 'i', $: 's', '@': 'a', '€': 'e', '£': 'l' }

/** Whether a display name passes for the product or its staff, in whatever letters. */
export function isImpersonation(name: string): boolean {
  const plain = name.normalize('NFKC')
  const visible = [plain, plain.replaceAll(/[|!$@€£]/g, (sign) => signsAsLetters[sign] ?? sign)]
  if (visible.some((text) => isTaken(wordsOf(text), strict))) return true
  return /[\p{Script=Greek}\p{Script=Cyrillic}]/u.test(plain) && isTaken(wordsOf(asSpoken(plain)), loose)
}

const wordsOf = (text: string) =>
  unaccented(lookOf(text))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

const unaccented = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Greek and Cyrillic letters by the Latin ones that they sound like. */
const sounds = new Map(
  [
    ['абвгдезиклмнопрстуфхіԁ', 'abvgdeziklmnoprstufhid'],
    ['αβγδεζηικλμνοπρσςτυφω', 'avgdeziiklmnoprsstyfo'],
  ].flatMap(([letters = '', latin = '']) => letters.split('').map((letter, at) => [letter, latin.charAt(at)] as const)),
)
const asSpoken = (text: string) =>
  unaccented(text)
    .toLowerCase()
    .replaceAll(/\P{ASCII}/gu, (sign) => sounds.get(sign) ?? sign)

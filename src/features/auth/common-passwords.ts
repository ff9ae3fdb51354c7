/**
 * The most used passwords, stored as the habits that make them: a word, its usual prefixes and suffixes, letters turned into
 * digits, walks over the keyboard, repetitions. This is shorter than a list, and it catches spellings that a list misses.
 */
export const commonWords: readonly string[] = `
password passwort passw0rd motdepasse contrasena parola parolachiave segreto segreta chiave accesso entrata benvenuto benvenuta ciao ciaociao
qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc poiuyt lkjhgf mnbvcxz
welcome letmein login admin administrator root master user guest test testing default changeme secret access abcdef abcdefgh abcdefghi
iloveyou loveyou lovely love lover forever together always princess angel angels sunshine sunflower flower flowers butterfly rainbow
dragon monkey tiger tigers lion eagle eagles falcon panther cheetah dolphin dolphins elephant chicken kitten kitty puppy horses wolf wolves
football baseball basketball soccer hockey softball volleyball tennis golfer runner racing skateboard snowboard
superman batman spiderman ironman wolverine captain starwars startrek skywalker darthvader gandalf matrix pokemon pikachu naruto sonic mario zelda
michael michelle jennifer jessica jordan joshua matthew daniel andrew anthony robert thomas william charlie charles george ashley amanda nicole
samantha elizabeth stephanie melissa heather danielle christian christopher alexander alexandra benjamin jonathan nicholas patrick richard brandon
francesco francesca alessandro alessandra giuseppe giovanni giovanna antonio antonella andrea marco matteo lorenzo leonardo riccardo roberto stefano
stefania simone simona federico federica davide daniele daniela valentina martina chiara giulia giorgia elena silvia claudia claudio paolo paola
luca lucia maria mariarosa annamaria angela angelo salvatore vincenzo domenico gabriele gabriella raffaele michela michele nicola filippo tommaso
amore amoremio tiamo tiamotanto teamo tesoro piccola piccolo principessa stellina stella farfalla gattina gattino cucciolo cucciola bellissima bellezza
juventus juve inter milan interista milanista juventino forzajuve forzainter forzamilan forzaroma forzanapoli napoli roma romanista lazio fiorentina
torino atalanta ferrari valentino vespa ducati lamborghini maserati alfaromeo italia italiano forzaitalia milano venezia firenze palermo sicilia
sardegna bologna genova verona toscana calabria puglia
chelsea liverpool arsenal barcelona realmadrid manchester london paris berlin madrid america australia canada germany
yankees dodgers steelers cowboys redskins lakers bulls jordan23 ronaldo messi maradona totti delpiero
mustang corvette porsche mercedes bmw harley yamaha honda kawasaki suzuki toyota nissan
computer internet samsung google facebook apple windows linux microsoft nokia motorola android iphone
whatever freedom nothing everything someone trustno1 shadow hunter ranger killer soldier warrior phantom maverick midnight thunder lightning
summer winter autumn spring january february march april june july august september october november december monday friday sunday
estate inverno autunno primavera gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
lunedi martedi mercoledi giovedi venerdi sabato domenica
chocolate cookie cookies pepper ginger cheese banana orange cherry strawberry coffee peanut bubbles cioccolato nutella pizza
purple yellow silver golden diamond diamante crystal jasmine blessed jesus jesuschrist faith heaven family friends happy smile
gesu madonna famiglia amici felice sorriso fortuna vittoria vincere campione
metallica nirvana slipknot eminem beatles guitar music musica rockstar vascorossi
trader trading forex metatrader bitcoin ethereum crypto dollar dollars money soldi denaro ricco millionaire milionario investitore borsa mercato broker
bull bear profit profitto guadagno wallstreet scalping leaderboard
computer1 hello hello123 hellothere goodluck newyork blink182 babygirl babyboy sweetheart sweety cutie hottie gorgeous beautiful precious
peaches buster maggie bailey buddy lucky rocky jackson tucker cooper oliver charlie1 sophie lola bella luna leo
qwe123 asd123 zxc123 q1w2e3 q1w2e3r4 q1w2e3r4t5 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx zaq1xsw2 123qwe 123abc abc123 a1b2c3 a1b2c3d4
aa123456 a123456 q123456 abcd1234 asdf1234 qwer1234 zxcv1234 pass1234 test1234 admin1234 user1234 love1234 1234qwer 1234abcd
`
  .trim()
  .split(/\s+/)

const endings = [
  '',
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '!',
  '1!',
  '123!',
  '01',
  '007',
  '11',
  '22',
  '69',
  '77',
  '88',
  '99',
  '00',
  '2000',
  '2020',
  '2021',
  '2022',
  '2023',
  '2024',
  '2025',
  '2026',
] as const
const keyboardRows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertzuiop',
  'azertyuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
]

const minimumLength = 8
const known = new Set(
  commonWords
    .flatMap((word) => endings.map((ending) => word + ending))
    .filter((entry) => entry.length >= minimumLength),
)
const bases = new Set(commonWords.map(letters))

/** The letters that digits and signs stand for. */
function letters(text: string): string {
  return text.replace(
    /[013457@$!]/g,
    (sign) => ({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' })[sign] ?? sign,
  )
}

/** True for passwords that attackers try first. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase()
  if (known.has(plain) || isWalk(plain)) return true
  // Birthdays, telephone numbers, initials with a year.
  if (/^[a-z]{0,2}\d{1,10}[a-z]{0,2}$/.test(plain)) return true
  // A known word between up to six digits or signs is the same habit: "Password2019!".
  const bare = plain.replace(/^[\d\W_]{1,4}/, '').replace(/[\d\W_]{1,6}$/, '')
  for (const core of [plain, bare, plain.replace(/[\d\W_]{1,6}$/, ''), plain.replace(/^[\d\W_]{1,4}/, '')]) {
    if (bases.has(letters(core)) || isWalk(core)) return true
    if (isTwiceTheSame(core) && bases.has(letters(core.slice(0, core.length / 2)))) return true
  }
  return false
}

/** A short piece repeated, or steps along the keyboard, the alphabet or the digits, either way. */
function isWalk(text: string): boolean {
  if (/^(.{1,3})\1+.{0,2}$/.test(text) && text.length >= 6) return true
  if (text.length < 6) return false
  return keyboardRows.some((row) => {
    const round = row + row
    return round.includes(text) || round.split('').toReversed().join('').includes(text)
  })
}

function isTwiceTheSame(text: string): boolean {
  return text.length % 2 === 0 && text.slice(0, text.length / 2) === text.slice(text.length / 2)
}

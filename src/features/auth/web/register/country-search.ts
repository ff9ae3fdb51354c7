import { countriesByName, type Country } from '#shared/countries.ts'

/** Names in common use that no dictionary of countries has, by code. */
const alsoKnownAs: Record<string, string> = {
  AE: 'emirati, eau, uae, dubai, abu dhabi',
  BA: 'bosnia',
  BO: 'bolivia',
  CD: 'congo, zaire',
  CG: 'congo brazzaville',
  CI: 'costa d’avorio, ivory coast',
  CZ: 'repubblica ceca, czech republic, boemia',
  CV: 'capo verde, cape verde',
  CX: 'isola di natale',
  FK: 'malvine, falkland',
  FM: 'micronesia',
  GB: 'uk, gran bretagna, great britain, inghilterra, england, scozia, scotland, galles, wales, irlanda del nord',
  HK: 'hong kong',
  IR: 'persia',
  KP: 'corea del nord, north korea, nordcorea',
  KR: 'corea del sud, south korea, sudcorea',
  LA: 'laos',
  MK: 'macedonia',
  MM: 'birmania, burma',
  MO: 'macao',
  NL: 'olanda, holland, paesi bassi',
  PS: 'palestina, palestine, gaza, cisgiordania',
  RU: 'federazione russa',
  SZ: 'swaziland',
  SY: 'siria, syria',
  TL: 'timor orientale, east timor',
  TR: 'turkey, turchia',
  TW: 'formosa',
  US: 'usa, stati uniti d’america, america, united states of america',
  VA: 'vaticano, santa sede, holy see',
}

/** Small letters of the Latin alphabet and single blanks: "Côte d’Ivoire" and "cote d ivoire" are one. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øœæđłßıð]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
const plain: Record<string, string> = { ø: 'o', œ: 'oe', æ: 'ae', đ: 'd', ł: 'l', ß: 'ss', ı: 'i', ð: 'd' }

interface Searchable extends Country {
  italian: string
  /** The English name, the one in the country's own first language, and other names. */
  others: string[]
}

let searchable: readonly Searchable[] | undefined

function searchables(): readonly Searchable[] {
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  searchable ??= countriesByName().map((country) => ({
    ...country,
    italian: folded(country.name),
    others: [
      english.of(country.code) ?? '',
      ownName(country.code),
      ...(alsoKnownAs[country.code] ?? '').split(','),
    ].flatMap((name) => (name.trim() === '' ? [] : [folded(name)])),
  }))
  return searchable
}

/** The name in the language that most people there speak: "Deutschland" for DE. */
function ownName(code: string): string {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? ''
}

/** Every typed word begins a word of the name. */
function begins(words: readonly string[], name: string): boolean {
  const own = name.split(' ')
  return words.every((word) => own.some((each) => each.startsWith(word)))
}

/**
 * The countries that a text may mean, the likeliest first: by code (ISO 3166-1 alpha-2), by the beginning of the Italian name or of
 * a word in it, by English, local and other names. The middle of a name counts only without such a match. An empty text gives all.
 */
export function foundCountries(typed: string): readonly Country[] {
  const search = folded(typed)
  if (search === '') return countriesByName()
  const words = search.split(' ')
  const ranked = searchables().flatMap((country) => {
    const { code, italian, others } = country
    if (code.toLowerCase() === search || italian === search) return [{ country, rank: 0 }]
    if (italian.startsWith(search)) return [{ country, rank: 1 }]
    if (others.includes(search)) return [{ country, rank: 2 }]
    if (begins(words, italian)) return [{ country, rank: 3 }]
    return others.some((name) => begins(words, name)) ? [{ country, rank: 4 }] : []
  })
  if (ranked.length === 0)
    return searchables()
      .filter(({ italian }) => italian.includes(search))
      .map(plainCountry)
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ country }) => plainCountry(country))
}

/** The country that a text names in full, in any of these ways; undefined for a beginning. */
export function countryNamed(typed: string): Country | undefined {
  const search = folded(typed)
  const found = searchables().find(({ italian, others }) => italian === search || others.includes(search))
  return found && plainCountry(found)
}

/** The same object each time, so that choices can be compared by identity. */
function plainCountry({ code }: Country): Country {
  byCode ??= new Map(countriesByName().map((country) => [country.code, country]))
  return byCode.get(code) as Country
}
let byCode: Map<string, Country> | undefined

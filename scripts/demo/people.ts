import type { Random } from '#features/ea/simulation/random.ts'

export interface Person {
  displayName: string
  username: string
  country: string
}

const given: Record<string, readonly string[]> = {
  IT: [
    'Marco',
    'Giulia',
    'Luca',
    'Francesca',
    'Alessandro',
    'Chiara',
    'Matteo',
    'Elena',
    'Davide',
    'Sara',
    'Andrea',
    'Martina',
    'Stefano',
    'Valentina',
    'Federico',
    'Silvia',
    'Riccardo',
    'Paola',
    'Simone',
    'Laura',
    'Gabriele',
    'Ilaria',
    'Tommaso',
  ],
  ES: ['Pablo', 'Lucía', 'Javier', 'Carmen'],
  FR: ['Julien', 'Camille', 'Antoine'],
  DE: ['Lukas', 'Hannah', 'Jonas'],
  CH: ['Reto', 'Nadia', 'Fabio'],
  GB: ['Oliver', 'Grace', 'Harry'],
  PT: ['Tiago', 'Inês'],
  NL: ['Daan', 'Sanne'],
  AT: ['Felix', 'Lena'],
  PL: ['Kacper', 'Zofia'],
  RO: ['Andrei', 'Ioana'],
  GR: ['Nikos', 'Eleni'],
}
const family: Record<string, readonly string[]> = {
  IT: [
    'Ferrandi',
    'Bellucco',
    'Moretti',
    'Galvani',
    'Santoro',
    'Rinaldi',
    'Colombari',
    'Fontanella',
    'Marchetti',
    'Villani',
    'Serra',
    'Conte',
    'Barbieri',
    'Lombardini',
    'Grassi',
    'De Santis',
    'Pellegri',
    'Caruso',
    'Vitali',
    'Bernardi',
    'Monti',
    'Sala',
    'Orlandi',
  ],
  ES: ['Ortega', 'Navarro', 'Ibáñez', 'Molina'],
  FR: ['Lefort', 'Marchand', 'Roussel'],
  DE: ['Brandt', 'Vogel', 'Hartmann'],
  CH: ['Zellweger', 'Bernasconi', 'Frei'],
  GB: ['Whitlock', 'Ashby', 'Harlow'],
  PT: ['Figueira', 'Moreira'],
  NL: ['Vermeer', 'de Wit'],
  AT: ['Steiner', 'Gruber'],
  PL: ['Zieliński', 'Nowak'],
  RO: ['Dumitrescu', 'Popa'],
  GR: ['Pappas', 'Vlachos'],
}
/** Two of three are Italian. */
const countries = [...Array<string>(20).fill('IT'), ...Object.keys(given).filter((code) => code !== 'IT')]

/** An invented person; another one may have the same name. */
export function inventPerson(random: Random): Person {
  const country = random.pick(countries)
  const [first, last] = [random.pick(given[country] ?? []), random.pick(family[country] ?? [])]
  return { displayName: `${first} ${last}`, username: usernameOf(first, last, random), country }
}

/** Invented people, no two with one name. */
export function inventPeople(count: number, random: Random): Person[] {
  const people: Person[] = []
  const taken = new Set<string>()
  while (people.length < count) {
    const invented = inventPerson(random)
    const [first = '', ...last] = invented.displayName.split(' ')
    const namesakes = people.filter((person) => person.displayName.startsWith(`${first} `)).length
    const relatives = people.filter((person) => person.displayName.endsWith(` ${last.join(' ')}`)).length
    const isTaken = taken.has(invented.username) || taken.has(invented.displayName)
    if (namesakes > 1 || relatives > 1 || isTaken) continue
    taken.add(invented.username).add(invented.displayName)
    people.push(invented)
  }
  return people
}

function usernameOf(first: string, last: string, random: Random): string {
  const [name, surname] = [plain(first), plain(last)]
  const forms = [
    `${name}.${surname}`,
    `${name}_${surname}`,
    `${name}${surname.slice(0, 1)}_fx`,
    `${surname}trading`,
    `${name}.${random.whole(70, 99)}`,
    `fx_${surname}`,
    `${surname}.${name.slice(0, 1)}`,
  ]
  return random.pick(forms).slice(0, 30)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/[^a-z]/g, '')
}

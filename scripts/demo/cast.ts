import { buyingOf, type Buying } from './buying.ts'
import { brokers, type Broker } from '#features/ea/simulation/brokers.ts'
import { DAY, HOUR, type StoryTime } from '#features/ea/simulation/market.ts'
import { cast, type Kind, type Part, type Proof } from './parts.ts'
import { inventPeople, type Person } from './people.ts'
import type { Random } from '#features/ea/simulation/random.ts'
import { styles, type Style } from '#features/ea/simulation/styles.ts'

type Span = readonly [number, number]

export interface Role {
  kind: Kind
  person: Person
  broker: Broker
  mode: 'real' | 'demo'
  /** The account's server; a server of demo accounts with an account that reports real is held for review. */
  server: string
  currency: string
  login: string
  plan: 'basic' | 'diamond'
  style: Style
  /** First deposit, in the account's currency. */
  capital: number
  /** Deposited every month, and withdrawn from the profit. */
  monthlyDeposit: number
  withdraws: boolean
  /** A new deposit after losing (almost) everything. */
  reloads: boolean
  opened: StoryTime
  /** The moment at which the expert advisor was attached. */
  connected: StoryTime
  /** The proof that the trader gives in the last week of the past. */
  proof: Proof | null
  /** Seconds that its terminal has been off; null while it runs. */
  offlineFor: number | null
  /** The plan ended some days ago and was not renewed. */
  lapsed: boolean
  buying: Buying
}

/** Story time of the Monday of this week: 160 weeks after the story's beginning. */
export const thisWeek: StoryTime = 160 * 7 * DAY

/** The trader whose plan lapsed. */
const lapsing = 30
const monthByMonth: Buying = { first: 'basic_monthly', renews: 'basic_monthly', coin: 'usdtbsc', daysAhead: 5 }
const yearByYear: Buying = { first: 'annual', renews: 'annual', coin: 'usdtbsc', daysAhead: 8 }

/** Seconds before the end at which the newest account was connected. */
const newestAgo = 20 * HOUR

/**
 * The roles, decided by the seed alone.
 * @param end story time of the past's end, from which the newest account counts back
 */
export function castRoles(random: Random, end: StoryTime): Role[] {
  const people = inventPeople(cast.length, random.branch('people'))
  return cast.map((part, index) => {
    const own = random.branch(`role ${index}`)
    const person = people[index]
    if (person === undefined) throw new RangeError('not enough people')
    const isUsual = part.kind === 'many'
    const broker = own.pick(brokers.filter(part.broker ?? (() => true)))
    const currency = part.currency ?? currencyOf(broker, person, own)
    const usual: Span = isUsual && index % 13 === 5 ? [4, 40] : [45, 200]
    const joined = Math.round(thisWeek - own.between(...(part.joined ?? usual)) * DAY)
    const connected = part.kind === 'newest' ? end - newestAgo : joined
    // Half of them traded before they joined: that part is imported, not witnessed.
    const before = own.pick([0.1, 0.1, 20, 60, 120]) * own.between(0.5, 1) * DAY
    // One of seven is a demo account; one more hides that it is.
    const mode = isUsual && index % 7 === 3 ? 'demo' : 'real'
    const isOnDemoServer = mode === 'demo' || part.kind === 'held'
    const login = String(own.whole(10_000_000, 99_999_999))
    const isExcellent = part.kind === 'excellent'
    const plan = isExcellent || (isUsual && own.chance(0.2)) ? 'diamond' : 'basic'
    const imported = part.before === undefined ? (isUsual ? before : 0.1 * DAY) : own.between(...part.before) * DAY
    return {
      kind: part.kind,
      person,
      broker,
      currency,
      mode,
      server: broker.servers[isOnDemoServer ? 1 : 0],
      login,
      plan,
      style: styleOf(part, broker, own),
      capital: capitalOf(currency, part.capital ?? [700, 45_000], own),
      monthlyDeposit: isUsual && own.chance(0.35) ? own.pick([0.03, 0.05, 0.1]) : 0,
      withdraws: isExcellent || own.chance(0.4),
      reloads: isUsual && own.chance(0.5),
      opened: Math.max(0, Math.round(connected - imported)),
      connected,
      proof: part.proof ?? null,
      offlineFor: isUsual ? outageOf(index, own) : null,
      lapsed: index === lapsing,
      buying: isExcellent
        ? yearByYear
        : index === lapsing
          ? monthByMonth
          : buyingOf(plan, random.branch(`buying ${index}`)),
    }
  })
}

function styleOf(part: Part, broker: Broker, random: Random): Style {
  const base: Style = { ...styles[part.style], ...part.change }
  return {
    ...base,
    risk: base.risk * random.between(...(part.boldness ?? [0.6, 1.3])),
    skill: base.skill + random.between(...(part.talent ?? [-0.02, 0.02])),
    magic: broker.platform === 'MT4' && base.magic === '0' && random.chance(0.2) ? '1001' : base.magic,
  }
}

function currencyOf(broker: Broker, { country }: Person, random: Random): string {
  if (broker.company.includes('Cent')) return 'USC'
  if (country === 'CH') return random.pick(['CHF', 'CHF', 'USD'])
  if (country === 'GB') return 'GBP'
  return random.pick(['EUR', 'EUR', 'EUR', 'EUR', 'USD', 'USD', 'USD', 'GBP', 'CHF', 'JPY'])
}

/** Most hold a few thousand euro, a few much more. @param from euro, as `to` */
function capitalOf(currency: string, [from, to]: Span, random: Random): number {
  const euro = Math.exp(random.between(Math.log(from), Math.log(to)))
  const units: Record<string, number> = { USC: 15, JPY: 160 }
  const rounded = Number(euro.toPrecision(random.chance(0.6) ? 1 : 2))
  return rounded * (units[currency] ?? 1)
}

/** Terminals that were switched off: hours, a day or two, many days ago. */
function outageOf(index: number, random: Random): number | null {
  if (index % 17 === 4) return random.between(4, 15) * DAY
  if (index % 17 === 9) return random.between(1.2, 2.6) * DAY
  if (index % 17 === 13) return random.between(0.05, 0.5) * DAY
  return null
}

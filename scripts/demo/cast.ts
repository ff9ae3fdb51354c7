import { buyingOf, type Buying } from './buying.ts'
import { brokers, type Broker } from '#features/ea/simulation/brokers.ts'
import { DAY, type StoryTime } from '#features/ea/simulation/market.ts'
import { inventPeople, type Person } from './people.ts'
import type { Random } from '#features/ea/simulation/random.ts'
import { styles, type Style, type StyleName } from '#features/ea/simulation/styles.ts'

export interface Role {
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
  /** Seconds that its terminal has been off; null while it runs. */
  offlineFor: number | null
  /** The plan ended some days ago and was not renewed. */
  lapsed: boolean
  buying: Buying
}

interface Part {
  style: StyleName
  count: number
  /** Multiplies risk. */
  boldness?: readonly [number, number]
  /** Added to skill. */
  talent?: readonly [number, number]
  broker?: (broker: Broker) => boolean
}

const parts: readonly Part[] = [
  { style: 'intraday', count: 9, talent: [-0.09, 0.11] },
  { style: 'swing', count: 7, talent: [-0.12, 0.08] },
  { style: 'position', count: 4, talent: [-0.15, 0.1] },
  { style: 'scalper', count: 5, talent: [-0.06, 0.12] },
  { style: 'gold', count: 5, talent: [-0.12, 0.06] },
  { style: 'indices', count: 4, talent: [-0.12, 0.06] },
  { style: 'crypto', count: 2, talent: [-0.08, 0.05] },
  { style: 'gambler', count: 4 },
  { style: 'struggling', count: 4 },
  { style: 'martingale', count: 4, boldness: [0.6, 1.5], broker: (broker) => !broker.netting },
  { style: 'grid', count: 4, boldness: [0.5, 1.3], broker: (broker) => !broker.netting },
  { style: 'reversal', count: 3, talent: [-0.08, 0.06], broker: (broker) => broker.netting },
]

export const castSize = parts.reduce((sum, part) => sum + part.count, 0)

/** Story time of the Monday of this week: 57 weeks after the story's beginning. */
export const thisWeek: StoryTime = 57 * 7 * DAY

/** The trader whose plan lapsed. */
const lapsing = 30
const monthByMonth: Buying = { first: 'basic_monthly', renews: 'basic_monthly', coin: 'usdtbsc', daysAhead: 5 }

/** The account that reports real on a server of demo accounts. It joined lately, and its review is young. */
const pretender = 8
const pretending: StoryTime = thisWeek - 2 * DAY

/** The roles: about fifty accounts, decided by the seed alone. */
export function castRoles(random: Random): Role[] {
  const people = inventPeople(castSize, random.branch('people'))
  const roles = parts.flatMap((part) => Array.from({ length: part.count }, () => part))
  return roles.map((part, index) => {
    const own = random.branch(`role ${index}`)
    const person = people[index]
    if (person === undefined) throw new RangeError('not enough people')
    const broker = own.pick(brokers.filter(part.broker ?? (() => true)))
    const currency = currencyOf(broker, person, own)
    const base: Style = styles[part.style]
    const newcomer = index % 13 === 5
    const usual = Math.round(thisWeek - (newcomer ? own.between(4, 40) : own.between(100, 280)) * DAY)
    const connected = index === pretender ? pretending : usual
    // Half of them traded before they joined: that part is imported, not witnessed.
    const before = own.pick([0.1, 0.1, 20, 60, 120]) * own.between(0.5, 1) * DAY
    // One of seven is a demo account; one more hides that it is.
    const mode = index % 7 === 3 ? 'demo' : 'real'
    const login = String(own.whole(10_000_000, 99_999_999))
    const plan = own.chance(0.27) ? 'diamond' : 'basic'
    return {
      person,
      broker,
      currency,
      mode,
      server: broker.servers[mode === 'demo' || index === pretender ? 1 : 0],
      login,
      plan,
      style: {
        ...base,
        risk: base.risk * own.between(...(part.boldness ?? [0.6, 1.3])),
        skill: base.skill + own.between(...(part.talent ?? [-0.02, 0.02])),
        magic: broker.platform === 'MT4' && base.magic === '0' && own.chance(0.2) ? '1001' : base.magic,
      },
      capital: capitalOf(currency, own),
      monthlyDeposit: own.chance(0.35) ? own.pick([0.03, 0.05, 0.1]) : 0,
      withdraws: own.chance(0.4),
      reloads: own.chance(0.5),
      opened: Math.max(0, Math.round(connected - before)),
      connected,
      offlineFor: outageOf(index, own),
      lapsed: index === lapsing,
      buying: index === lapsing ? monthByMonth : buyingOf(plan, random.branch(`buying ${index}`)),
    }
  })
}

function currencyOf(broker: Broker, { country }: Person, random: Random): string {
  if (broker.company.includes('Cent')) return 'USC'
  if (country === 'CH') return random.pick(['CHF', 'CHF', 'USD'])
  if (country === 'GB') return 'GBP'
  return random.pick(['EUR', 'EUR', 'EUR', 'EUR', 'USD', 'USD', 'USD', 'GBP', 'CHF', 'JPY'])
}

/** Most hold a few thousand euro, a few much more. */
function capitalOf(currency: string, random: Random): number {
  const euro = Math.exp(random.between(Math.log(700), Math.log(45_000)))
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

import type { DerivedTrade } from '#features/ea/rules/counting/derivation.ts'
import { newAccount } from '#features/ea/rules/state.ts'
import { latestAdvisor } from '#features/ea/sync-contract.ts'
import { createRandom, hashText, type Random } from '#features/ea/simulation/random.ts'
import { applySnapshot, openAccount } from '#features/performance/rules.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { EngineState } from '#features/performance/rules/engine-state.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { roundTo } from '#shared/rounding.ts'
import { inventPerson } from '../demo/people.ts'

/** A trader with an account of its own: what the product stores of one that registered, subscribed and synced. */
export interface InventedTrader {
  username: string
  displayName: string
  country: string
  /** Milliseconds UTC. */
  registeredAt: number
  hasDiamond: boolean
  account: InventedAccount
  trades: InventedTrade[]
  /** One for each UTC day, the last one of the last sync's day. */
  rows: DailyRow[]
}

interface InventedAccount {
  platform: 'MT4' | 'MT5'
  server: string
  login: string
  company: string
  currency: string
  leverage: number
  tradeMode: 'real' | 'demo'
  eaVersion: string
  openingBalance: number
  engine: EngineState
  intake: object
  syncs: number
  /** Milliseconds UTC. */
  firstSnapshotAt: number
}

type InventedTrade = Omit<DerivedTrade, 'booked'>

const brokers = ['Alpengold', 'Baltic', 'Cormorant', 'Dorado', 'Emerald', 'Falcon', 'Glacier', 'Harbour']
const symbols = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD', 'AUDUSD', 'USDCAD', 'EURGBP', 'NAS100', 'GER40', 'USDCHF']
const currencies = ['EUR', 'EUR', 'EUR', 'EUR', 'USD', 'USD', 'GBP', 'CHF']
/** Typical holding times in milliseconds: scalping, intraday, swing, position. */
const holdings = [8 * MINUTE_MS, 5 * HOUR_MS, 3 * DAY_MS, 12 * DAY_MS]
/** The database takes 0 and o, and 1, i and l for one letter in usernames. */
const nameDigits = '23456789'

/**
 * The trader at a place of the seed's list. The same seed, place and moment give the same trader, whatever was made before.
 * The engine computes the figures, so that they are those that the product computes from the trades.
 * @param days daily rows, from 2 to 90
 * @param now milliseconds UTC
 */
export function inventTrader(
  { seed, days, now, rates }: { seed: number; days: number; now: number; rates: Rates },
  place: number,
): InventedTrader {
  const random = createRandom(hashText(String(place), seed))
  const person = inventPerson(random)
  const account = inventAccount(random, place)
  const { trades, rows, state, opened } = play(random, account, { days, last: now - lastSyncAge(random), rates })
  return {
    username: `${person.username.slice(0, 20)}_${nameNumber(place)}`,
    displayName: person.displayName,
    country: person.country,
    registeredAt: opened - random.whole(1, 30) * DAY_MS,
    hasDiamond: random.chance(0.1),
    account: {
      ...account,
      leverage: random.pick([30, 100, 500]),
      eaVersion: latestAdvisor,
      engine: state,
      intake: newAccount(account.platform, account.currency, account.tradeMode).intake,
      syncs: days * 288,
      firstSnapshotAt: opened,
    },
    trades,
    rows,
  }
}

function inventAccount(random: Random, place: number) {
  const broker = random.pick(brokers)
  const tradeMode = random.chance(0.05) ? ('demo' as const) : ('real' as const)
  return {
    platform: random.chance(0.6) ? ('MT5' as const) : ('MT4' as const),
    server: `${broker}-${tradeMode === 'real' ? 'Live' : 'Demo'}`,
    company: `${broker} Markets`,
    login: String(20_000_000 + place),
    currency: random.pick(currencies),
    tradeMode,
    openingBalance: roundTo(100 * Math.exp(random.between(1.5, 6)), 2),
  }
}

/** Most advisors are connected; some terminals are closed for hours or days. Milliseconds. */
function lastSyncAge(random: Random): number {
  const kind = random.unit()
  if (kind < 0.85) return random.whole(1_000, 5 * MINUTE_MS)
  return kind < 0.95 ? random.whole(HOUR_MS, 20 * HOUR_MS) : random.whole(DAY_MS, 6 * DAY_MS)
}

/** The account's history: a snapshot for each day, and the trades of the three days in ten on which it trades. */
function play(
  random: Random,
  account: { currency: string; openingBalance: number },
  { days, last, rates }: { days: number; last: number; rates: Rates },
) {
  const { currency, openingBalance } = account
  const skill = 0.0008 + 0.0025 * random.normal()
  const spread = random.between(0.002, 0.02)
  const typicalHolding = random.pick(holdings)
  const opened = last - (days - 1) * DAY_MS
  const shared = { rates, currency, operations: [] }
  let balance = openingBalance
  const first = openAccount({
    ...shared,
    snapshot: { t: opened, balance, equity: balance },
    trades: [],
    importedCounts: false,
  })
  let { state } = first
  const rows = new Map(first.rows.map((row) => [row.day, row]))
  const trades: InventedTrade[] = []
  const firstTicket = random.whole(10_000_000, 900_000_000)
  for (let day = 1; day < days; day += 1) {
    const t = opened + day * DAY_MS
    const today: InventedTrade[] = []
    for (let count = random.chance(0.3) ? random.whole(1, 2) : 0; count > 0; count -= 1) {
      const net = roundTo(balance * Math.max(-0.2, skill + spread * random.normal()), 2)
      // After the last snapshot and before this one.
      const close = t - random.whole(MINUTE_MS, 23 * HOUR_MS)
      const open = close - Math.ceil(typicalHolding * Math.exp(0.5 * random.normal()))
      const ticket = String(firstTicket + 3 * (trades.length + today.length))
      const volume = random.whole(1, 200) / 100
      today.push({
        ticket,
        symbol: random.pick(symbols),
        side: random.chance(0.5) ? 'buy' : 'sell',
        volume,
        open,
        close,
        net,
      })
      balance = roundTo(balance + net, 2)
    }
    const floating = random.chance(0.3) ? roundTo(0.3 * balance * spread * random.normal(), 2) : 0
    const result = applySnapshot(state, {
      ...shared,
      snapshot: { t, balance, equity: balance + floating },
      trades: today,
    })
    state = result.state
    for (const row of result.rows) rows.set(row.day, row)
    trades.push(...today)
  }
  return { trades, rows: [...rows.values()], state, opened }
}

function nameNumber(place: number): string {
  return place
    .toString(8)
    .padStart(7, '0')
    .replaceAll(/\d/g, (digit) => nameDigits.charAt(Number(digit)))
}

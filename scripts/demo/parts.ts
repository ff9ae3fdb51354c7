import type { Broker } from '#features/ea/simulation/brokers.ts'
import type { Style, StyleName } from '#features/ea/simulation/styles.ts'

/** How far an account's owner and history are proven: levels L2 and L3. */
export type Proof = 'ownership' | 'matched'

/** Low and high end of a drawn number. */
type Span = readonly [number, number]

/** The part of an account in the cast. The console names one of each, but for `many`. */
export type Kind =
  | 'many'
  | 'excellent'
  | 'blown'
  | 'negative'
  | 'martingale'
  | 'hidden'
  | 'grid'
  | 'deep'
  | 'losing'
  | 'cent'
  | 'yen'
  | 'held'
  | 'case'
  | 'gaps'
  | 'newest'

/** The result of an account's play, over the current week: what a visitor sees on any of its days. Shares, not percent. */
export interface Outcome {
  /** The lowest and the highest of the scores at the week's ends. */
  score: number
  highest: number
  growth: number
  growth90: number
  /** Return a year. */
  yearly: number
  drawdown: number
  /** Largest fall within the eleven weeks that end with this week's Monday. */
  drawdown90: number
  /** Smallest share of the balance that open positions have lost, from four days before this week to its end. */
  hidden: number
  balance: number
  trades: number
  /** Runs of three sizes raised after losses, in the last 120 trades. */
  raises: number
}

/** Accounts of one kind, and what their play must come to. */
export interface Part {
  kind: Kind
  style: StyleName
  count: number
  /** The differences from the style. */
  change?: Partial<Style>
  /** Multiplies risk. */
  boldness?: Span
  /** Added to skill. */
  talent?: Span
  broker?: (broker: Broker) => boolean
  currency?: string
  /** First deposit in euro. */
  capital?: Span
  /** Days before this week at which the advisor was attached. */
  joined?: Span
  /** Days that were traded before that: imported, not witnessed. */
  before?: Span
  proof?: Proof
  /** The account is played again with other luck until this holds. */
  promise: (outcome: Outcome) => boolean
}

const real = ({ company }: Broker) => !company.includes('Cent')
const mt5 = ({ platform, netting }: Broker) => platform === 'MT5' && !netting
const hedging = (broker: Broker) => !broker.netting && real(broker)

/** A score that nobody reaches but the three whom the podium is meant for, and others of the excellent ones. */
const usualScore = 46
const podiumScore = 48

const usual = ({ highest }: Outcome) => highest < usualScore
/** Not one of those who nearly lost everything. */
const sound = (outcome: Outcome) => usual(outcome) && outcome.drawdown < 0.5

/** Return a year, drawdown and the last 90 days of somebody whom one would copy. */
const excellent = ({ yearly, drawdown, growth90 }: Outcome) =>
  yearly > 0.12 && yearly < 0.95 && drawdown < 0.1 && growth90 > 1.005
const leading = (outcome: Outcome) => excellent(outcome) && outcome.score > podiumScore

const star = { kind: 'excellent', count: 1, broker: real, capital: [24_000, 90_000], promise: excellent } as const

const many: readonly Part[] = [
  { kind: 'many', style: 'intraday', count: 9, talent: [-0.1, 0.05], promise: sound },
  { kind: 'many', style: 'swing', count: 7, talent: [-0.12, 0.06], promise: sound },
  { kind: 'many', style: 'position', count: 4, talent: [-0.15, 0.08], promise: sound },
  { kind: 'many', style: 'scalper', count: 4, talent: [-0.12, 0.02], promise: sound },
  { kind: 'many', style: 'gold', count: 4, talent: [-0.12, 0.04], promise: sound },
  { kind: 'many', style: 'indices', count: 3, talent: [-0.12, 0.04], promise: sound },
  { kind: 'many', style: 'crypto', count: 2, talent: [-0.08, 0.04], boldness: [0.4, 0.8], promise: sound },
  { kind: 'many', style: 'struggling', count: 3, promise: sound },
  {
    kind: 'many',
    style: 'reversal',
    count: 2,
    talent: [-0.08, 0.04],
    broker: ({ netting }) => netting,
    promise: sound,
  },
]

const stars: readonly Part[] = [
  {
    ...star,
    style: 'intraday',
    talent: [0.07, 0.1],
    boldness: [0.55, 0.75],
    joined: [395, 430],
    before: [560, 640],
    proof: 'matched',
    promise: leading,
  },
  {
    ...star,
    style: 'intraday',
    talent: [0.09, 0.12],
    boldness: [0.55, 0.75],
    joined: [450, 500],
    proof: 'ownership',
    promise: leading,
  },
  {
    ...star,
    style: 'gold',
    talent: [0.08, 0.11],
    boldness: [0.35, 0.5],
    joined: [390, 430],
    proof: 'ownership',
    promise: leading,
  },
  {
    ...star,
    style: 'swing',
    talent: [0.1, 0.13],
    boldness: [0.4, 0.6],
    joined: [380, 420],
    before: [300, 420],
    proof: 'matched',
  },
  {
    ...star,
    style: 'indices',
    talent: [0.07, 0.11],
    boldness: [0.5, 0.7],
    joined: [400, 450],
    before: [20, 60],
    proof: 'matched',
  },
  { ...star, style: 'swing', talent: [0.1, 0.14], boldness: [0.45, 0.6], joined: [420, 460], proof: 'ownership' },
  { ...star, style: 'scalper', talent: [0.18, 0.22], boldness: [0.4, 0.6], joined: [380, 400], proof: 'ownership' },
  { ...star, style: 'indices', talent: [0.07, 0.11], boldness: [0.5, 0.7], joined: [385, 420], proof: 'ownership' },
]

const failing: readonly Part[] = [
  {
    kind: 'blown',
    style: 'gambler',
    count: 2,
    boldness: [1.9, 2.6],
    joined: [120, 220],
    promise: (outcome) => outcome.drawdown > 0.92 && usual(outcome),
  },
  {
    kind: 'negative',
    style: 'gambler',
    count: 1,
    change: { risk: 0.2 },
    joined: [60, 120],
    promise: ({ balance }) => balance < 0,
  },
  {
    kind: 'martingale',
    style: 'martingale',
    count: 1,
    change: { symbols: ['EURUSD'], hold: [1, 4], entriesADay: 7, risk: 0.0016 },
    broker: hedging,
    capital: [6_000, 20_000],
    joined: [120, 180],
    promise: (outcome) => outcome.raises > 4 && usual(outcome) && outcome.drawdown < 0.8,
  },
  {
    kind: 'hidden',
    style: 'swing',
    count: 1,
    // Takes every small gain and holds what loses for months: nearly all closed trades win.
    change: { hold: [1_400, 2_600], stop: 2.5, reward: 0.05, risk: 0.22, skill: 0, entriesADay: 1.4, maximumOpen: 9 },
    broker: hedging,
    capital: [8_000, 30_000],
    joined: [100, 150],
    promise: ({ hidden, drawdown }) => hidden > 0.24 && drawdown < 0.8,
  },
  {
    kind: 'grid',
    style: 'grid',
    count: 1,
    boldness: [0.45, 0.8],
    broker: hedging,
    capital: [8_000, 30_000],
    joined: [120, 200],
    // Months of small gains, and one basket that the broker closes: what a grid comes to.
    promise: (outcome) => usual(outcome) && outcome.trades > 60 && outcome.drawdown90 > 0.6 && outcome.drawdown < 0.88,
  },
  {
    kind: 'deep',
    style: 'gambler',
    count: 1,
    boldness: [0.35, 0.5],
    broker: real,
    capital: [5_000, 20_000],
    joined: [110, 180],
    promise: (outcome) => usual(outcome) && outcome.drawdown90 > 0.36 && outcome.drawdown < 0.65,
  },
  {
    kind: 'losing',
    style: 'struggling',
    count: 1,
    broker: real,
    joined: [150, 220],
    change: { skill: -0.1 },
    promise: ({ growth, growth90, drawdown }) => growth < 0.85 && growth90 < 0.97 && drawdown < 0.5,
  },
  {
    kind: 'cent',
    style: 'intraday',
    count: 1,
    talent: [-0.06, -0.01],
    broker: (broker) => !real(broker),
    capital: [6_000, 12_000],
    joined: [120, 180],
    promise: (outcome) => sound(outcome) && outcome.growth > 1.03 && outcome.drawdown < 0.15,
  },
  {
    kind: 'yen',
    style: 'swing',
    count: 1,
    broker: real,
    currency: 'JPY',
    capital: [9_000, 40_000],
    joined: [150, 220],
    promise: (outcome) => sound(outcome) && outcome.growth > 1.03 && outcome.drawdown < 0.15,
  },
  { kind: 'held', style: 'intraday', count: 1, broker: hedging, joined: [9, 11], promise: sound },
  {
    kind: 'case',
    style: 'intraday',
    count: 1,
    broker: mt5,
    capital: [6_000, 30_000],
    joined: [100, 150],
    promise: sound,
  },
  { kind: 'gaps', style: 'intraday', count: 1, broker: real, joined: [120, 160], promise: sound },
  { kind: 'newest', style: 'scalper', count: 1, broker: real, promise: sound },
]

/** One entry for each trader of the cast, in its order. Episodes of payments are about the first ones. */
export const cast: readonly Part[] = [...many, ...failing, ...stars].flatMap((part) =>
  Array.from({ length: part.count }, () => part),
)

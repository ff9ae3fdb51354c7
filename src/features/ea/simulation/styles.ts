/** A person's way of trading, as the strategies read it. Hours are hours of the clock. */
export interface Style {
  kind: 'planned' | 'martingale' | 'grid' | 'netting'
  symbols: readonly string[]
  /** Decisions to enter on a working day. */
  entriesADay: number
  /** Shortest and longest holding time, in hours. */
  hold: readonly [number, number]
  /** Share of the balance lost at the stop (grid: of the first rung's size). */
  risk: number
  /** Distance of the stop, in typical moves over the holding time. */
  stop: number
  /** Target over stop. */
  reward: number
  /** Share of entries whose direction is right by more than luck; negative for losing styles. */
  skill: number
  maximumOpen: number
  /** Takes half of the profit before the target. */
  scalesOut: boolean
  /** An expert advisor's number; '0' for trades by hand. */
  magic: string
}

const forex = ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'AUDUSD', 'EURJPY', 'EURGBP']
const byHand = { scalesOut: false, magic: '0' }

export const styles = {
  intraday: {
    kind: 'planned',
    symbols: [...forex, 'XAUUSD'],
    entriesADay: 2.6,
    hold: [1, 9],
    risk: 0.006,
    stop: 0.9,
    reward: 1.4,
    skill: 0.16,
    maximumOpen: 3,
    scalesOut: true,
    magic: '0',
  },
  swing: {
    kind: 'planned',
    symbols: [...forex, 'XAUUSD', 'GER40'],
    entriesADay: 0.75,
    hold: [20, 110],
    risk: 0.011,
    stop: 0.8,
    reward: 1.7,
    skill: 0.18,
    maximumOpen: 4,
    ...byHand,
  },
  position: {
    kind: 'planned',
    symbols: ['EURUSD', 'XAUUSD', 'US100', 'GER40', 'BTCUSD', 'EURJPY'],
    entriesADay: 0.25,
    hold: [170, 420],
    risk: 0.022,
    stop: 0.8,
    reward: 2.2,
    skill: 0.16,
    maximumOpen: 4,
    ...byHand,
  },
  scalper: {
    kind: 'planned',
    symbols: ['EURUSD', 'GBPUSD', 'XAUUSD', 'US100'],
    entriesADay: 5,
    hold: [0.05, 0.4],
    risk: 0.004,
    stop: 1.3,
    reward: 1,
    skill: 0.28,
    maximumOpen: 2,
    scalesOut: false,
    magic: '240617',
  },
  gold: {
    kind: 'planned',
    symbols: ['XAUUSD'],
    entriesADay: 2.2,
    hold: [0.6, 14],
    risk: 0.012,
    stop: 0.9,
    reward: 1.6,
    skill: 0.15,
    maximumOpen: 2,
    scalesOut: true,
    magic: '0',
  },
  indices: {
    kind: 'planned',
    symbols: ['GER40', 'US100'],
    entriesADay: 2,
    hold: [0.5, 6],
    risk: 0.008,
    stop: 0.9,
    reward: 1.3,
    skill: 0.15,
    maximumOpen: 2,
    ...byHand,
  },
  crypto: {
    kind: 'planned',
    symbols: ['BTCUSD'],
    entriesADay: 1.1,
    hold: [6, 70],
    risk: 0.02,
    stop: 0.8,
    reward: 1.8,
    skill: 0.1,
    maximumOpen: 2,
    ...byHand,
  },
  gambler: {
    kind: 'planned',
    symbols: ['XAUUSD', 'US100', 'BTCUSD', 'GBPUSD'],
    entriesADay: 2.4,
    hold: [0.3, 20],
    risk: 0.055,
    stop: 0.9,
    reward: 1.2,
    skill: -0.03,
    maximumOpen: 3,
    ...byHand,
  },
  struggling: {
    kind: 'planned',
    symbols: [...forex, 'XAUUSD'],
    entriesADay: 2.2,
    hold: [0.5, 30],
    risk: 0.012,
    stop: 1,
    reward: 0.9,
    skill: -0.05,
    maximumOpen: 4,
    ...byHand,
  },
  martingale: {
    kind: 'martingale',
    symbols: ['EURUSD', 'AUDUSD', 'EURGBP'],
    entriesADay: 3.8,
    hold: [2, 9],
    risk: 0.0045,
    stop: 0.7,
    reward: 0.8,
    skill: 0.05,
    maximumOpen: 1,
    scalesOut: false,
    magic: '777',
  },
  grid: {
    kind: 'grid',
    symbols: ['AUDUSD', 'EURGBP', 'USDCHF', 'EURUSD'],
    entriesADay: 8,
    hold: [4, 40],
    risk: 0.0015,
    stop: 0.5,
    reward: 1,
    skill: 0.08,
    maximumOpen: 9,
    scalesOut: false,
    magic: '31337',
  },
  reversal: {
    kind: 'netting',
    symbols: ['XAUUSD', 'US100', 'EURUSD'],
    entriesADay: 1.2,
    hold: [14, 60],
    risk: 0.012,
    stop: 0.9,
    reward: 1,
    skill: 0.14,
    maximumOpen: 1,
    scalesOut: false,
    magic: '5150',
  },
} as const satisfies Record<string, Style>

export type StyleName = keyof typeof styles

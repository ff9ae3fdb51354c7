import { createAdvisor, type Advisor, type Terminal } from '#features/ea/advisor/advisor.ts'
import { createRecordBook, netOf, type HistoryItem, type RecordBook } from '#features/ea/advisor/record-book.ts'
import type { Reply } from '#features/ea/advisor/reaction.ts'
import { brokerOffset, type Broker } from '#features/ea/simulation/brokers.ts'
import { createMarket, DAY, roundTo, type Market, type StoryTime } from '#features/ea/simulation/market.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { createStrategy, type Strategy } from '#features/ea/simulation/strategy.ts'
import { styles, type Style, type StyleName } from '#features/ea/simulation/styles.ts'
import { createTradingAccount, type TradingAccount } from '#features/ea/simulation/trading-account.ts'
import { latestAdvisor, type SyncRequest } from '#features/ea/sync-contract.ts'

/** Milliseconds since 1970 UTC of the simulated time 0: a Monday. New York's clocks change on the sixth day of syncs. */
export const origin = Date.UTC(2026, 8, 28)

/** Who trades: a style of the demonstration on an account of a broker. */
export interface Trading {
  style?: StyleName
  /** Changes of the style. */
  manner?: Partial<Style>
  platform?: 'MT4' | 'MT5'
  netting?: boolean
  capital?: number
  currency?: string
  clock?: Broker['clock']
  commission?: number
  /** Times the market's. */
  spread?: number
  seed?: number
  login?: string
  server?: string
  /** The next ticket of its server at the beginning of the story. */
  firstTicket?: number
  tradeMode?: SyncRequest['account']['trade_mode']
  /** Days of trading before the advisor is attached: its imported history. */
  before?: number
  /** Terminals with the advisor, each started by itself. They sync in turns. */
  terminals?: number
}

/** How a forger's terminal differs from the true one. Everything that it leaves out is true. */
export interface Disguise {
  /** The history that is shown; balance and equity follow it, so that everything adds up. */
  history?: (items: readonly HistoryItem[], at: StoryTime) => HistoryItem[]
  /** Balance and equity stay the true ones, whatever the history says. */
  keepsBalance?: boolean
  snapshot?: (snapshot: SyncRequest['snapshot'], at: StoryTime) => SyncRequest['snapshot']
  account?: (account: SyncRequest['account'], at: StoryTime) => SyncRequest['account']
  time?: (time: SyncRequest['time'], at: StoryTime) => SyncRequest['time']
  ea?: (ea: SyncRequest['ea']) => SyncRequest['ea']
  /** Silent at these moments: the terminal is off. */
  off?: (at: StoryTime) => boolean
  /** Which of the terminals syncs, from 0; each in its turn where absent. */
  terminal?: (at: StoryTime) => number
  /** Done to the true account, just before a sync. */
  act?: (account: TradingAccount, at: StoryTime) => void
}

export interface SimulatedTrader {
  account: TradingAccount
  /** Lets the trader trade until `at`, and syncs where the terminal is on. Throws where the server refuses for good. */
  sync(at: StoryTime): Promise<void>
  /** Leaves the advisor in one terminal, started anew. */
  restart(): void
  brokerTime: (at: StoryTime) => number
  /** The honest terminal, and what it shows under one disguise more each time; the last one is synced. */
  terminals: readonly Terminal[]
}

/** One market for everybody, so that prices can be compared. */
export const market: Market = createMarket(11)

const brokerTimeOf =
  (clock: Broker['clock'] = 'new_york') =>
  (at: StoryTime): number =>
    Math.floor(origin / 1000 + at + brokerOffset(clock, origin + at * 1000))

/** An account and the strategy that trades on it. @param watched stands between the two */
export function tradingDesk(
  trading: Trading,
  watched = (account: TradingAccount): TradingAccount => account,
): { account: TradingAccount; strategy: Strategy } {
  const { platform = 'MT5', currency = 'EUR', seed = 1, before = 0, spread = 1 } = trading
  const quotes: Market = {
    ...market,
    instrument: (symbol) => ({ ...market.instrument(symbol), spread: spread * market.instrument(symbol).spread }),
  }
  const account = createTradingAccount(
    {
      platform,
      currency,
      netting: trading.netting ?? false,
      leverage: 100,
      commission: trading.commission ?? 3,
      firstTicket: trading.firstTicket ?? 40_000_000,
    },
    quotes,
    brokerTimeOf(trading.clock),
  )
  const style: Style = { ...styles[trading.style ?? 'intraday'], ...trading.manner }
  const start = firstSync - before * DAY
  account.deposit(trading.capital ?? 10_000, start - 3600, 'Deposit')
  const random = createRandom(seed).branch('trades')
  return { account, strategy: createStrategy({ account: watched(account), market: quotes, style, random, start }) }
}

/** A trader with a terminal. @param disguises each changes what the one before shows @param send one request to the server under test */
export function simulatedTrader(
  trading: Trading,
  disguises: readonly Disguise[],
  send: (request: SyncRequest) => Promise<Reply | null>,
): SimulatedTrader {
  const { platform = 'MT5', currency = 'EUR', seed = 1, clock = 'new_york' } = trading
  const brokerTime = brokerTimeOf(clock)
  const { account, strategy } = tradingDesk(trading)

  let now = firstSync
  const honest = honestTerminal()
  const terminals = [honest]
  let terminal = honest
  for (const disguise of disguises) {
    terminal = disguised(terminal, disguise, () => now)
    terminals.push(terminal)
  }
  const started = (boot: string): Advisor =>
    createAdvisor({ terminal, send, wait: async () => {}, boot, jitter: () => 0, patience: 2 })
  let advisors = Array.from({ length: trading.terminals ?? 1 }, (_, index) =>
    started(index === 0 ? `boot${seed}` : `boot${seed}x${index}`),
  )
  let turn = 0

  function honestTerminal(): Terminal {
    return {
      ea: { version: latestAdvisor, platform, build: platform === 'MT4' ? 1430 : 5260 },
      account: {
        login: trading.login ?? String(70_000_000 + seed),
        server: trading.server ?? (clock === 'utc' ? 'Nordhaven-Live' : 'Aurelia-Live 2'),
        company: 'Aurelia Markets Ltd',
        currency,
        digits: currency === 'JPY' ? 0 : 2,
        leverage: 100,
        trade_mode: trading.tradeMode ?? 'real',
        ...(platform === 'MT5' && { margin_mode: trading.netting ? ('netting' as const) : ('hedging' as const) }),
        trade_allowed: true,
      },
      book: account.book,
      time: () => {
        const tick = brokerTime(now)
        const gmt = Math.floor(origin / 1000 + now)
        return { tick, tick_age: 0, ...(platform === 'MT5' && { server: tick }), gmt, connected: true }
      },
      snapshot: () => account.snapshot(now),
    }
  }

  return {
    account,
    brokerTime,
    terminals,
    async sync(at) {
      while (strategy.next() <= at) strategy.act()
      now = at
      for (const disguise of disguises) disguise.act?.(account, at)
      if (disguises.some((disguise) => disguise.off?.(at))) return
      turn += 1
      const chosen = disguises.find(({ terminal }) => terminal !== undefined)?.terminal?.(at) ?? turn
      const round = await advisors[chosen % advisors.length]?.sync('timer')
      if (round?.done === false) throw new Error(round.message)
    },
    restart() {
      advisors = [started(`boot${seed}y${turn}`)]
    },
  }
}

/** Monday 08:00 UTC of the fifth week: what came before can be imported. */
export const firstSync: StoryTime = 28 * DAY + 8 * 3600

function disguised(terminal: Terminal, disguise: Disguise, now: () => StoryTime): Terminal {
  const { history } = disguise
  const shown = (): { book: RecordBook; invented: number } => {
    if (history === undefined) return { book: terminal.book, invented: 0 }
    const all = terminal.book.after(0, '0', Number.MAX_SAFE_INTEGER).items
    const book = createRecordBook(terminal.book.kind)
    const items = history(all, now())
    book.append(items)
    const net = (list: readonly HistoryItem[]) => list.reduce((sum, item) => sum + netOf(item), 0)
    return { book, invented: disguise.keepsBalance ? 0 : roundTo(net(items) - net(all), 2) }
  }
  return {
    get ea() {
      return disguise.ea?.(terminal.ea) ?? terminal.ea
    },
    get account() {
      return disguise.account?.(terminal.account, now()) ?? terminal.account
    },
    book: {
      kind: terminal.book.kind,
      append: (items) => terminal.book.append(items),
      after: (from, ticket, limit) => shown().book.after(from, ticket, limit),
      ledger: () => shown().book.ledger(),
    },
    time: () => disguise.time?.(terminal.time(), now()) ?? terminal.time(),
    snapshot: () => {
      const { invented } = shown()
      const honest = terminal.snapshot()
      const snapshot = {
        ...honest,
        balance: roundTo(honest.balance + invented, 2),
        equity: roundTo(honest.equity + invented, 2),
      }
      return disguise.snapshot?.(snapshot, now()) ?? snapshot
    },
  }
}

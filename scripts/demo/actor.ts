import type { Terminal } from '#features/ea/advisor/advisor.ts'
import { brokerOffset } from '#features/ea/simulation/brokers.ts'
import { thisWeek, type Role } from './cast.ts'
import { DAY, roundTo, type Market, type StoryTime } from '#features/ea/simulation/market.ts'
import { hashText, type Random } from '#features/ea/simulation/random.ts'
import { createStrategy } from '#features/ea/simulation/strategy.ts'
import { latestAdvisor } from '#features/ea/sync-contract.ts'
import { createTradingAccount, type TradingAccount } from '#features/ea/simulation/trading-account.ts'

export interface Actor {
  role: Role
  account: TradingAccount
  /** Pending orders with a code of the site. */
  orders: { ticket: string; comment: string }[]
  /** Deposits less withdrawals so far. */
  paidIn(): number
  /** Plays everything up to a moment, in order; the story does not depend on the steps. */
  advance(until: StoryTime): void
  /** The terminal that shows this account; `at` gives the moment. */
  terminal(at: () => StoryTime): Terminal
}

/** A trader's account and its events. `origin`: ms since 1970 UTC of the story's beginning. */
export function createActor(role: Role, market: Market, random: Random, origin: number): Actor {
  const { broker, style, capital, opened } = role
  const brokerTime = (at: StoryTime) => Math.floor(origin / 1000 + at + brokerOffset(broker.clock, origin + at * 1000))
  const account = createTradingAccount(
    {
      platform: broker.platform,
      currency: role.currency,
      netting: broker.netting,
      leverage: broker.leverage,
      commission: broker.commission,
      firstTicket: 10_000_000 + (hashText(role.server, 0) % 800_000_000),
    },
    market,
    brokerTime,
  )
  const strategy = createStrategy({ account, market, style, random: random.branch('trades'), start: opened + DAY / 3 })
  const purse = random.branch('purse')
  let nextCash = opened
  let deposits = 0
  let paid = 0
  let ruined = false

  function move(amount: number, at: StoryTime): void {
    paid += amount
    account.deposit(amount, at, amount > 0 ? 'Deposit' : 'Withdrawal')
  }

  function moveCash(at: StoryTime): void {
    nextCash = at + purse.between(24, 36) * DAY
    const balance = account.balance()
    const whole = (amount: number) => roundTo(amount, capital >= 100_000 ? -3 : capital >= 2000 ? -2 : -1)
    if (deposits === 0) {
      deposits = capital
      move(capital, at)
    } else if (ruined) {
      if (!role.reloads) return
      ruined = false
      deposits += whole(capital * 0.6)
      move(whole(capital * 0.6), at)
    } else if (role.withdraws && balance > deposits * 1.15 && account.positions.length === 0) {
      move(-whole((balance - deposits) * purse.between(0.3, 0.7)), at)
    } else if (role.monthlyDeposit > 0) {
      deposits += whole(capital * role.monthlyDeposit)
      move(whole(capital * role.monthlyDeposit), at)
    }
  }

  /** Nobody can lose more than there is: at a fifth of the balance the broker closes everything. */
  function stopOut(at: StoryTime): void {
    if (account.positions.length > 0 && account.balance() + account.floating(at) < account.balance() * 0.2) {
      for (const position of account.positions.toReversed()) account.close(position, at, { comment: 'so: 20%' })
    }
    if (role.kind === 'negative' && account.balance() < deposits * 0.5) slip(at)
    ruined ||= account.positions.length === 0 && account.balance() < deposits * 0.04
  }

  /** The market opens far beyond the stop: the account owes a twentieth of what was paid in. */
  function slip(at: StoryTime): void {
    const [open] = account.positions
    const listed = account.snapshot(at).positions?.find(({ id }) => id === open?.id)
    if (open === undefined || listed === undefined || listed.profit === 0) return
    const worth = listed.profit / (listed.price - listed.open_price)
    const wanted = -account.balance() - deposits * 0.05
    account.close(open, at, { price: roundTo(open.openPrice + wanted / worth, market.instrument(open.symbol).digits) })
    for (const position of account.positions.toReversed()) account.close(position, at, { price: position.openPrice })
  }

  /** Money that came without a record: the terminal shows a balance that its history does not explain. */
  function unexplained(at: StoryTime): number {
    return role.kind === 'case' && at > thisWeek - 6 * DAY ? roundTo(capital * 0.012, 2) : 0
  }

  const actor: Actor = {
    role,
    account,
    orders: [],
    paidIn: () => paid,
    advance(until) {
      for (;;) {
        const trade = strategy.next()
        const at = Math.min(nextCash, trade)
        if (at > until) return
        if (nextCash <= trade) moveCash(at)
        else {
          strategy.act()
          stopOut(at)
        }
      }
    },
    terminal: (at) => ({
      ea: { version: latestAdvisor, platform: broker.platform, build: broker.platform === 'MT4' ? 1430 : 5260 },
      account: {
        login: role.login,
        server: role.server,
        company: broker.company,
        currency: role.currency,
        digits: role.currency === 'JPY' ? 0 : 2,
        leverage: broker.leverage,
        trade_mode: role.mode,
        ...(broker.platform === 'MT5' && { margin_mode: broker.netting ? ('netting' as const) : ('hedging' as const) }),
        trade_allowed: true,
      },
      book: account.book,
      time: () => {
        const tick = brokerTime(at())
        const gmt = Math.floor(origin / 1000 + at())
        return { tick, tick_age: 0, ...(broker.platform === 'MT5' && { server: tick }), gmt, connected: true }
      },
      snapshot: () => {
        const shown = account.snapshot(at())
        const more = unexplained(at())
        return { ...shown, balance: shown.balance + more, equity: shown.equity + more }
      },
      orders: () => actor.orders,
    }),
  }
  return actor
}

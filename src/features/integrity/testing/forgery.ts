import { DAY, HOUR, type StoryTime } from '#features/ea/simulation/market.ts'
import type { Position, TradingAccount } from '#features/ea/simulation/trading-account.ts'
import type { FindingCode } from '../rules/catalogue.ts'
import { firstSync, market, origin, type Disguise } from './simulated-trader.ts'
import type { Play } from './stage.ts'

/** A forged history, and the findings that it must have. */
export interface Forgery {
  name: string
  play: Play
  /** All of these; what else is found is of no account here. */
  finds: FindingCode[]
  /** It keeps the account out of the ranking. */
  held: boolean
}

export const after = (days: number): StoryTime => firstSync + days * DAY
/** Acts once, at the first sync from `days` on. */
export function fromDay(
  days: number,
  act: (account: TradingAccount, at: StoryTime) => void,
): NonNullable<Disguise['act']> {
  let done = false
  return (account, at) => {
    if (done || at < after(days)) return
    done = true
    act(account, at)
  }
}
/** Acts once, when the open positions have lost this share of the balance. */
export function atLoss(
  share: number,
  act: (account: TradingAccount, at: StoryTime) => void,
): NonNullable<Disguise['act']> {
  let done = false
  return (account, at) => {
    if (done || account.floating(at) > -share * account.balance()) return
    done = true
    act(account, at)
  }
}
export const all =
  (...acts: NonNullable<Disguise['act']>[]): NonNullable<Disguise['act']> =>
  (account, at) =>
    acts.forEach((act) => act(account, at))

/** Hardly trades by itself: what happens is in the script. */
export const scripted = { entriesADay: 0.001 }

/** Opens the side that will have lost (or won) `share` of the balance after `hours`. */
export function opensKnowing(account: TradingAccount, at: StoryTime, hours: number, share: number): Position | null {
  // Moves enough, and all week.
  const symbol = 'BTCUSD'
  const move = market.price(symbol, at + hours * HOUR) - market.price(symbol, at)
  const rises = move > 0
  const lots = Math.max(0.01, account.sized(symbol, Math.abs(move), Math.abs(share)))
  return account.open({ symbol, side: rises === share > 0 ? 'buy' : 'sell', lots, at })
}

export const storyOrigin = origin / 1000
export const summer = 3 * HOUR

export const busy = { entriesADay: 9, hold: [1, 6] as const }

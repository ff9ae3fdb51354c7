import { netOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, HOUR, roundTo } from '#features/ea/simulation/market.ts'
import type { Position, TradingAccount } from '#features/ea/simulation/trading-account.ts'
import { isExit } from './forged-histories.ts'
import { after, opensKnowing } from './forgery.ts'
import type { Disguise } from './simulated-trader.ts'

/** Losses that leave the account as withdrawals or charges. */

/** Every losing exit becomes a row of another kind: the same ticket, second and money, without its trade. */
export function losersAs(type: 'balance' | 'charge', comment: string): NonNullable<Disguise['history']> {
  return (items) =>
    items.map((item): HistoryItem => {
      if (!('entry' in item) || !isExit(item) || netOf(item) >= 0) return item
      const empty = { symbol: '', volume: 0, price: 0, swap: 0, commission: 0, fee: 0, position: '0', order: '0' }
      return { ...item, ...empty, type, entry: '', profit: roundTo(netOf(item), 2), comment }
    })
}

/** Loses 1.3 % each day for an hour, with a position that no list and no history shows: the loss is a withdrawal. */
export function hiddenLosers(): Disguise {
  const hidden = new Map<string, Position>()
  const daily = new Set<number>()
  return {
    act: (account: TradingAccount, at) => {
      const day = Math.floor((at - after(0)) / DAY)
      const open = [...hidden.values()].find((position) => account.positions.includes(position))
      if (open !== undefined && at - open.openAt >= HOUR) account.close(open, at)
      if (open !== undefined || daily.has(day)) return
      daily.add(day)
      const loser = opensKnowing(account, at, 1, -0.013)
      if (loser !== null) hidden.set(loser.id, loser)
    },
    history: (items) =>
      items.flatMap((item): HistoryItem[] => {
        if (!('entry' in item) || !hidden.has(item.position ?? '')) return [item]
        if (!isExit(item)) return []
        const empty = { symbol: '', volume: 0, price: 0, swap: 0, commission: 0, fee: 0, position: '0', order: '0' }
        return [
          { ...item, ...empty, type: 'balance', entry: '', profit: roundTo(netOf(item), 2), comment: 'Withdrawal' },
        ]
      }),
    snapshot: (snapshot) => {
      const { positions = [] } = snapshot
      const shown = positions.filter(({ id }) => !hidden.has(id))
      const floating = positions
        .filter(({ id }) => hidden.has(id))
        .reduce((sum, { profit, swap }) => sum + profit + swap, 0)
      return {
        ...snapshot,
        positions: shown,
        open_count: shown.length,
        equity: roundTo(snapshot.equity - floating, 2),
        floating: roundTo(snapshot.floating - floating, 2),
      }
    },
  }
}

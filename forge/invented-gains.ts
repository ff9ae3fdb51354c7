import { timeOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, roundTo } from '#features/ea/simulation/market.ts'
import { firstSync, type Disguise } from '#features/integrity/testing/simulated-trader.ts'
import { lie, mt5, records, type Lie } from './lie.ts'
import { brokerSeconds, daysSince, isExit, isFirst, isLoss, isWin, lotOf, moneyRow, relisted } from './changes.ts'

/** Changes records from the first sync on: an invented past would change the balance at t_0, and with it what each trade is a share of. */
const witnessedRecords = (change: (item: HistoryItem) => HistoryItem): Disguise =>
  records((item) => (timeOf(item) > brokerSeconds(firstSync) ? change(item) : item))

/** Money that was never there. */
export const gains: readonly Lie[] = [
  lie({
    name: 'credit in the first snapshot',
    ranges: { credit: [0.05, 20], apart: [0, 0.009] },
    make: ({ credit, apart }) => ({
      disguise: {
        snapshot: (snapshot, at) => {
          if (!isFirst(at)) return snapshot
          const lent = roundTo(snapshot.balance * credit, 2)
          return { ...snapshot, credit: lent, equity: roundTo(snapshot.equity + 0.01 + apart * snapshot.balance, 2) }
        },
      },
    }),
  }),
  lie({
    name: 'a daily gain on an exchange account',
    ranges: { daily: [0.001, 0.05] },
    trading: mt5,
    make: ({ daily }) => ({
      disguise: {
        account: (account) => ({ ...account, margin_mode: 'exchange' }),
        snapshot: (snapshot, at) => ({
          ...snapshot,
          equity: roundTo(snapshot.equity + snapshot.balance * daily * daysSince(at), 2),
        }),
      },
    }),
  }),
  lie({
    name: 'equity a little high',
    ranges: { share: [0.001, 0.0099] },
    make: ({ share }) => ({
      disguise: {
        snapshot: (snapshot) => {
          if (snapshot.open_count === 0) return snapshot
          const more = roundTo(snapshot.balance * share, 2)
          return {
            ...snapshot,
            floating: roundTo(snapshot.floating + more, 2),
            equity: roundTo(snapshot.equity + more, 2),
          }
        },
      },
    }),
  }),
  lie({
    name: 'an account without decimals',
    ranges: { high: [1, 99] },
    trading: { currency: 'EUR', capital: 150 },
    make: ({ high }) => ({
      disguise: {
        account: (account) => ({ ...account, digits: 0 }),
        snapshot: (snapshot, at) =>
          isFirst(at) ? snapshot : { ...snapshot, equity: roundTo(snapshot.equity + high, 2) },
      },
    }),
  }),
  lie({
    name: 'winners by a closing order, larger than they were',
    part: 'results',
    ranges: { factor: [1.2, 8] },
    trading: mt5,
    make: ({ factor }) => ({
      disguise: witnessedRecords((item) =>
        isWin(item) && 'entry' in item ? { ...item, entry: 'out_by', profit: roundTo(item.profit * factor, 2) } : item,
      ),
    }),
  }),
  lie({
    name: 'winners larger than their prices give',
    part: 'results',
    ranges: { factor: [1.02, 5], share: [0.2, 1] },
    make: ({ factor, share }) => ({
      disguise: witnessedRecords((item) =>
        isWin(item) && lotOf(item.ticket) < share ? { ...item, profit: roundTo(item.profit * factor, 2) } : item,
      ),
    }),
  }),
  lie({
    name: 'true trades on another balance',
    beyond: 'unlisted money',
    ranges: { factor: [0.2, 5] },
    trading: { before: 0 },
    make: ({ factor }) => ({
      disguise: records((item) =>
        item.type === 'balance' && timeOf(item) < brokerSeconds(firstSync)
          ? { ...item, profit: roundTo(item.profit * factor, 2) }
          : item,
      ),
    }),
  }),
  lie({
    name: 'losers smaller than their prices give',
    part: 'results',
    ranges: { factor: [0, 0.98], share: [0.2, 1] },
    make: ({ factor, share }) => ({
      disguise: witnessedRecords((item) =>
        isLoss(item) && lotOf(item.ticket) < share ? { ...item, profit: roundTo(item.profit * factor, 2) } : item,
      ),
    }),
  }),
  lie({
    name: 'listed results better than their prices',
    ranges: { share: [0.001, 0.05], each: [0.2, 1], exchange: [0, 1] },
    make: ({ share, each, exchange }, capital) => ({
      disguise: {
        ...(exchange > 0.5 && { account: (account) => ({ ...account, margin_mode: 'exchange' }) }),
        snapshot: (snapshot, at) =>
          isFirst(at)
            ? snapshot
            : relisted(
                snapshot,
                (snapshot.positions ?? []).map((position) =>
                  lotOf(position.id) < each
                    ? { ...position, profit: roundTo(position.profit + share * capital, 2) }
                    : position,
                ),
              ),
      },
    }),
  }),
  lie({
    name: 'a swap that grows',
    ranges: { share: [0.0005, 0.03] },
    make: ({ share }, capital) => {
      const begins = brokerSeconds(firstSync)
      const swapOf = (openTime: number, now: number) =>
        roundTo(Math.floor(Math.max(0, now - Math.max(openTime, begins)) / 3600) * (share / 24) * capital, 2)
      return {
        disguise: {
          history: (items) => {
            const opened = new Map(
              items.flatMap((item) => ('entry' in item && item.entry === 'in' ? [[item.position, item.time]] : [])),
            )
            return items.map((item) => {
              if (!isExit(item)) return item
              const since = 'close_time' in item ? item.open_time : opened.get(item.position)
              return since === undefined ? item : { ...item, swap: roundTo(item.swap + swapOf(since, timeOf(item)), 2) }
            })
          },
          snapshot: (snapshot, at) => {
            const positions = (snapshot.positions ?? []).map((position) => ({
              ...position,
              swap: roundTo(position.swap + swapOf(position.open_time, brokerSeconds(at)), 2),
            }))
            return relisted(snapshot, positions)
          },
        },
      }
    },
  }),
  lie({
    name: 'commissions of an agent',
    ranges: { share: [0.0005, 0.02] },
    trading: mt5,
    make: ({ share }, capital) => ({
      disguise: {
        history: (items, at) => {
          const paid = Array.from({ length: daysSince(at) }, (_, day) =>
            moneyRow(
              items,
              'commission_agent',
              roundTo(share * capital, 2),
              brokerSeconds(firstSync + (day + 1) * DAY) - 90,
              'Rebate',
            ),
          )
          return [...items, ...paid]
        },
      },
    }),
  }),
]

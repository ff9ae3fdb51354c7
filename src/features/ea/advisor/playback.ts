import {
  latestAdvisor,
  listedPositions,
  type Mt5Deal,
  type OpenPosition,
  type SyncRequest,
} from '#features/ea/sync-contract.ts'
import { brokerSeconds, type AccountFile } from './account-file.ts'
import type { Terminal } from './advisor.ts'
import { openDeals, openOrders, resultOf, type Way } from './positions-on-the-way.ts'
import { cleanSum, createRecordBook, netOf, timeOf, type HistoryItem } from './record-book.ts'
import { accountOf, positionOf, recordsOf } from './statement.ts'
import { recordAt, shiftedTime } from './time-shift.ts'

/** A change of the account between two syncs. */
export interface Step {
  /** Records that appear. */
  records: number
  /** Reveals them: from now on the terminal shows them and the state after them. */
  reveal: () => void
}

export interface Playback {
  terminal: Terminal
  /** The account's history when the advisor is attached. */
  past: Step
  /** The events while it is attached. */
  witnessed: Step[]
  /** Steps that lead to a later statement of the same account. Throws a RangeError for another account. */
  continueWith: (later: AccountFile) => Step[]
}

/** The most records that are held back to be witnessed, and the most syncs for them. */
const heldBackLimit = 20
const witnessedSyncs = 5

export interface PlaybackOptions {
  file: AccountFile
  /** Whole weeks by which every time of the file is moved. */
  weeks: number
  /** Holds the newest tenth back, to be witnessed; false imports everything at once. */
  witness: boolean
  /** Broker wall-clock seconds. */
  now: () => number
}

/** A terminal that shows a statement: first its past, then its newest records, one sync after the other. */
export function playStatement({ file, weeks, witness, now }: PlaybackOptions): Playback {
  const book = createRecordBook(file.platform === 'MT4' ? 'mt4_orders' : 'mt5_deals')
  const shown = new Map<string, HistoryItem>()
  /** The statement's own (shifted) time of each record, by ticket. */
  const happened = new Map<string, number>()
  let snapshot = stateOf(file, [], [])

  /** @param ahead the parts of the history that appear later, one after the other */
  function stepOf(
    statement: AccountFile,
    items: readonly HistoryItem[],
    ahead: readonly (readonly HistoryItem[])[],
    rewritten: boolean,
  ): Step {
    for (const item of items) happened.set(item.ticket, timeOf(item))
    return {
      records: items.length,
      reveal: () => {
        const time = now()
        const listed = new Set(snapshot.positions?.map(({ id }) => id))
        const appearing = rewritten ? items.map((item) => recordAt(item, time, listed.has(item.ticket))) : items
        for (const item of appearing) shown.set(item.ticket, item)
        book.append(appearing)
        const newest = items.at(-1)
        const reached = newest === undefined ? time : timeOf(newest)
        const next = ahead[0]?.at(-1)
        const left = ahead.flat()
        snapshot = stateOf(
          statement,
          left,
          positionsAt({
            statement,
            weeks,
            ahead: left,
            reached,
            towards: next === undefined ? reached : timeOf(next),
            now: time,
          }),
        )
      },
    }
  }

  function witnessedSteps(statement: AccountFile, items: readonly HistoryItem[], atLeast: number): Step[] {
    const parts = partsOf(items, atLeast)
    return parts.map((part, index) => stepOf(statement, part, parts.slice(index + 1), true))
  }

  /** The last statement of open positions is its own, with their values. */
  function positionsAt(way: Way): OpenPosition[] {
    const { statement, ahead } = way
    if (ahead.length > 0) {
      return statement.platform === 'MT5' ? openDeals(way, [...shown.values()] as Mt5Deal[], happened) : openOrders(way)
    }
    return statement.open_trades.map((trade) =>
      positionOf(
        statement.platform,
        trade,
        Math.min(shiftedTime(brokerSeconds(trade.open_time), weeks), now()),
        trade.current_price ?? trade.open_price,
      ),
    )
  }

  const records = recordsOf(file, weeks)
  const tenth = Math.max(1, Math.floor(records.length / 10))
  const heldBack = witness ? Math.min(heldBackLimit, tenth, records.length) : 0
  const past = records.slice(0, records.length - heldBack)
  const ahead = records.slice(records.length - heldBack)

  return {
    terminal: {
      ea: { version: latestAdvisor, platform: file.platform, build: 0 },
      account: accountOf(file),
      book,
      time: () => {
        const time = now()
        return { tick: time, tick_age: 0, ...(file.platform === 'MT5' && { server: time }), gmt: time, connected: true }
      },
      snapshot: () => snapshot,
    },
    past: stepOf(file, past, partsOf(ahead, 0), false),
    witnessed: witnessedSteps(file, ahead, 0),
    continueWith(later) {
      if (later.platform !== file.platform || later.account.number !== file.account.number) {
        throw new RangeError('Il secondo file è di un altro conto.')
      }
      const fresh = recordsOf(later, weeks).filter((item) => !shown.has(item.ticket))
      return witnessedSteps(later, fresh, 1)
    },
  }
}

/** The statement's balance less the records still ahead; its own equity at the end, that of the listed positions before. */
function stateOf(file: AccountFile, ahead: readonly HistoryItem[], positions: OpenPosition[]): SyncRequest['snapshot'] {
  const { statement_summary: summary } = file
  const balance = cleanSum(summary.balance - ahead.reduce((sum, item) => sum + netOf(item), 0))
  const credits = ahead.filter((item) => item.type === 'credit').reduce((sum, item) => sum + item.profit, 0)
  const credit = cleanSum(summary.credit_facility - credits)
  const equity = ahead.length === 0 ? summary.equity : cleanSum(balance + credit + resultOf(positions))
  const margin = ahead.length === 0 ? summary.margin : 0
  return {
    balance,
    credit,
    equity,
    floating: cleanSum(equity - balance - credit),
    margin,
    free: cleanSum(equity - margin),
    open_count: positions.length,
    positions: positions.slice(0, listedPositions),
  }
}

/** The parts in which records appear. */
function partsOf(items: readonly HistoryItem[], atLeast: number): HistoryItem[][] {
  return splitEvenly(items, Math.max(atLeast, Math.min(witnessedSyncs, items.length)))
}

function splitEvenly<T>(items: readonly T[], parts: number): T[][] {
  const bound = (index: number) => Math.floor((index * items.length) / parts)
  return Array.from({ length: parts }, (_, index) => items.slice(bound(index), bound(index + 1)))
}

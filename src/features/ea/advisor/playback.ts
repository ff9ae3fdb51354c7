import {
  latestAdvisor,
  listedPositions,
  type Mt5Deal,
  type OpenPosition,
  type SyncRequest,
} from '#features/ea/sync-contract.ts'
import { brokerSeconds, type AccountFile } from './account-file.ts'
import type { Terminal } from './advisor.ts'
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
  let snapshot = stateOf(file, [], [])

  function stepOf(
    statement: AccountFile,
    items: readonly HistoryItem[],
    ahead: readonly HistoryItem[],
    rewritten: boolean,
  ): Step {
    return {
      records: items.length,
      reveal: () => {
        const time = now()
        const listed = new Set(snapshot.positions?.map(({ id }) => id))
        const appearing = rewritten ? items.map((item) => recordAt(item, time, listed.has(item.ticket))) : items
        for (const item of appearing) shown.set(item.ticket, item)
        book.append(appearing)
        const newest = items.at(-1)
        snapshot = stateOf(
          statement,
          ahead,
          positionsAt(statement, ahead, newest === undefined ? time : timeOf(newest)),
        )
      },
    }
  }

  function witnessedSteps(statement: AccountFile, items: readonly HistoryItem[], atLeast: number): Step[] {
    const parts = splitEvenly(items, Math.max(atLeast, Math.min(witnessedSyncs, items.length)))
    return parts.map((part, index) => stepOf(statement, part, parts.slice(index + 1).flat(), true))
  }

  /** `reached`: the time in the statement's own (shifted) calendar that the replay has reached. */
  function positionsAt(statement: AccountFile, ahead: readonly HistoryItem[], reached: number): OpenPosition[] {
    if (ahead.length > 0 && statement.platform === 'MT5') return positionsFromDeals([...shown.values()] as Mt5Deal[])
    const positions: OpenPosition[] = []
    const add = (trade: AccountFile['open_trades'][number], price: number, isLast = false) => {
      const openTime = shiftedTime(brokerSeconds(trade.open_time), weeks)
      if (ahead.length > 0 && openTime > reached) return
      positions.push(positionOf(statement.platform, trade, Math.min(openTime, now()), price, isLast))
    }
    const closing = new Set(ahead.map((item) => item.ticket))
    for (const trade of statement.closed_trades) {
      if (statement.platform === 'MT4' && closing.has(trade.ticket)) add(trade, trade.open_price)
    }
    for (const trade of statement.open_trades) {
      const isLast = ahead.length === 0
      add(trade, isLast ? (trade.current_price ?? trade.open_price) : trade.open_price, isLast)
    }
    return positions
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
    past: stepOf(file, past, ahead, false),
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

/** The statement's balance less the records still ahead; its own equity at the end, the balance (and credit) before. */
function stateOf(file: AccountFile, ahead: readonly HistoryItem[], positions: OpenPosition[]): SyncRequest['snapshot'] {
  const { statement_summary: summary } = file
  const balance = cleanSum(summary.balance - ahead.reduce((sum, item) => sum + netOf(item), 0))
  const credits = ahead.filter((item) => item.type === 'credit').reduce((sum, item) => sum + item.profit, 0)
  const credit = cleanSum(summary.credit_facility - credits)
  const equity = ahead.length === 0 ? summary.equity : cleanSum(balance + credit)
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

/** Positions that the revealed deals leave open, valued at their opening prices. */
function positionsFromDeals(deals: readonly Mt5Deal[]): OpenPosition[] {
  const open = new Map<string, OpenPosition>()
  for (const deal of deals) {
    if (deal.type !== 'buy' && deal.type !== 'sell') continue
    const held = open.get(deal.position)
    if (held === undefined || deal.entry === 'inout') {
      if (deal.entry !== 'in' && deal.entry !== 'inout') continue
      open.set(deal.position, {
        id: deal.position,
        ticket: deal.position,
        symbol: deal.symbol,
        side: deal.type,
        volume: cleanSum(deal.volume - (held?.volume ?? 0)),
        open_time: deal.time,
        open_price: deal.price,
        price: deal.price,
        profit: 0,
        swap: 0,
        magic: '0',
      })
    } else {
      held.volume = cleanSum(held.volume + (deal.entry === 'in' ? deal.volume : -deal.volume))
      if (held.volume <= 0) open.delete(deal.position)
    }
  }
  return [...open.values()]
}

function splitEvenly<T>(items: readonly T[], parts: number): T[][] {
  const bound = (index: number) => Math.floor((index * items.length) / parts)
  return Array.from({ length: parts }, (_, index) => items.slice(bound(index), bound(index + 1)))
}

import type { EngineState } from '#features/performance/rules/engine-state.ts'
import type { SyncAnswer, SyncRequest } from '../sync-contract.ts'
import type { Cancelled } from './counting/cancelled.ts'
import { unknownOwnClock, type OwnClock } from './reception/clock.ts'
import type { Stretches } from './counting/derivation.ts'
import type { Vanished } from './counting/vanished.ts'
import type { Obstacle } from './reception/obstacles.ts'
import type { Cursor } from './records.ts'

/** The last accepted request of one start of an advisor, with its answer. */
export interface Boot {
  boot: string
  seq: number
  answer: SyncAnswer
}

/** The progress of a second reading of the history. `docs/ea-protocol.md`, re-reading. */
export interface Reread {
  /** The records requested again because the ledgers differ; `none` while they agree or the difference is resolved. */
  stage: 'none' | 'week' | 'full'
  /** How often it was requested. */
  asked: number
  /** The cursor's place when it was requested. */
  until: Cursor
  /** UTC day of the last daily look at the week before. */
  day: number
  /** Receipt times of the last readings for a difference, in milliseconds UTC. */
  week_at: number | null
  full_at: number | null
  /** A difference that a full reading did not remove: the terminal's figures less the stored ones. */
  residue: { count: number; net: number } | null
}

/** The intake's state of an account between two requests, besides its columns. Small: it is rewritten by every sync. */
export interface Intake {
  /** The newest three, newest first. */
  boots: Boot[]
  /** Earlier starts with their last number, newest first: their requests are never accepted again. */
  older_boots: [boot: string, seq: number][]
  cursor: Cursor
  /** Sums over all stored records. `first`: broker seconds of the oldest, null without records. */
  ledger: { count: number; net: number; first: number | null }
  /** The terminal's last figures, and whether they equal the stored ones. */
  shown: { count: number; net: number; equal: boolean }
  clock: OwnClock
  /** Broker seconds of the last price at t_0, where it was plausible: older records that come later are late. */
  opening_tick: number | null
  stretches: Stretches
  /** The stretches of late records, which must not touch the others. */
  late_stretches: Stretches
  /** Stored records that no snapshot has counted yet. */
  pending: number
  /** Money of changed records that no snapshot has counted yet, summed by request and sign. */
  corrections: { t: number; amount: number }[]
  /** Counted deals that the broker cancelled; absent where it never did. */
  cancelled?: Cancelled | undefined
  /** Positions that the last snapshot listed, and those that are gone without exits; absent where there are none. */
  vanished?: Vanished | undefined
  /**
   * Records that a roll-up of the broker took off the terminal: how many more are stored than it shows, their money, and broker seconds of the
   * oldest record that it showed then. Absent without one.
   */
  rolled_up?: { count: number; net: number; first: number } | undefined
  /** Balance rows since the last snapshot: once the history is whole, some may be a roll-up's. Absent without one. */
  balance_rows?: { ticket: string; net: number }[] | undefined
  reread: Reread
  /** The last request had more to send. */
  more: boolean
  /** Theoretical arrival times (milliseconds UTC) of the two limits: ordinary requests, and those of a chain. */
  limits: { ordinary: number; chain: number }
  /** Hour (since 1970) of the newest point of the chart, and the extremes of equity since. */
  point: { hour: number; low: number | null; high: number | null }
  late: number
  revised: number
  /** Server and number declared at registration, where another account synced. */
  replaced: { server: string; number: string } | null
  /** The reason in its figures why the last request counted as no snapshot. */
  obstacle: Obstacle | null
  /** Milliseconds UTC at which the next request is due. */
  next_at: number
  message: string
  level: 'info' | 'warn'
}

type TradeMode = SyncRequest['account']['trade_mode']

/** An account as one request finds it. Times in milliseconds UTC. */
export interface AccountState {
  platform: 'MT4' | 'MT5'
  currency: string
  /** Fixed by the first sync: the account's kind never changes. */
  trade_mode: TradeMode
  last_receipt: number | null
  sync_count: number
  /** t_0. */
  first_snapshot: number | null
  engine: EngineState | null
  imported: { trades: number; net: number; since: number | null }
  intake: Intake
}

export const wholeHistory: Cursor = { from: 0, after: '0' }

export function newAccount(platform: 'MT4' | 'MT5', currency: string, trade_mode: TradeMode): AccountState {
  return {
    platform,
    currency,
    trade_mode,
    last_receipt: null,
    sync_count: 0,
    first_snapshot: null,
    engine: null,
    imported: { trades: 0, net: 0, since: null },
    intake: {
      boots: [],
      older_boots: [],
      cursor: wholeHistory,
      ledger: { count: 0, net: 0, first: null },
      shown: { count: 0, net: 0, equal: true },
      clock: unknownOwnClock,
      opening_tick: null,
      stretches: {},
      late_stretches: {},
      pending: 0,
      corrections: [],
      reread: { stage: 'none', asked: 0, until: wholeHistory, day: 0, week_at: null, full_at: null, residue: null },
      more: false,
      limits: { ordinary: 0, chain: 0 },
      point: { hour: 0, low: null, high: null },
      late: 0,
      revised: 0,
      replaced: null,
      obstacle: null,
      next_at: 0,
      message: '',
      level: 'info',
    },
  }
}

import { SyncedAccount, start, wall } from '#features/ea/server/testing/synced-account.ts'
import { dealOf, syncRequestOf, type RequestOptions } from '#features/ea/server/testing/world.ts'
import { newAccount } from '#features/ea/rules/state.ts'
import type { OpenPosition, SyncRequest } from '#features/ea/sync-contract.ts'
import { DAY_MS } from '#shared/dates.ts'
import { checkSync, type SyncCheck } from '../rules/check-sync.ts'
import { newState, type CheckState } from '../rules/state.ts'
import type { SyncFacts } from '../rules/sync-rule.ts'
import { defaultThresholds } from '../rules/thresholds.ts'

/** Amounts, times and what else the rules see, where a test cares. */
export interface Sent extends Partial<RequestOptions> {
  /** Milliseconds after the start of the story, a Friday at 10:00 UTC. */
  at: number
  adjust?: (request: SyncRequest) => SyncRequest
  network?: string | null
  holding_p95?: number | null
  plan_lapse?: SyncFacts['plan_lapse']
}

/** An account of which every sync is received, counted and checked in memory, without a database. */
export class CheckedAccount {
  synced = new SyncedAccount()
  state: CheckState = newState
  codes: string[] = []
  last: SyncCheck | undefined

  constructor({ platform = 'MT5', tradeMode = 'real' }: Pick<RequestOptions, 'platform' | 'tradeMode'> = {}) {
    this.synced.account = newAccount(platform, 'EUR', tradeMode)
    this.platform = platform
    this.tradeMode = tradeMode
  }
  readonly platform: 'MT4' | 'MT5'
  readonly tradeMode: NonNullable<RequestOptions['tradeMode']>

  /** Answers the codes found of this sync. */
  send({ at, adjust = (request) => request, network = null, holding_p95 = null, plan_lapse = null, ...options }: Sent) {
    const { account } = this.synced
    const sent = { platform: this.platform, tradeMode: this.tradeMode, now: start + at, ...options }
    const outcome = this.synced.send(sent)
    const received = this.synced.received.at(-1)
    if (received === undefined) throw new Error('nothing was received')
    const request = adjust(syncRequestOf({ login: '1', ...sent }))
    const facts = { request, received, outcome, account, network, holding_p95, plan_lapse }
    this.last = checkSync(this.state, facts, defaultThresholds)
    this.state = this.last.state
    const codes = this.last.findings.map(({ code }) => code)
    this.codes.push(...codes)
    return codes
  }

  /** The evidence of the last sync's finding. */
  evidence(code: string): Record<string, unknown> | undefined {
    return this.last?.findings.find((finding) => finding.code === code)?.evidence
  }
}

/** Broker seconds at a moment of the story. */
export const brokerAt = (at: number): number => wall(start + at)

export const capital = (amount = 1000) => dealOf({ ticket: '1', time: brokerAt(-DAY_MS), profit: amount })

export const openPosition = (id: string, opened: number, more: Partial<OpenPosition> = {}): OpenPosition => ({
  id,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 1,
  open_time: brokerAt(opened),
  open_price: 1.1,
  price: 1.1,
  profit: 0,
  swap: 0,
  ...more,
})

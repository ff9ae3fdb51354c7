import { readRates } from '#features/performance/rules/currency.ts'
import { unknownClock } from '../../rules/reception/clock.ts'
import { receive, type KnownRecord, type Received } from '../../rules/reception/receive.ts'
import { expectedLedger } from '../../rules/reception/roll-up.ts'
import { contentText, ledgerNet, recordSeconds } from '../../rules/records.ts'
import { countSync, type SyncOutcome } from '../../rules/counting/count-sync.ts'
import type { PendingRecord } from '../../rules/records.ts'
import { newAccount, type AccountState } from '../../rules/state.ts'
import type { Mt4Order, Mt5Deal } from '../../sync-contract.ts'
import { dealOf, syncRequestOf, type RequestOptions } from './world.ts'

export const rates = readRates({})
const status = { held: null, ledger: { ledger_length: 0, ledger_head: '' } }
export const start = Date.parse('2026-11-20T10:00:00Z')
export type LedgerItem = Mt4Order | Mt5Deal

/** The server's state between two requests, in memory: stored records, clock, account, and all that was ever derived. */
export class SyncedAccount {
  account: AccountState = newAccount('MT5', 'EUR', 'real')
  stored = new Map<string, PendingRecord & { consumed: boolean; late: boolean; revision: number; since: boolean }>()
  outcomes: SyncOutcome[] = []
  received: Received[] = []

  send(options: RequestOptions): SyncOutcome {
    const request = syncRequestOf({ login: '1', ...options })
    const known = new Map<string, KnownRecord>()
    for (const item of request.history.items) {
      const before = this.stored.get(item.ticket)
      if (before === undefined) continue
      const { record, late, consumed, revision } = before
      const same = contentText(record) === contentText(item)
      known.set(item.ticket, { before: same ? null : record, net: ledgerNet(record), revision, late, consumed })
    }
    const tailed = [...this.stored.values()].filter(({ record }) => recordSeconds(record) >= request.ledger.first)
    const tail = {
      count: tailed.length,
      net: tailed.reduce((sum, { record }) => sum + ledgerNet(record), 0),
      hides: [...this.stored.values()].some(
        ({ record, late, since }) => recordSeconds(record) < request.ledger.first && !late && since,
      ),
    }
    const received = receive(this.account, request, {
      now: options.now,
      agreed: unknownClock,
      known,
      tail: request.ledger.first > (expectedLedger(this.account.intake).first ?? Infinity) ? tail : null,
      interval: null,
    })
    if (received.kind !== 'received') throw new Error(`not received: ${received.kind}`)
    const pending = [...this.stored.values()].filter(({ consumed }) => !consumed)
    const outcome = countSync(this.account, request, received, pending, rates, status)
    const since = this.account.first_snapshot !== null
    this.account = outcome.account
    const counted = outcome.snapshot !== null
    for (const one of this.stored.values()) one.consumed ||= counted
    for (const { record, at, late } of received.fresh)
      this.stored.set(record.ticket, { record, at, late, consumed: late || counted, revision: 0, since })
    for (const ticket of received.rolled) Object.assign(this.stored.get(ticket) ?? {}, { late: true, consumed: true })
    for (const { record, revision } of received.changed) {
      const before = this.stored.get(record.ticket)
      if (before !== undefined) this.stored.set(record.ticket, { ...before, record, revision })
    }
    this.outcomes.push(outcome)
    this.received.push(received)
    return outcome
  }
  get trades() {
    return this.outcomes.flatMap(({ trades }) => trades)
  }
  get tags() {
    return this.received.flatMap(({ tags }) => tags.map(({ code }) => code))
  }
}

export const wall = (now: number) => Math.floor(now / 1000) + 7200
export const sum = (items: readonly LedgerItem[]) => items.reduce((total, item) => total + ledgerNet(item), 0)
export const deposit = dealOf({ ticket: '1', time: wall(start) - 86_400, profit: 1000 })
export const buy = (ticket: string, time: number, more = {}) =>
  dealOf({ ticket, time, position: '9', type: 'buy', symbol: 'EURUSD', volume: 1, price: 1, ...more })
export const sell = (ticket: string, time: number, more = {}) =>
  buy(ticket, time, { type: 'sell', entry: 'out', ...more })

/** An account after its first snapshot, holding one deposit. */
export function opened(): SyncedAccount {
  const synced = new SyncedAccount()
  synced.send({ now: start, items: [deposit], balance: 1000 })
  return synced
}

import type { Transaction } from '#server/database/database.ts'
import { agreedClock, offsetShown, unknownClock, type BrokerClock } from '../../rules/reception/clock.ts'
import { gapMs, type PlanLine } from '../../rules/counting/plan-lapse.ts'
import type { KnownRecord, LedgerTail } from '../../rules/reception/receive.ts'
import { expectedLedger } from '../../rules/reception/roll-up.ts'
import type { AccountState } from '../../rules/state.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import type { SyncChecks, TransactionChecks } from './checks.ts'
import { contentHash } from './content.ts'
import { knownRecords, ledgerTails, planLines, shownClocks, type Sender } from '../queries.ts'

/** The rows that requests need besides their senders. */
export interface SyncContext {
  /** By platform and server; only where an account has shown no clock of its own. */
  clocks: Map<string, BrokerClock>
  known: Map<string, Map<string, KnownRecord>>
  tails: Map<string, LedgerTail>
  checks: TransactionChecks
  /** By trader; only for accounts that made no sync for long. */
  plans: Map<string, PlanLine[]>
}

/** A request whose sender was admitted. */
export interface Admitted {
  index: number
  account_id: string
  binds: boolean
  sender: Sender
  account: AccountState
  request: SyncRequest
  network: string | null
}

export async function loadContext(
  tx: Transaction,
  checks: SyncChecks,
  admitted: readonly Admitted[],
  now: number,
): Promise<SyncContext> {
  const named = admitted
    .filter((one) => !one.binds)
    .flatMap(({ account_id, request }) => {
      const byTicket = new Map(request.history.items.map((item) => [item.ticket, item]))
      return [...byTicket.values()].map((item) => ({ account_id, ticket: item.ticket, hash: contentHash(item) }))
    })
  const firsts = admitted
    .filter(
      ({ account: { intake }, request: { ledger } }) =>
        ledger.count > 0 && ledger.first > (expectedLedger(intake).first ?? Infinity),
    )
    .map(({ account_id, request }) => ({ account_id, first: request.ledger.first }))
  const withoutClock = admitted.filter(
    ({ account, request }) =>
      account.intake.clock.samples.length === 0 && typeof offsetShown(request.time, now) !== 'number',
  )
  const servers = new Map(withoutClock.map(({ request }) => [serverKey(serverOf(request)), serverOf(request)]))
  const bound = admitted.filter((one) => !one.binds).map(({ account_id }) => account_id)
  const sinceLastSync = ({ account }: Admitted) => now - (account.last_receipt ?? now)
  const away = admitted.filter((one) => sinceLastSync(one) >= gapMs).map(({ sender }) => sender.trader_id)
  const [known, tails, clocks, begun, plans] = await Promise.all([
    named.length === 0 ? [] : knownRecords(tx, named),
    firsts.length === 0 ? [] : ledgerTails(tx, firsts),
    servers.size === 0 ? [] : shownClocks(tx, [...servers.values()]),
    checks.begin(tx, bound),
    away.length === 0 ? new Map<string, PlanLine[]>() : planLines(tx, away),
  ])
  const context: SyncContext = { clocks: new Map(), known: new Map(), tails: new Map(), checks: begun, plans }
  for (const { account_id, ticket, ...record } of known) {
    const ofAccount = context.known.get(account_id) ?? new Map<string, KnownRecord>()
    context.known.set(account_id, ofAccount.set(ticket, record))
  }
  for (const { account_id, ...tail } of tails) context.tails.set(account_id, tail)
  for (const [key, shown] of Map.groupBy(clocks, serverKey)) {
    context.clocks.set(key, agreedClock(shown.map(({ samples }) => samples)))
  }
  return context
}

const serverOf = ({ ea, account }: SyncRequest) => ({ platform: ea.platform, server: account.server })
const serverKey = ({ platform, server }: { platform: string; server: string }): string => `${platform} ${server}`

/** The clock on which the accounts of the request's server agree. */
export const agreedOn = ({ clocks }: SyncContext, request: SyncRequest): BrokerClock =>
  clocks.get(serverKey(serverOf(request))) ?? unknownClock

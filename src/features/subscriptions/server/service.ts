import { oneMoment, type Queryable, type Sql, type Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { tiers, type PlanCode } from '../catalogue.ts'
import type { SubscriptionStatus } from '../contract.ts'
import { nothingHeld, planStatus, replay, type Entry, type Holdings } from '../rules.ts'
import { changePlans } from './ledger.ts'
import {
  entitledTraders,
  entriesOfSource,
  holdingsOf,
  ledgers,
  lockTrader,
  orderMadeAt,
  planOfTrader,
  recentPayments,
} from './queries.ts'

export type Granted =
  | { granted: true; until: number }
  /** `repeated`: this order acted before. `user_gone`: the user is erased or deactivated. */
  | { granted: false; reason: 'repeated' | 'user_gone' }

/**
 * Turns a paid order into plan time, inside the transaction that settles the order. An order acts once, however often and by whatever
 * way its payment is delivered. The caller announces the trader after its commit.
 * @param orderId becomes the ledger's source `order:<id>`
 */
export async function grantPurchase(
  tx: Transaction,
  kernel: Pick<Kernel, 'clock' | 'secrets'>,
  { traderId, plan, orderId }: { traderId: string; plan: PlanCode; orderId: string },
): Promise<Granted> {
  const trader = await lockTrader(tx, traderId)
  if (trader === null || trader.deactivated_at !== null) return { granted: false, reason: 'user_gone' }
  const { lines, repeated } = await changePlans(tx, kernel, {
    traderId,
    event: { type: 'purchase', plan },
    sourceKey: `order:${orderId}`,
    actor: 'payments',
    madeAt: await orderMadeAt(tx, orderId),
  })
  const period = periodOf(lines)
  return repeated || period === null ? { granted: false, reason: 'repeated' } : { granted: true, until: period.until }
}

/** The most orders in one status. */
const shownPayments = 10

/**
 * The plans of a user as screens show them.
 * @throws Failure USER_NOT_FOUND
 */
export async function planStateOf({ sql, clock }: Kernel, traderId: string): Promise<SubscriptionStatus> {
  const [row, payments] = await Promise.all([planOfTrader(sql, traderId), recentPayments(sql, traderId, shownPayments)])
  if (row === null) return fail('USER_NOT_FOUND')
  const instant = (text: string | null) => (text === null ? null : Date.parse(text))
  const state = planStatus(instant(row.diamond_expires), instant(row.leaderboard_expires), Math.floor(clock.now()))
  return {
    diamond: { is_active: state.is_diamond, expires_at: row.diamond_expires },
    basic_leaderboard: { is_active: state.has_active_plan, expires_at: row.leaderboard_expires },
    access: {
      leaderboard: state.has_active_plan,
      ea_sync: state.has_active_plan,
      // Admins use the showcase area as Diamond owners do.
      showcase: state.is_diamond || row.is_admin,
    },
    recent_payments: payments,
  }
}

/** The period that an order bought, as its own ledger line wrote it; null before. ISO-8601. */
export async function periodOfOrder(sql: Queryable, orderId: string): Promise<{ from: string; until: string } | null> {
  const period = periodOf(await entriesOfSource(sql, `order:${orderId}`))
  return period === null ? null : { from: instantText(period.from), until: instantText(period.until) }
}

/** @param lines those of one order, the purchase first. A line after it may move its end (`order-of-purchases.ts`). */
function periodOf(lines: readonly Entry[]): { from: number; until: number } | null {
  const [line] = lines
  if (line === undefined) return null
  const last = lines.findLast(({ tier }) => tier === line.tier) ?? line
  return { from: line.until_after - Math.round(line.seconds * 1000), until: last.until_after }
}

const batch = 500
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** The traders whose plans differ from their ledger: none, unless another program wrote to the tables. */
export async function ledgerDiffers(sql: Sql): Promise<string[]> {
  const differing: string[] = []
  let after = beforeAll
  for (;;) {
    // Both are read as of one moment: a change in between shows no difference.
    const [traderIds, held, lines] = await sql.begin(oneMoment, async (tx) => {
      const ids = await entitledTraders(tx, after, batch)
      return [ids, await holdingsOf(tx, ids), await ledgers(tx, ids)] as const
    })
    for (const traderId of traderIds) {
      const { holdings, consistent } = replay(lines.get(traderId) ?? [])
      if (!consistent || !sameHoldings(holdings, held.get(traderId) ?? nothingHeld)) differing.push(traderId)
    }
    const last = traderIds.at(-1)
    if (last === undefined || traderIds.length < batch) return differing
    after = last
  }
}

function sameHoldings(left: Holdings, right: Holdings): boolean {
  return tiers.every((tier) => {
    const [a, b] = [left[tier], right[tier]]
    return a?.until === b?.until && a?.status === b?.status && a?.plan_type === b?.plan_type
  })
}

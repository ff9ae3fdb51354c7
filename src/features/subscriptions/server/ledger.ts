import { DatabaseError, type Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { apply, isLineOf, latestEnd, nothingHeld, type EntitlementEvent, type Entry, type Holdings } from '../rules.ts'
import { applyPurchase } from '../order-of-purchases.ts'
import {
  entriesOfSource,
  holdingsOf,
  insertEntries,
  lastEntryAt,
  lockTrader,
  saveHoldings,
  sourcedLedger,
} from './queries.ts'

export interface PlanChange {
  traderId: string
  event: EntitlementEvent
  /** `order:<id>` or `admin:<request id>`: the same source acts once. */
  sourceKey: string
  /** The ledger's actor: an admin's trader_id, or the part of the product that acted. */
  actor: string
  /** The end displayed to the admin who extends or assigns, milliseconds; null when no such plan ran. */
  viewedEnd?: number | null | undefined
  /** When the order of a purchase was made, milliseconds; null: now. */
  madeAt?: number | null
}

export interface ChangedPlans {
  username: string
  before: Holdings
  after: Holdings
  /** The lines of this source, its own first. Empty when a cancellation found no running plan. */
  lines: readonly Entry[]
  /** True when the source had acted before and nothing was written now. */
  repeated: boolean
  /** The moment of the change, milliseconds. */
  at: number
}

/**
 * Changes a trader's plans inside the caller's transaction: locks the trader's row, reads again, appends to the ledger, writes the
 * plans. The caller announces the trader after its commit.
 * @throws Failure USER_NOT_FOUND, USER_DEACTIVATED (an admin gives time), SUBSCRIPTION_NOT_FOUND, SUBSCRIPTION_DURATION_INVALID
 *   (beyond the latest end), SUBSCRIPTION_CHANGED (another end than the displayed one), IDEMPOTENCY_KEY_REUSED
 */
export async function changePlans(
  tx: Transaction,
  { clock, secrets }: Pick<Kernel, 'clock' | 'secrets'>,
  { traderId, event, sourceKey, actor, viewedEnd, madeAt }: PlanChange,
): Promise<ChangedPlans> {
  const trader = await lockTrader(tx, traderId)
  if (trader === null) return fail('USER_NOT_FOUND')
  const { username } = trader
  const before = (await holdingsOf(tx, [traderId])).get(traderId) ?? nothingHeld
  // Another instance's clock may be a moment ahead of this one's.
  const at = Math.max(Math.floor(clock.now()), await lastEntryAt(tx, traderId))

  const done = await entriesOfSource(tx, sourceKey)
  const [first] = done
  if (first !== undefined) {
    if (first.trader_id !== traderId || !isLineOf(event, first)) fail('IDEMPOTENCY_KEY_REUSED')
    return { username, before, after: before, lines: done, repeated: true, at: first.created_at }
  }

  const isGift = event.type === 'assign' || event.type === 'extend'
  if (isGift && trader.deactivated_at !== null) fail('USER_DEACTIVATED')
  if (event.type === 'extend' && before[event.tier] === null) fail('SUBSCRIPTION_NOT_FOUND')
  if (isGift && viewedEnd !== undefined && !isEnd(before[event.tier]?.until ?? null, viewedEnd, at)) {
    fail('SUBSCRIPTION_CHANGED')
  }
  const state = { ...before, now: at }
  const { entries, holdings: after } =
    event.type === 'purchase'
      ? applyPurchase({ ...event, source: sourceKey, made: madeAt ?? at }, await sourcedLedger(tx, traderId), state)
      : apply(event, state)
  if (entries.some((entry) => entry.until_after > latestEnd)) {
    fail('SUBSCRIPTION_DURATION_INVALID', { detail: endsTooLate })
  }
  if (entries.length > 0) {
    try {
      await tx.savepoint((inner) => insertEntries(inner, traderId, entries, { key: sourceKey, actor }))
    } catch (error) {
      // Another trader's change uses the same key at the same moment.
      if (error instanceof DatabaseError && error.constraint === 'entitlement_entry_source_key_key') {
        fail('IDEMPOTENCY_KEY_REUSED')
      }
      throw error
    }
    await saveHoldings(tx, traderId, after, { newId: secrets.newId, now: instantText(at) })
  }
  return { username, before, after, lines: entries, repeated: false, at }
}

const endsTooLate = 'Così il piano finirebbe dopo il 2100: scegli una durata più breve.'

/** True when a plan still has the displayed end. An expired plan counts as none. */
const isEnd = (until: number | null, shown: number | null, at: number) =>
  shown === null ? until === null || until <= at : until === shown

import type { FastifyInstance } from 'fastify'
import { fail } from '#server/http/failure.ts'
import { actorOf } from '#server/audit.ts'
import { sendListFile } from '#server/files/list-file.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { catalogue } from '../catalogue.ts'
import {
  assignSubscription,
  cancelAllSubscriptions,
  cancelSubscription,
  exportSubscriptions,
  extendSubscription,
  getDiamondStatus,
  getSubscriptionStatus,
  listPlans,
  listSubscriptions,
} from '../contract.ts'
import { daysRemaining } from '../rules.ts'
import { administer, assignment, subscriptionNamed } from './administration.ts'
import type { ChangedPlans } from './ledger.ts'
import { listedSubscriptions, subscriptionsFile } from './list.ts'
import { planStateOf } from './service.ts'

/** The tier's new end. */
function newEnd({ lines }: ChangedPlans): string {
  const [line] = lines
  if (line === undefined) throw new Error('a grant that wrote no ledger line')
  return instantText(line.until_after)
}

/** Milliseconds; null: no plan ran. Undefined when the caller did not name the displayed end. */
const viewedEndOf = (text: string | null | undefined) => (typeof text === 'string' ? Date.parse(text) : text)

export function registerSubscriptions(app: FastifyInstance, kernel: Kernel): void {
  handle(app, kernel, listPlans, () => ({ plans: catalogue() }))
  handle(app, kernel, getSubscriptionStatus, async ({ params }) => planStateOf(kernel, params.trader_id))
  handle(app, kernel, getDiamondStatus, async ({ session }) => {
    const { diamond } = await planStateOf(kernel, session.trader_id)
    const { is_active: isDiamond, expires_at: expires } = diamond
    const days = expires === null ? null : daysRemaining(Date.parse(expires), Math.floor(kernel.clock.now()))
    return {
      is_diamond: isDiamond,
      diamond_expires: expires,
      days_remaining: days === null ? null : Math.max(0, days),
      expired: expires !== null && !isDiamond,
    }
  })

  handle(app, kernel, assignSubscription, async ({ body, session, request }) => {
    const { tier, days } = assignment(body.type, body.duration_days)
    const event = { type: 'assign', tier, days } as const
    const viewedEnd = viewedEndOf(body.seen_end_date)
    const changed = await administer(kernel, body.trader_id, event, { session, request, viewedEnd })
    return { message: `Piano ${tier} assegnato a ${changed.username}.`, new_end_date: newEnd(changed) }
  })
  handle(app, kernel, extendSubscription, async ({ params, body, session, request }) => {
    const { trader_id: traderId, tier } = await subscriptionNamed(kernel, params.id)
    const event = { type: 'extend', tier, months: body.months } as const
    const viewedEnd = viewedEndOf(body.seen_end_date)
    const changed = await administer(kernel, traderId, event, { session, request, viewedEnd })
    return { message: `Piano ${tier} di ${changed.username} esteso.`, new_end_date: newEnd(changed) }
  })
  handle(app, kernel, cancelSubscription, async ({ params, session, request }) => {
    const { trader_id: traderId, tier } = await subscriptionNamed(kernel, params.subscription_id)
    const changed = await administer(kernel, traderId, { type: 'cancel', tier }, { session, request })
    const [line] = changed.lines
    if (line === undefined) return fail('SUBSCRIPTION_ENDED')
    return {
      message: `Piano ${tier} di ${changed.username} annullato.`,
      subscription_id: params.subscription_id,
      end_date: instantText(line.until_after),
    }
  })
  handle(app, kernel, cancelAllSubscriptions, async ({ body, session, request }) => {
    const changed = await administer(kernel, body.trader_id, { type: 'cancel_all' }, { session, request })
    return {
      username: changed.username,
      cancelled: changed.lines.filter((line) => line.kind === 'cancel').length,
    }
  })
  handle(app, kernel, listSubscriptions, async ({ query }) => listedSubscriptions(kernel, query))
  handle(app, kernel, exportSubscriptions, async ({ query, session, request, reply }) =>
    sendListFile(kernel, reply, actorOf(request, session), subscriptionsFile(kernel, query)),
  )
}

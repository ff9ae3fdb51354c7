import { expect } from 'vitest'
import type { PlanCode } from '#features/subscriptions/catalogue.ts'
import { buyerScene } from './buyer-scene.ts'

/** Buyers, the provider's stand-in, and the outcome of its notifications. Called at the top of a test file. */
export async function settlementScene() {
  const scene = await buyerScene({ env: { RATE_LIMITS: 'off' } })
  const { np, app, payments, kernel } = scene
  const { sql } = kernel
  return {
    ...scene,
    sql,
    clock: kernel.clock,
    opened: async (plan: PlanCode = 'monthly') => {
      const who = await scene.someone()
      const { order_id: orderId } = await scene.bought(who, plan)
      return { who, orderId }
    },
    /** Sends the notification of a payment as it is, with `changes` laid over, and waits until it is settled. */
    deliver: async (id: string, changes: Record<string, unknown> = {}) => {
      expect(await np.send(app, id, changes)).toBe(200)
      await payments.settle()
    },
    until: (traderId: string) => sql<{ tier: string; until: string }[]>`
      select tier, until from subscription where trader_id = ${traderId} order by tier`,
    item: async (id: string) => {
      const rows = await sql<{ review_reason: string | null }[]>`
        select review_reason from provider_payment where provider_payment_id = ${id}`
      return rows[0]?.review_reason
    },
    mails: (orderId: string) => sql<
      { cause: string; kind: string; subject: string; body: string; recipient: string | null }[]
    >`
      select cause, kind, subject, body, recipient from outbox
       where cause like ${`%${orderId}%`} order by created_at, cause`,
  }
}

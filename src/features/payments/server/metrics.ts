import { Gauge } from 'prom-client'
import type { Queryable } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { ageGauge } from '#server/metrics/age-gauge.ts'
import { counter, histogram } from '#server/metrics/meters.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import { unconfirmedClaims } from './settlement/payment-queries.ts'

export const notifications = counter({
  name: 'payment_notifications_total',
  help: 'Notifications of the provider by what became of them; late: not stored within the second that it waits',
  labels: { result: ['stored', 'late', 'no_signature', 'bad_signature', 'bad_body', 'not_configured'] },
})

/** The objective for the time from the provider's first notification to the activation. Milliseconds. */
const lateMs = MINUTE_MS

export const activations = histogram({
  name: 'payment_activation_seconds',
  help: 'From the first message of the provider by which an order is paid to its activation',
  buckets: [1, 2, 5, 10, 30, lateMs / 1000, 300, 3_600],
})

interface Waiting {
  unread: number
  reviews: number
}

/** Unprocessed notifications, claims that wait, reviews, and the provider's health. */
export function observePayments(
  { registry, readings }: Pick<Metrics, 'registry' | 'readings'>,
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  provider: string,
): void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const unread = gauge('payment_notifications_waiting', 'Notifications that were stored and not taken in')
  const reviews = gauge('payment_orders_in_review', 'Orders with money that wait for an admin')
  const late = gauge(
    'payment_orders_late',
    'Orders that were called paid over a minute ago and wait for our own reading',
  )
  const failures = gauge('payment_provider_failures', 'Questions to the provider that failed since the last success')
  const refused = gauge('payment_provider_credentials_refused', 'Whether the provider refuses our key or login')
  const oldestClaim = ageGauge(registry, clock, {
    name: 'payment_oldest_claim_seconds',
    help: 'Since when the oldest claim of a payment waits for its confirmation; 0 where none does',
  })
  readings.add('payments', async () => {
    const lateSince = instantText(Math.floor(clock.now()) - lateMs)
    const [waiting, claims, health] = await Promise.all([
      waitingNow(sql, provider),
      unconfirmedClaims(sql, provider, lateSince),
      providerNow(sql, provider),
    ])
    unread.set(waiting.unread)
    reviews.set(waiting.reviews)
    late.set(claims.late)
    oldestClaim.setSince(claims.oldest)
    failures.set(health.failures)
    refused.set(health.failures > 0 && health.refuses ? 1 : 0)
  })
}

async function waitingNow(sql: Queryable, provider: string): Promise<Waiting> {
  const [row] = await sql<Waiting[]>`
    select (select count(*)::int from provider_event where provider = ${provider} and processed_at is null) as unread,
           (select count(*)::int from payment_order where state = 'review' and deleted_at is null) as reviews`
  return row ?? { unread: 0, reviews: 0 }
}

async function providerNow(sql: Queryable, provider: string): Promise<{ failures: number; refuses: boolean }> {
  const [row] = await sql<{ failures: number; refuses: boolean }[]>`
    select failures, coalesce(last_failure in ('misconfigured', 'login_refused'), false) as refuses
      from provider_health where provider = ${provider}`
  return row ?? { failures: 0, refuses: false }
}

import { Gauge } from 'prom-client'
import { instantText } from '#shared/dates.ts'
import type { Kernel } from '../kernel.ts'
import { ageGauge } from '../metrics/age-gauge.ts'
import { counter } from '../metrics/meters.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { outboxState, overdueSince } from './outbox.ts'

export const deliveries = counter({
  name: 'outbox_deliveries_total',
  help: 'Tries to send a message, by how they ended',
  labels: { result: ['sent', 'failed'] },
})

/** Mail that has not left. */
export function observeOutbox(
  { registry, readings }: Pick<Metrics, 'registry' | 'readings'>,
  { sql, clock, config }: Pick<Kernel, 'sql' | 'clock' | 'config'>,
): void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const waiting = gauge('outbox_waiting_messages', 'Messages that have not left')
  const failing = gauge('outbox_failing_messages', 'Messages of these that failed at least once')
  gauge(
    'outbox_mail_configured',
    'Whether there is a mail server; without one messages wait for admins to read them',
  ).set(config.SMTP_URL === undefined ? 0 : 1)
  const oldest = ageGauge(registry, clock, {
    name: 'outbox_oldest_message_seconds',
    help: 'Since when the oldest message waits that no recipient refused; 0 where none does',
  })
  readings.add('outbox', async () => {
    const [state, since] = await Promise.all([
      outboxState(sql),
      overdueSince(sql, instantText(Math.floor(clock.now()))),
    ])
    waiting.set(state.waiting)
    failing.set(state.failing)
    oldest.setSince(since)
  })
}

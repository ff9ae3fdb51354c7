import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import { claimExport, extendExport, releaseExport } from '../queries.ts'

/** A lease ends this long after its last renewal. Milliseconds. */
const leaseMs = 180_000
const renewMs = MINUTE_MS

/**
 * A trader's lease to export: one at a time over all instances. This process renews it while the file is being read. The lease of a
 * stopped server ends by itself.
 * @returns a function that ends the lease. It may be called several times, and never fails
 * @throws Failure EXPORT_RUNNING
 */
export async function acquireExportLease({ sql, clock, log }: Kernel, traderId: string): Promise<() => Promise<void>> {
  const untilNow = () => instantText(Math.floor(clock.now()) + leaseMs)
  let held = untilNow()
  if (!(await claimExport(sql, traderId, { until: held, now: instantText(Math.floor(clock.now())) }))) {
    return fail('EXPORT_RUNNING')
  }
  // One write after the other: the end must know the last renewal.
  let written = Promise.resolve()
  const write = (change: () => Promise<void>) => {
    written = written
      .then(change)
      .catch((error: unknown) => log.warn({ err: error, trader_id: traderId }, 'lease of an export not written'))
    return written
  }
  const alive = setInterval(() => {
    void write(async () => {
      const next = untilNow()
      if (await extendExport(sql, traderId, { held, until: next })) held = next
    })
  }, renewMs).unref()
  let ended: Promise<void> | null = null
  return () => {
    clearInterval(alive)
    ended ??= write(() => releaseExport(sql, traderId, held))
    return ended
  }
}

import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { claimExport, extendExport, freeExport } from '../queries.ts'

/** A turn lasts this long beyond its last sign of life, and gives one so often. Milliseconds. */
const heldMs = 180_000
const signMs = 60_000

/**
 * A trader's turn to export: one at a time, on whichever instance. It is held as long as this process lives, however slowly the file is
 * read; the turn of a server that went away ends by itself.
 * @returns what ends it: any number of times, and it never fails
 * @throws Failure EXPORT_RUNNING
 */
export async function takeExportTurn({ sql, clock, log }: Kernel, traderId: string): Promise<() => Promise<void>> {
  const untilNow = () => instantText(Math.floor(clock.now()) + heldMs)
  let held = untilNow()
  if (!(await claimExport(sql, traderId, { until: held, now: instantText(Math.floor(clock.now())) }))) {
    return fail('EXPORT_RUNNING')
  }
  // One after the other: the end must know what is held.
  let written = Promise.resolve()
  const write = (change: () => Promise<void>) => {
    written = written
      .then(change)
      .catch((error: unknown) => log.warn({ err: error, trader_id: traderId }, 'turn to export not written'))
    return written
  }
  const alive = setInterval(() => {
    void write(async () => {
      const next = untilNow()
      if (await extendExport(sql, traderId, { held, until: next })) held = next
    })
  }, signMs).unref()
  let ended: Promise<void> | null = null
  return () => {
    clearInterval(alive)
    ended ??= write(() => freeExport(sql, traderId, held))
    return ended
  }
}

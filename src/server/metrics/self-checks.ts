import { Gauge } from 'prom-client'
import { instantText } from '#shared/dates.ts'
import type { Queryable } from '../database/database.ts'
import type { Kernel } from '../kernel.ts'
import type { Metrics } from './metrics.ts'

/** Chains that a nightly job derives again from the stored rows. */
const checkNames = ['audit_log', 'entitlement_ledger', 'sync_ledgers'] as const
type CheckName = (typeof checkNames)[number]

interface SelfCheck {
  check_name: CheckName
  checked_at: string
  /** 0: everything holds; null: it never ran. */
  faults: number | null
}

/** Stores a check's result in place of the one before. */
export async function noteCheck(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  name: CheckName,
  errors: number,
): Promise<void> {
  await sql`
    insert into self_check (check_name, checked_at, faults)
    values (${name}, ${instantText(Math.floor(clock.now()))}, ${errors})
    on conflict (check_name) do update set checked_at = excluded.checked_at, faults = excluded.faults`
}

/** The last run of each check. A check that never ran has found nothing, and is due since this database began. */
function lastChecks(sql: Queryable): Promise<SelfCheck[]> {
  return sql<SelfCheck[]>`
    select check_name, coalesce(checked_at, (select min(applied_at) from schema_migration)) as checked_at, faults
      from unnest(${[...checkNames]}::text[]) as known (check_name) left join self_check using (check_name)`
}

/** Errors in stored chains, and the time of each chain's last check. */
export function observeChecks(
  { registry, readings }: Pick<Metrics, 'registry' | 'readings'>,
  { sql }: Pick<Kernel, 'sql'>,
): void {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['check'], registers: [registry] })
  const errors = gauge('self_check_faults', 'Errors that a nightly check found in a stored chain; 0 where all holds')
  const checked = gauge(
    'self_check_last_run_seconds',
    'Unix time of the last run of a nightly check; before the first one, of the beginning of this database',
  )
  readings.add('self_checks', async () => {
    for (const { check_name: check, checked_at, faults: found } of await lastChecks(sql)) {
      if (found !== null) errors.set({ check }, found)
      checked.set({ check }, Date.parse(checked_at) / 1000)
    }
  })
}

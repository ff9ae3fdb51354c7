import type { Queryable, Transaction } from '#server/database/database.ts'
import type { MaintenanceState } from '../rules.ts'

/** Null before the first change. */
export async function maintenanceState(sql: Queryable): Promise<MaintenanceState | null> {
  const rows = await sql<MaintenanceState[]>`select enabled, message from maintenance`
  return rows[0] ?? null
}

/** Waits for a concurrent change, and makes others wait until the transaction ends. Reads continue. */
export async function lockMaintenance(tx: Transaction): Promise<void> {
  await tx`lock table maintenance in exclusive mode`
}

export async function putMaintenance(
  tx: Transaction,
  { enabled, message }: MaintenanceState,
  at: string,
): Promise<void> {
  await tx`
    insert into maintenance (enabled, message, changed_at) values (${enabled}, ${message}, ${at})
    on conflict (only_row) do update set enabled = excluded.enabled, message = excluded.message, changed_at = excluded.changed_at`
}

import { q, send } from '#web/api.ts'
import type { getMaintenance, toggleMaintenance } from '../contract.ts'
import type { MaintenanceState } from '../rules.ts'

/** How soon another admin's change shows; milliseconds. */
const everyMs = 5_000

export const statusQuery = () => ({
  ...q<typeof getMaintenance>('GET /api/admin/maintenance/status', {}),
  refetchInterval: everyMs,
})

/** Closes the site with a message, or opens it, which leaves the message as it is: another admin may have changed that. */
export function toggle(change: Change): Promise<MaintenanceState> {
  const query = change.enabled
    ? ({ enabled: 'true', message: change.message } as const)
    : ({ enabled: 'false' } as const)
  return send<typeof toggleMaintenance>('POST /api/admin/maintenance/toggle', { query })
}

export type Change = { enabled: true; message: string } | { enabled: false }

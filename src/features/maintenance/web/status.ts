import { q, send } from '#web/api.ts'
import type { getMaintenance, toggleMaintenance } from '../contract.ts'
import type { MaintenanceState } from '../rules.ts'

/** The interval at which another admin's change appears; milliseconds. */
const everyMs = 5_000

export const statusQuery = () => ({
  ...q<typeof getMaintenance>('GET /api/admin/maintenance/status', {}),
  refetchInterval: everyMs,
})

/** Closes the site with a message, or opens it. Opening leaves the message unchanged, since another admin may have edited it. */
export function toggle(change: Change): Promise<MaintenanceState> {
  const query = change.enabled
    ? ({ enabled: 'true', message: change.message } as const)
    : ({ enabled: 'false' } as const)
  return send<typeof toggleMaintenance>('POST /api/admin/maintenance/toggle', { query })
}

export type Change = { enabled: true; message: string } | { enabled: false }

import { q, send } from '#web/api.ts'
import type { getMaintenance, toggleMaintenance } from '../contract.ts'
import type { MaintenanceState } from '../rules.ts'

/** Another admin's change is on everybody's screen as soon as this is asked again. */
const everyMs = 5_000

export const statusQuery = () => ({
  ...q<typeof getMaintenance>('GET /api/admin/maintenance/status', {}),
  refetchInterval: everyMs,
})

/** Closes the site with a message, or opens it, which leaves the message as it is: another admin may have changed that. */
export function toggle(wanted: Wanted): Promise<MaintenanceState> {
  const query = wanted.enabled
    ? ({ enabled: 'true', message: wanted.message } as const)
    : ({ enabled: 'false' } as const)
  return send<typeof toggleMaintenance>('POST /api/admin/maintenance/toggle', { query })
}

export type Wanted = { enabled: true; message: string } | { enabled: false }

import type { MaintenanceState } from './contract.ts'

/** Characters, as people see them. */
export const messageLength = 300

const usualMessage = 'Sito in manutenzione. Torneremo presto!'

/** What holds where nobody has ever closed the site. */
export const initialState: MaintenanceState = { enabled: false, message: usualMessage }

/** What follows from a toggle; the same object where it changes nothing. `docs/operations.md`, maintenance. */
export function toggled(
  before: MaintenanceState,
  { enabled, message }: { enabled: boolean; message?: string | undefined },
): MaintenanceState {
  const isClosing = enabled && !before.enabled
  const after = { enabled, message: message ?? (isClosing ? usualMessage : before.message) }
  return after.enabled === before.enabled && after.message === before.message ? before : after
}

import { MINUTE_MS } from '#shared/dates.ts'

/** How long after its last accepted sync an advisor counts as connected. `docs/ranking.md` 8.1. */
export const CONNECTED_MS = 15 * MINUTE_MS

export const lastSyncLabel = 'Ultima sincronizzazione'

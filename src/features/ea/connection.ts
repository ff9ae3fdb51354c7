import { MINUTE_MS } from '#shared/dates.ts'

/** An advisor counts as connected for so long after its last accepted sync. `docs/ranking.md` 8.1. */
export const CONNECTED_MS = 15 * MINUTE_MS

import type { RefreshTiming } from '../ranking/refresher.ts'

/** Pauses of a ranking under test: nothing waits for long. */
export const quickRefresh: RefreshTiming = { tickMs: 100 }

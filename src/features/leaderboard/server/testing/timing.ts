import type { RefreshTiming } from '../ranking/refresher.ts'

/** Pauses of a ranking under test: nothing waits for long. */
export const quickRefresh: RefreshTiming = { debounceMs: 50, tickMs: 100, lookMs: 150 }

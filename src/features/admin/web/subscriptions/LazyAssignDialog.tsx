import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'

/** `AssignDialog`, fetched when it opens: no list waits for it. */
export const LazyAssignDialog = lazyWithRetry(async () => (await import('./AssignDialog.tsx')).AssignDialog)

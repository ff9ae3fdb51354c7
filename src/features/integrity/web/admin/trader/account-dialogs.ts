import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'

/** The questions about a trader’s accounts, each fetched when it is asked: the page of the trader does not wait for them. */
export const EndMatchDialog = lazyWithRetry(async () => (await import('./EndMatchDialog.tsx')).EndMatchDialog)
export const ErasedDialog = lazyWithRetry(async () => (await import('./ErasedDialog.tsx')).ErasedDialog)
export const ReleaseDialog = lazyWithRetry(async () => (await import('./ReleaseDialog.tsx')).ReleaseDialog)
export const ServerDialog = lazyWithRetry(async () => (await import('./ServerDialog.tsx')).ServerDialog)

import { lazyWithRetry } from '../lazyWithRetry.tsx'

/** `ConfirmDialog`, fetched with the first question, or before where it may come when the network is gone: no screen waits for it. */
export const LazyConfirmDialog = lazyWithRetry(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

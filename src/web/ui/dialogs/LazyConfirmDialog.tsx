import { lazyWithRetry } from '../lazyWithRetry.tsx'

/** `ConfirmDialog`, fetched with the first question, or earlier where the question may come without a network: no screen waits for it. */
export const LazyConfirmDialog = lazyWithRetry(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

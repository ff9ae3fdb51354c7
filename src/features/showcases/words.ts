import type { ShowcaseStatus } from './rules/moves.ts'

/** Statuses as everybody reads them. */
export const statusWords: Record<ShowcaseStatus, string> = {
  draft: 'Bozza',
  pending_review: 'In Moderazione',
  published: 'Pubblicata',
  published_with_pending: 'Pubblicata (modifiche in revisione)',
  changes_requested: 'Modifiche Richieste',
  rejected: 'Rifiutata',
}

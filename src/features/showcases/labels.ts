import type { ShowcaseStatus } from './rules/moves.ts'

/** Labels of the statuses. */
export const statusLabels: Record<ShowcaseStatus, string> = {
  draft: 'Bozza',
  pending_review: 'In Moderazione',
  published: 'Pubblicata',
  published_with_pending: 'Pubblicata (modifiche in revisione)',
  changes_requested: 'Modifiche Richieste',
  rejected: 'Rifiutata',
}

/** Labels of the links. */
export const linkLabels = {
  myfxbook_url: 'MyFxBook',
  fxblue_url: 'FX Blue',
  mql5_signal_url: 'Segnale MQL5',
  telegram_url: 'Telegram',
  discord_url: 'Discord',
  website_url: 'Sito web',
  broker_referral_url: 'Broker',
} as const

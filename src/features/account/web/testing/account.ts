import type { Erasure, Profile } from '../own-profile.ts'

/** Answers of the account's own calls, as tests of its screen need them. */

export const profile: Profile = {
  username: 'chiara.neri',
  display_name: 'Chiara Neri',
  email: 'chiara@example.org',
  country: 'IT',
  member_since: '2026-11-20T10:00:00.000Z',
  bio: 'Opero sui cambi, di notte.',
  social_text: null,
  hide_amounts: false,
  avatar: null,
}

const address = (width: number) => `/uploads/avatars/0123456789abcdef0123456789abcdef-${width}.webp`
export const avatar = { small: address(96), medium: address(208), large: address(416) }

export const erasure: Erasure = {
  trades: 918,
  ranked_days: 211,
  plan: { name: 'Basic', expires_at: '2026-11-28T10:00:00.000Z', days_remaining: 8 },
  open_orders: 1,
  has_showcase: true,
  totp_required: false,
  blocked: null,
}

import type { ShowcaseReport } from '#features/showcases/analytics-contract.ts'
import { DAY_MS, dayText } from '#shared/dates.ts'
import type { MyShowcase, OwnShowcase } from '../own-showcase.ts'

/** Answers of the owner's calls, as tests of the page need them. */

const id = '01900000-0000-7000-8000-00000000000a'
const trader = '01900000-0000-7000-8000-000000000001'
const links = {
  myfxbook_url: null,
  fxblue_url: null,
  mql5_signal_url: null,
  telegram_url: 'https://t.me/ines',
  discord_url: null,
  website_url: null,
  broker_referral_url: null,
}

export const showcase: OwnShowcase = {
  showcase_id: id,
  title: 'Cambi asiatici, metodo lento',
  description: 'Poche operazioni al mese, tutte con lo stesso metodo e lo stesso rischio.',
  bio_short: null,
  avatar_url: null,
  banner_url: null,
  trader_id: trader,
  trader_username: 'ines.carrasco',
  trader_name: 'Inés Carrasco',
  trader_info: { display_name: 'Inés Carrasco', is_diamond: true, is_admin: false },
  country: 'ES',
  current_rank: 3,
  verification_level: 'L2',
  is_ea_verified: true,
  is_real_account: true,
  platform_type: 'MT5',
  trading_style: 'swing',
  risk_level: 'low',
  services: [],
  kpi: { roi_30_days: 6.74, win_rate: 63.2 },
  performance: {
    roi_percentage: 14.2,
    roi_30: 6.74,
    roi_total: 40.1,
    win_rate: 63.2,
    total_trades: 412,
    drawdown_max: 8.4,
  },
  views_count: 2184,
  clicks_count: 312,
  published_at: '2026-10-01T09:00:00.000Z',
  created_at: '2026-09-20T09:00:00.000Z',
  updated_at: '2026-11-18T09:00:00.000Z',
  status: 'changes_requested',
  bio_extended: null,
  profile: {
    display_name: 'Inés Carrasco',
    subtitle: 'Cambi asiatici, metodo lento',
    description: 'Poche operazioni al mese, tutte con lo stesso metodo e lo stesso rischio.',
    bio_extended: null,
    profile_image_url: null,
    cover_image_url: null,
  },
  links,
  content: { services: [], promotional_images: [], video_url: null, pdf_download_url: null, pdf_title: null },
  cta_buttons: [],
  testimonials: [],
  verified: null,
  owner_preview: true,
  pending_changes: null,
  has_myfxbook: false,
  myfxbook_url: null,
  myfxbook_matched: false,
  version: 4,
  submitted_version: 4,
  published_version: 2,
  is_public: true,
  has_draft: false,
}

export const mine: MyShowcase = {
  error: null,
  message: null,
  has_connected_account: true,
  sends_mail: true,
  is_diamond: true,
  email_awaited: false,
  is_admin: false,
  has_access: true,
  trader_info: {
    trader_id: trader,
    username: 'ines.carrasco',
    display_name: 'Inés Carrasco',
    bio: null,
    myfxbook_url: null,
  },
  kpi: {
    roi_percentage: 14.2,
    roi_30_days: 6.74,
    drawdown_percentage: 8.4,
    win_rate: 63.2,
    total_trades: 412,
    current_rank: 3,
  },
  showcase,
  owner_preview: true,
  moderation_messages: [
    {
      created_at: '2026-11-18T10:04:00.000Z',
      message:
        'La descrizione promette un rendimento mensile fisso. Toglilo: puoi citare solo risultati già presenti nel registro.',
      event: 'request_changes',
    },
    {
      created_at: '2026-11-16T08:21:00.000Z',
      message:
        'La seconda immagine promozionale mostra il marchio di un broker senza autorizzazione. Sostituiscila, poi pubblica di nuovo.',
      event: 'request_changes',
    },
  ],
  diamond_status: { expired: false, expired_date: null },
  can_create_showcase: false,
  can_edit_showcase: true,
}

const last = Math.floor(Date.parse('2026-11-20') / DAY_MS)

/** A report with visits on every day, whose first four days have no place in the ranking. */
export function reportOf(days = 30): ShowcaseReport {
  const daily = Array.from({ length: days }, (_, index) => ({
    date: dayText(last - days + 1 + index),
    views: 51 + ((index * 37) % 58),
    visitors: 30 + ((index * 17) % 20),
    clicks: 6 + ((index * 5) % 13),
    rank: index < 4 ? null : 3 + ((index * 7) % 5),
  }))
  const sum = (of: 'views' | 'visitors' | 'clicks') => daily.reduce((total, day) => total + day[of], 0)
  const totals = { views: sum('views'), visitors: sum('visitors'), clicks: sum('clicks'), ctr: 14.29 }
  const link = (type: ShowcaseReport['by_link'][number]['type'], target: string, label: string, clicks: number) => ({
    type,
    target,
    label,
    position: type === 'cta' ? 1 : null,
    clicks,
    share: (100 * clicks) / totals.clicks,
    ctr: (100 * clicks) / totals.views,
  })
  return {
    days,
    from: daily[0]?.date ?? '',
    to: '2026-11-20',
    totals,
    previous: { views: Math.round(totals.views / 1.126), visitors: 900, clicks: totals.clicks + 30, ctr: 14.86 },
    daily,
    by_link: [
      link('cta', 'Copia i miei trade', 'Copia i miei trade', 128),
      link('link', 'telegram_url', 'Telegram', 74),
      link('link', 'myfxbook_url', 'MyFxBook', 52),
      { ...link('cta', 'Apri conto con vantaggi', 'Apri conto con vantaggi', 31), position: 3 },
      link('pdf', 'Guida Trading', 'Guida Trading', 18),
      link('link', 'website_url', 'Sito web', 9),
    ],
    by_source: [
      { source: 'classifica', views: 1204, clicks: 180, ctr: 14.95 },
      { source: 't.me', views: 640, clicks: 96, ctr: 15 },
      { source: '', views: 340, clicks: 36, ctr: 10.59 },
    ],
  }
}

export function emptyReport(days = 30): ShowcaseReport {
  const nothing = { views: 0, visitors: 0, clicks: 0, ctr: null }
  const daily = reportOf(days).daily.map(({ date }) => ({ date, views: 0, visitors: 0, clicks: 0, rank: null }))
  return { ...reportOf(days), totals: nothing, previous: nothing, daily, by_link: [], by_source: [] }
}

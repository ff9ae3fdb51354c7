import type { listShowcases, Showcase, ShowcaseCard } from '#features/showcases/contract.ts'
import { emptyContent } from '#features/showcases/rules/content.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

export const someId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

/** A card of the grid as the list answers. */
export function aCard(number: number, changes: Partial<ShowcaseCard> = {}): ShowcaseCard {
  return {
    showcase_id: `6f9619ff-8b86-4d01-b42d-${String(number).padStart(12, '0')}`,
    title: `Metodo ${number}`,
    description: 'Opero sull’oro e sui cambi principali, con lo stop scritto prima dell’ingresso.',
    bio_short: null,
    avatar_url: null,
    banner_url: null,
    trader_id: `trader-${number}`,
    trader_username: `trader_${number}`,
    trader_name: `Trader ${number}`,
    trader_info: { display_name: `Trader ${number}`, is_diamond: true, is_admin: false },
    country: 'IT',
    current_rank: number,
    verification_level: 'L1',
    is_ea_verified: true,
    is_real_account: true,
    platform_type: 'MT5',
    trading_style: 'swing',
    risk_level: 'low',
    services: ['Copy trading', 'Segnali Telegram', 'Report mensile', 'Webinar', 'Guida PDF'],
    kpi: { roi_30_days: 4.1, win_rate: 71.4 },
    performance: {
      roi_percentage: 12.34,
      roi_30: 4.1,
      roi_total: 184.32,
      win_rate: 71.4,
      total_trades: 1_284,
      drawdown_max: 8.45,
    },
    views_count: 10,
    published_at: '2026-11-01T10:00:00.000Z',
    updated_at: '2026-11-01T10:00:00.000Z',
    ...changes,
  }
}

export function aList(count: number, total = count, next: string | null = null): ResponseOf<typeof listShowcases> {
  return {
    showcases: Array.from({ length: count }, (_, index) => aCard(index + 1)),
    total,
    next_cursor: next,
    generated_at: '2026-11-20T15:40:00.000Z',
  }
}

export const unknownFigures: ShowcaseCard['performance'] = {
  roi_percentage: null,
  roi_30: null,
  roi_total: null,
  win_rate: null,
  total_trades: null,
  drawdown_max: null,
}

/** A public showcase with values in most of its fields. */
export function aShowcase(changes: Partial<Showcase> = {}): Showcase {
  return {
    ...aCard(1),
    showcase_id: someId,
    title: 'Oro in sessione europea: poche operazioni, rischio fisso.',
    status: 'published',
    created_at: '2026-10-01T10:00:00.000Z',
    bio_extended: null,
    clicks_count: 3,
    profile: {
      display_name: 'Marta Ferrero',
      subtitle: 'Oro in sessione europea: poche operazioni, rischio fisso.',
      description: 'Opero sull’oro e sui cambi principali, dalle 8 alle 17.',
      bio_extended: null,
      profile_image_url: null,
      cover_image_url: null,
    },
    links: {
      ...emptyContent().links,
      telegram_url: 'https://t.me/marta',
      website_url: 'https://www.marta.example/metodo',
    },
    content: {
      services: ['Copy trading'],
      promotional_images: [],
      video_url: 'https://video.example/intro',
      pdf_download_url: `/uploads/documents/${'a'.repeat(32)}.pdf`,
      pdf_title: null,
    },
    cta_buttons: [
      { text: 'Copia i miei trade', url: 'https://copia.example/marta', style: 'primary' },
      { text: 'Senza indirizzo', url: null, style: 'secondary' },
      { text: '', url: 'https://senza-testo.example', style: 'secondary' },
      { text: 'Apri conto con vantaggi', url: 'https://broker.example/conto', style: 'success' },
    ],
    testimonials: [{ author_name: '', content: 'Risultati in linea con il registro.', image_url: null }],
    verified: {
      since: '2026-03-10T08:00:00.000Z',
      days_count: 255,
      last_ea_sync: '2026-11-20T15:38:00.000Z',
      status: 'connected',
      ranked_traders: 148,
      roi_30: 4.1,
      roi_90: 12.34,
      roi_total: 184.32,
      drawdown_max: 8.45,
      current_drawdown: 1.2,
      symbols: ['XAUUSD', 'EURUSD'],
      flags: [],
      findings: [],
      held: null,
      growth: [
        { date: '2026-11-18', index: 1.1 },
        { date: '2026-11-19', index: 1.21 },
        { date: '2026-11-20', index: 1.23574 },
      ],
    },
    owner_preview: false,
    pending_changes: null,
    has_myfxbook: false,
    myfxbook_url: null,
    myfxbook_matched: false,
    ...changes,
  }
}

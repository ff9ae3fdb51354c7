import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { ShowcaseContent } from '../../../rules/fields.ts'

/** An ordinary browser's name. */
export const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

export const publishedContent: ShowcaseContent = {
  profile: {
    display_name: 'Inés Carrasco',
    subtitle: 'Cambi asiatici, metodo lento',
    description: 'Poche operazioni al mese, tutte con lo stesso metodo e lo stesso rischio.',
    bio_extended: null,
    profile_image_url: null,
    cover_image_url: null,
  },
  links: {
    myfxbook_url: 'https://www.myfxbook.com/members/ines/x/1',
    fxblue_url: null,
    mql5_signal_url: null,
    telegram_url: 'https://t.me/ines',
    discord_url: null,
    website_url: null,
    broker_referral_url: null,
  },
  content: {
    services: [],
    promotional_images: [],
    video_url: null,
    pdf_download_url: '/uploads/documents/0123456789abcdef0123456789abcdef.pdf',
    pdf_title: null,
  },
  cta_buttons: [
    { text: 'Copia i miei trade', url: 'https://broker.example/copia', style: 'primary' },
    { text: 'Unisciti alla community', url: null, style: 'secondary' },
    { text: '=HYPERLINK("x")', url: 'https://broker.example/conto', style: 'success' },
  ],
  testimonials: [],
}

/** A showcase that anybody can open, put straight into the database; its id. */
export async function publishedShowcase(
  { sql, clock, secrets }: Pick<Kernel, 'sql' | 'clock' | 'secrets'>,
  traderId: string,
  { diamondDays = 400, written = publishedContent }: { diamondDays?: number; written?: ShowcaseContent } = {},
): Promise<string> {
  const id = secrets.newId()
  const now = instantText(clock.now())
  await sql`
    insert into showcase (showcase_id, trader_id, status, latest_version, submitted_version, published_version,
                          published_at, created_at, updated_at)
    values (${id}, ${traderId}, 'published', 1, 1, 1, ${now}, ${now}, ${now})`
  await sql`update trader set myfxbook_url = ${written.links.myfxbook_url} where trader_id = ${traderId}`
  await sql`
    insert into showcase_version (showcase_id, version, content, created_at)
    values (${id}, 1, ${JSON.stringify(written)}::text::jsonb, ${now})`
  const until = instantText(clock.now() + diamondDays * DAY_MS)
  await sql`
    insert into subscription (subscription_id, trader_id, tier, until, status, plan_type, created_at, updated_at)
    values (${secrets.newId()}, ${traderId}, 'diamond', ${until}, 'active', 'yearly', ${now}, ${now})`
  return id
}

import { FileDown, Globe, Landmark, Play } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { linkNames, type ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { linkLabels } from '#features/showcases/labels.ts'
import { presentationTitle } from '#features/showcases/texts.ts'
import * as format from '#shared/format/format.ts'
import { DiamondBadge } from '#web/ui/Badge.tsx'
import { LevelBadge } from '#web/ui/LevelBadge.tsx'
import { Delta } from '#web/ui/figures/Delta.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { Band } from '../Band.tsx'
import { Picture, Portrait } from '../Picture.tsx'
import type { MyShowcase } from './save.ts'

interface CardProps {
  content: ShowcaseContent
  /** The content that the server would accept: buttons and links that it would refuse are not shown. */
  valid: ShowcaseContent
  mine: MyShowcase
  /** The account's own picture. */
  avatar: string | null
}

interface PreviewProps extends CardProps {
  /** The whole page, not its card. */
  isWhole: boolean
}

export const FullPreview = lazyWithRetry(
  async () => {
    const [{ FullPreview: Full }, { ShowcasePage }] = await Promise.all([
      import('./later.ts'),
      import('../page/ShowcaseView.tsx'),
    ])
    return (props: Omit<Parameters<typeof Full>[0], 'Page'>) => <Full {...props} Page={ShowcasePage} />
  },
  <span className="skeleton h-[480px]" />,
)

const devices = [
  { value: 'phone', label: 'Telefono' },
  { value: 'computer', label: 'Computer' },
] as const

/** A preview of the content as the page will show it, without working links. */
export function Preview({ isWhole, ...card }: PreviewProps) {
  const { showcase } = card.mine
  const [device, setDevice] = useState<'phone' | 'computer'>('phone')
  return (
    <aside className="editor-preview" aria-labelledby="anteprima-titolo">
      <div className="flex items-center justify-between gap-4">
        <h2 id="anteprima-titolo" className="editor-legend !mb-0">
          Anteprima
        </h2>
        <Segmented label="Dispositivo" name="preview-device" options={devices} value={device} onChange={setDevice} />
      </div>
      <div className={`preview preview-${device}`}>
        {!isWhole || showcase === null ? (
          <Card {...card} />
        ) : (
          <FullPreview content={card.valid} saved={showcase} avatar={card.avatar} />
        )}
      </div>
      {isWhole && showcase === null && (
        <p className="mt-2 text-label text-ink-3">Con «Salva bozza» l’anteprima diventa la pagina intera.</p>
      )}
    </aside>
  )
}

function Card({ content, valid, mine, avatar }: CardProps) {
  const { profile, testimonials } = content
  const { kpi, showcase } = mine
  const name = profile.display_name.trim() || mine.trader_info.display_name
  return (
    <div className="preview-card">
      <div className="preview-cover">
        <Picture
          address={profile.cover_image_url}
          alt=""
          sizes="440px"
          width={1200}
          height={400}
          instead={<Band seed={mine.trader_info.username} />}
        />
      </div>
      <div className="preview-body">
        <div className="preview-portrait">
          <Portrait address={profile.profile_image_url ?? avatar} name={name} size={64} />
        </div>
        <p className="bodoni preview-name">{name}</p>
        <p className="text-ui text-ink-2">{profile.subtitle || 'Il sottotitolo compare qui.'}</p>
        <p className="mt-2.5 flex flex-wrap gap-2">
          <DiamondBadge />
          {showcase?.verification_level && <LevelBadge level={showcase.verification_level} />}
        </p>
        <dl className="preview-figures">
          <Figure term="ROI 90 giorni">
            <Delta value={kpi.roi_percentage} text={format.resultPercent(kpi.roi_percentage)} />
          </Figure>
          <Figure term="Drawdown Max">{format.drawdownPercent(kpi.drawdown_percentage)}</Figure>
          <Figure term="Win rate">{format.sharePercent(kpi.win_rate)}</Figure>
          <Figure term="Posizione">{kpi.current_rank === null ? format.MISSING : `#${kpi.current_rank}`}</Figure>
        </dl>
        <h3>{presentationTitle}</h3>
        <p className="preview-text">{profile.description || 'La descrizione compare qui.'}</p>
        {profile.bio_extended && <p className="preview-text mt-3">{profile.bio_extended}</p>}
        <Services services={content.content.services} />
        <Gallery urls={content.content.promotional_images} />
        <Testimonials testimonials={testimonials} />
        <Buttons buttons={valid.cta_buttons} />
        <Ways content={valid} />
      </div>
    </div>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Services({ services }: { services: readonly string[] }) {
  if (services.length === 0) return null
  return (
    <ul className="mt-4 flex flex-wrap gap-2" aria-label="Servizi">
      {services.map((service) => (
        <li key={service} className="badge badge-line">
          {service}
        </li>
      ))}
    </ul>
  )
}

function Gallery({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null
  return (
    <div className="preview-gallery">
      {urls.map((url) => (
        <Picture
          key={url}
          address={url}
          alt=""
          sizes="220px"
          width={800}
          height={500}
          instead={<span className="skeleton" />}
        />
      ))}
    </div>
  )
}

function Testimonials({ testimonials }: { testimonials: ShowcaseContent['testimonials'] }) {
  return testimonials.map(({ author_name: author, content }, index) => (
    // Two testimonials may have the same text.
    <figure key={index} className="preview-quote">
      <blockquote>{content.trim() || 'Recensione'}</blockquote>
      <figcaption>{author.trim() || 'Anonimo'} · fornita dal trader</figcaption>
    </figure>
  ))
}

/** Button styles as on the public page. */
const looks = {
  primary: 'btn-primary',
  secondary: 'btn-secondary',
  success: 'btn-secondary show-call is-success',
  other: 'btn-secondary',
} as const

/** The buttons that visitors see. */
function Buttons({ buttons }: { buttons: ShowcaseContent['cta_buttons'] }) {
  const shown = buttons.filter(({ text, url }) => text.trim() !== '' && url !== null)
  if (shown.length === 0) return null
  return (
    <>
      <h3>Inizia a Copiare</h3>
      <div className="grid gap-2">
        {shown.map(({ text, style }, index) => (
          // Two buttons may have the same text.
          <span key={index} className={`btn ${looks[style]}`}>
            {text}
          </span>
        ))}
      </div>
    </>
  )
}

const mark = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

function Ways({ content: { links, content } }: { content: ShowcaseContent }) {
  const ways = [
    ...linkNames.flatMap((name) =>
      links[name] === null
        ? []
        : [
            {
              key: name as string,
              word: linkLabels[name],
              icon: name === 'broker_referral_url' ? Landmark : Globe,
            },
          ],
    ),
    ...(content.video_url === null ? [] : [{ key: 'video', word: 'Video', icon: Play }]),
    ...(content.pdf_download_url === null
      ? []
      : [{ key: 'pdf', word: content.pdf_title?.trim() || 'Guida Trading', icon: FileDown }]),
  ]
  if (ways.length === 0) return null
  return (
    <ul className="preview-ways">
      {ways.map(({ key, word, icon: Icon }) => (
        <li key={key}>
          <Icon {...mark} />
          {word}
        </li>
      ))}
    </ul>
  )
}

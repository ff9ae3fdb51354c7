import { ArrowRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { ShowcaseCard as Card } from '#features/showcases/contract.ts'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import { cardText } from '#features/showcases/rules/excerpt.ts'
import { riskText } from '#features/leaderboard/page.ts'
import { MarkButtons } from '#features/traders/web/marks/MarkButtons.tsx'
import * as format from '#shared/format/format.ts'
import { DiamondBadge, SourceBadge } from '#web/ui/Badge.tsx'
import { LevelBadge } from '#web/ui/LevelBadge.tsx'
import { Delta } from '#web/ui/figures/Delta.tsx'
import { Band } from '../Band.tsx'
import { Picture, Portrait } from '../Picture.tsx'

const servicesShown = 3

interface ShowcaseCardProps {
  card: Card
  /** True for the cards at the top of the page. */
  isFirst: boolean
  /** The return that stands large, in days: the one that orders the grid. */
  window: 30 | 90
  /** The grid is filtered by the risk of the last 90 days: each card says its own. */
  showsRisk: boolean
  linkRef?: Ref<HTMLAnchorElement>
}

/** A card of the grid. The whole card leads to the page, by its one link. */
export function ShowcaseCard({ card, isFirst, window, showsRisk, linkRef }: ShowcaseCardProps) {
  const { performance, trader_name: name, current_rank: rank, services } = card
  const more = services.length - servicesShown
  const title = card.title.trim() || name
  const rois = { 30: performance.roi_30, 90: performance.roi_percentage }
  const other = window === 30 ? 90 : 30
  return (
    <article className="card">
      <div className="card-cover">
        <Picture
          address={card.banner_url}
          alt=""
          sizes="(max-width: 820px) 100vw, (max-width: 1139px) 50vw, 440px"
          width={440}
          height={124}
          isFirst={isFirst}
          instead={<Band seed={card.trader_username} isDeferred />}
        />
      </div>
      <div className="card-body">
        <div className="card-top">
          <Portrait address={card.avatar_url} name={name} size={64} isDeferred />
          <DiamondBadge />
        </div>
        <h2>{title}</h2>
        <p className="card-origin">
          <SourceBadge platform={card.platform_type} isReal={card.is_real_account} isVerified={card.is_ea_verified} />{' '}
          <LevelBadge level={card.verification_level ?? 'L0'} />
        </p>
        <p className="card-text">{cardText(card)}</p>
        <dl className="card-figures">
          <Figure
            term={`ROI ${format.days(window)}`}
            note={`${format.days(other)} ${format.resultPercent(rois[other])}`}
          >
            <Delta value={rois[window]} text={format.resultPercent(rois[window])} />
          </Figure>
          <Figure term="Drawdown Max" {...(showsRisk && card.risk_level && { note: riskText(card.risk_level) })}>
            {format.drawdownPercent(performance.drawdown_max)}
          </Figure>
          <Figure term="Win rate">{format.sharePercent(performance.win_rate)}</Figure>
          <Figure term="Operazioni">{format.count(performance.total_trades)}</Figure>
        </dl>
        {services.length > 0 && (
          <ul className="card-services" aria-label="Servizi">
            {services.slice(0, servicesShown).map((service) => (
              <li key={service}>{service}</li>
            ))}
            {more > 0 && <li className="is-rest">{`+${format.counted(more, 'altro', 'altri')}`}</li>}
          </ul>
        )}
        <div className="card-foot">
          <span>
            <b>{name}</b> <span className="card-account">@{card.trader_username}</span>{' '}
            {rank !== null && <span className="card-rank">#{format.count(rank)}</span>}
          </span>
          <a
            ref={linkRef}
            className="btn btn-secondary btn-sm card-link"
            href={showcaseAddress(card.showcase_id)}
            aria-label={`Visualizza ${title}, di ${name}`}
          >
            Visualizza
            <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
          </a>
        </div>
        <div className="card-marks">
          <MarkButtons username={card.trader_username} size="sm" />
        </div>
      </div>
    </article>
  )
}

function Figure({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
      {note !== undefined && <dd className="card-note">{note}</dd>}
    </div>
  )
}

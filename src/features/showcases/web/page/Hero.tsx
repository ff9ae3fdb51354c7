import { ShareButton } from '#web/ui/ShareButton.tsx'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import { heldLabels } from '#features/integrity/level-texts.ts'
import type { Showcase } from '#features/showcases/contract.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { DiamondBadge, Badge, SourceBadge } from '#web/ui/Badge.tsx'
import { LevelBadge } from '#web/ui/LevelBadge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Flag } from '#web/ui/Flag.tsx'
import { Band } from '../Band.tsx'
import { Picture, Portrait } from '../Picture.tsx'
import { nameOf } from './names.ts'
import type { Report } from './reports.ts'

interface HeroProps {
  showcase: Showcase
  preview: boolean
  report: Report
}

/** Cover, portrait, name, and the verified facts about the trader. */
export function Hero({ showcase, preview, report }: HeroProps) {
  const name = nameOf(showcase)
  const Title = preview ? 'h2' : 'h1'
  const { trader_username: username } = showcase
  return (
    <div className="show-hero">
      <div className="show-cover">
        <Picture
          address={showcase.banner_url}
          alt=""
          sizes="100vw"
          width={1440}
          height={480}
          isFirst
          instead={<Band seed={username} fine />}
        />
      </div>
      <div className="show-head">
        <span className="show-portrait">
          <Portrait address={showcase.avatar_url} name={name} size={144} />
        </span>
        <div className="show-name">
          <Title className="show-title" {...(!preview && { tabIndex: -1 })}>
            {name}
          </Title>
          {showcase.title !== '' && <p className="lead show-tagline">{showcase.title}</p>}
          <div className="show-badges">
            {showcase.trader_info.is_diamond && <DiamondBadge />}
            <LevelBadge level={showcase.verification_level ?? 'L0'} />
            {showcase.verified !== null && showcase.verified.held !== null && (
              <Badge tone="warn">{heldLabels[showcase.verified.held]}</Badge>
            )}
            <SourceBadge
              platform={showcase.platform_type}
              isReal={showcase.is_real_account}
              isVerified={showcase.is_ea_verified}
            />
            <span className="show-user">
              <Flag code={showcase.country} /> @{username}
            </span>
          </div>
        </div>
        <div className="show-actions">
          {!preview && (
            <ShareButton
              path={showcaseAddress(showcase.showcase_id)}
              title={`${name} su TopTrader`}
              text={showcase.title}
              onShare={() => report({ type: 'share' })}
            />
          )}
          <ButtonLink href={traderAddress(username)} {...(preview && { target: '_blank' })}>
            Vedi il profilo
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

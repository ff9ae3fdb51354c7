import { heldLabels } from '#features/integrity/level-texts.ts'
import * as format from '#shared/format/format.ts'
import { initials } from '#shared/engraving/guilloche.ts'
import { levelLabels } from '#shared/levels.ts'
import type { Level } from '#shared/levels.ts'
import { drawable, levelLabel, shareImageOf, type ShareImage, type ShareTexts } from '#shared/share-image.ts'
import type { Showcase } from './contract.ts'

type Shown = Pick<
  Showcase,
  | 'showcase_id'
  | 'profile'
  | 'title'
  | 'trader_username'
  | 'trader_info'
  | 'performance'
  | 'verified'
  | 'verification_level'
  | 'current_rank'
  | 'is_ea_verified'
  | 'is_real_account'
>

export function shareTexts(showcase: Shown): ShareTexts {
  const { performance, verified } = showcase
  const { display_name: account } = showcase.trader_info
  const name = drawable(showcase.profile.display_name) || drawable(account) || showcase.trader_username
  return {
    name,
    username: showcase.trader_username,
    of: `@${showcase.trader_username}`,
    badge: 'Vetrina Diamond',
    tagline: drawable(showcase.title),
    window: 'ROI 90 giorni',
    roi: format.resultPercent(performance.roi_percentage),
    roiTone: format.tone(performance.roi_percentage),
    drawdown: format.drawdownPercent(performance.drawdown_max),
    level: levelOf(showcase),
    levelLabel,
    rank: showcase.current_rank === null ? null : format.count(showcase.current_rank),
    date: format.date(verified?.last_ea_sync),
    initials: initials(name),
  }
}

function levelOf({ verified, verification_level: level, is_ea_verified, is_real_account }: Shown): string {
  if (is_ea_verified && !is_real_account) return 'Conto demo'
  const held = verified?.held ?? null
  return held === null ? levelLabels[level ?? ('L0' satisfies Level)] : heldLabels[held]
}

/** Texts of the picture of shared links: window, drawdown and level are always among them. */
export function shareImage(showcase: Shown): ShareImage {
  return shareImageOf(`/og/vetrine/${showcase.showcase_id}.png`, shareTexts(showcase))
}

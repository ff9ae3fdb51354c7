import { heldLabels } from '#features/integrity/level-texts.ts'
import { initials } from '#shared/engraving/guilloche.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { levelLabels } from '#shared/levels.ts'
import { drawable, levelLabel, shareImageOf, type ShareImage, type ShareTexts } from '#shared/share-image.ts'
import type { getTrader } from './contract.ts'

type Trader = ResponseOf<typeof getTrader>

/** The level that stands beside a trader's figures, or the case that holds the account; of a demo account that it is one. */
export function shownLevel({ held, verification_level, not_ranked_reasons: reasons }: Trader): string {
  if (reasons.includes('demo_account')) return 'Conto demo'
  return held === null ? levelLabels[verification_level] : heldLabels[held]
}

/** Texts of a profile's picture: window, drawdown, level and the return since the start are always among them. */
export function profileTexts(trader: Trader): ShareTexts {
  const { performance, rank } = trader
  const name = drawable(trader.display_name) || trader.username
  return {
    name,
    username: trader.username,
    of: `@${trader.username}`,
    badge: 'Profilo del registro',
    tagline: `Dall’inizio ${format.resultPercent(performance.roi_total)}, in ${format.days(performance.days_count)}`,
    window: 'ROI 90 giorni',
    roi: format.resultPercent(performance.roi_percentage),
    roiTone: format.tone(performance.roi_percentage),
    drawdown: format.drawdownPercent(performance.drawdown_max),
    level: shownLevel(trader),
    levelLabel,
    rank: rank === null ? null : format.count(rank),
    date: format.date(performance.last_ea_sync),
    initials: initials(name),
  }
}

/** The picture of links to a profile. */
export function profileImage(trader: Trader): ShareImage {
  return shareImageOf(`/og/trader/${trader.username}.png`, profileTexts(trader))
}

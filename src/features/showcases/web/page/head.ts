import type { QueryClient } from '@tanstack/react-query'
import * as format from '#shared/format/format.ts'
import type { PageHead } from '#shared/page.ts'
import { isMissing } from '#web/view-head.ts'
import type { Address } from '#web/router.ts'
import type { ViewParams } from '#web/view.ts'
import { shareImage } from '../../og.ts'
import { showcaseAddress } from '../../rules/addresses.ts'
import { excerpt } from '../../rules/excerpt.ts'
import { showcaseOf, showcaseQuery } from './showcase-query.ts'

/** Head of a showcase's page. */
export function showcaseHead(_: Address, params: ViewParams, answers: QueryClient): PageHead {
  const showcase = showcaseOf(params, answers)
  const canonical = showcaseAddress(params['showcase_id'] ?? '')
  if (showcase === undefined) {
    return {
      title: `${isMissing(answers, showcaseQuery(params)) ? 'Vetrina non trovata' : 'Vetrina'} · TopTrader`,
      description: 'Una vetrina del registro TopTrader.',
      canonical,
      robots: 'noindex',
    }
  }
  const name = showcase.profile.display_name || showcase.trader_name
  const { roi_percentage: roi, drawdown_max: drawdown } = showcase.performance
  const isDemo = showcase.is_ea_verified && !showcase.is_real_account
  return {
    title: `${name}: ${showcase.title} · TopTrader`,
    description: `${excerpt(showcase.description, 150)} ROI 90 giorni ${format.resultPercent(roi)}, Drawdown Max ${format.drawdownPercent(drawdown)}.${isDemo ? ' Conto demo.' : ''}`,
    canonical,
    openGraphType: 'profile',
    // Documents alone carry the picture: browsers share an address.
    ...(import.meta.env.SSR && { image: shareImage(showcase) }),
    ...(showcase.owner_preview && { robots: 'noindex' as const }),
  }
}

/** 404 for a showcase that the public must not see, or that does not exist. */
export function showcaseStatus(params: ViewParams, answers: QueryClient): 200 | 404 {
  return showcaseOf(params, answers) === undefined ? 404 : 200
}

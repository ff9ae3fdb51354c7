import type { QueryClient } from '@tanstack/react-query'
import * as format from '#shared/format/format.ts'
import type { PageHead } from '#shared/page.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { q } from '#web/api.ts'
import { isMissing } from '#web/view-head.ts'
import type { Address } from '#web/router.ts'
import type { ViewParams } from '#web/view.ts'
import type { getTrader } from '../contract.ts'
import { profileImage, shownLevel } from '../share-image.ts'
import type { Trader } from './types.ts'

const query = ({ username = '' }: ViewParams) =>
  q<typeof getTrader>('GET /api/trader/:username', { params: { username } })

/** The profile's answer, where the cache holds one. */
export function traderOf(params: ViewParams, answers: QueryClient): Trader | undefined {
  return answers.getQueryData(query(params).queryKey)
}

/** Head of a trader's profile. */
export function profileHead(_: Address, params: ViewParams, answers: QueryClient): PageHead {
  const { username = '' } = params
  const trader = traderOf(params, answers)
  const canonical = traderAddress(trader?.username ?? username)
  if (trader === undefined) {
    return {
      title: isMissing(answers, query(params)) ? 'Trader non trovato · TopTrader' : `@${username} · TopTrader`,
      description: 'Il profilo di un trader nel registro TopTrader.',
      canonical,
      robots: 'noindex',
    }
  }
  const { display_name: name, performance, current_rank: rank } = trader
  const place = rank === null ? '' : `, ${rank}ª posizione`
  const figures = `ROI 90 giorni ${format.resultPercent(performance.roi_percentage)}, Drawdown Max ${format.drawdownPercent(performance.drawdown_max)}, dall’inizio ${format.resultPercent(performance.roi_total)}. ${shownLevel(trader)}.`
  return {
    title: `${name} (@${trader.username})${place} · TopTrader`,
    // No sentence of a trader stands without the drawdown.
    description: `${trader.social_text ?? `${name}.`} ${figures}`,
    canonical,
    openGraphType: 'profile',
    // Documents alone carry the picture: browsers share an address.
    ...(import.meta.env.SSR && { image: profileImage(trader) }),
    // The page of a lapsed plan stays, and search engines do not list it.
    ...(!trader.has_active_plan && { robots: 'noindex' as const }),
  }
}

/** 404 for a trader whom the registry does not show. */
export function profileStatus(params: ViewParams, answers: QueryClient): 200 | 404 {
  return traderOf(params, answers) === undefined ? 404 : 200
}

import { useQuery, type QueryClient } from '@tanstack/react-query'
import { isLeavingLink, leavingAddress, traderAddress, type LeavingLink } from '#shared/trader-address.ts'
import { q } from '#web/api.ts'
import { LeavingPage, leavingTitle, type ShownLink } from '#web/ui/leaving/LeavingPage.tsx'
import { unlistedHead } from '#web/view-head.ts'
import type { ViewModule, ViewParams } from '#web/view.ts'
import type { getTrader } from '../../contract.ts'
import { traderOf } from '../head.ts'
import type { Trader } from '../types.ts'

export const view: ViewModule = {
  screen: LeavingView,
  head: (_, { username = '', link = '' }) => unlistedHead(leavingTitle, leavingAddress(username, link)),
  status: (params: ViewParams, answers: QueryClient) =>
    shownLink(traderOf(params, answers), params['link']) === null ? 404 : 200,
}

/** The link that the trader's profile shows now. The page's own address names the link, and never its target. */
function shownLink(trader: Trader | undefined, link = ''): ShownLink | null {
  if (trader === undefined || !isLeavingLink(link)) return null
  const targets: Record<LeavingLink, string | null | undefined> = {
    'copy-trading': trader.copy_trading_link,
    telegram: trader.telegram_link,
    website: trader.trader_links?.website,
  }
  const target = targets[link]
  return target ? { target, author: trader.display_name } : null
}

/** The page between a profile and the copy-trading service, Telegram channel or website of its trader. */
export function LeavingView({ username = '', link = '' }: ViewParams) {
  const profile = useQuery(q<typeof getTrader>('GET /api/trader/:username', { params: { username } }))
  const from = traderAddress(profile.data?.username ?? username)
  return (
    <LeavingPage
      link={shownLink(profile.data, link)}
      answer={profile}
      from={from}
      missing={{ text: `Il profilo di @${username} non mostra questo link.`, href: from, action: 'Torna al profilo' }}
    />
  )
}

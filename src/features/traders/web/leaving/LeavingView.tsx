import { useQuery, type QueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { isLeavingLink, leavingAddress, traderAddress } from '#shared/trader-address.ts'
import { q, readError } from '#web/api.ts'
import { tradersLink } from '#web/outside-link.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { unlistedHead } from '#web/view-head.ts'
import type { ViewModule, ViewParams } from '#web/view.ts'
import type { getTrader } from '../../contract.ts'
import { traderOf } from '../head.ts'
import type { Trader } from '../types.ts'

const title = 'Stai lasciando TopTrader'

export const view: ViewModule = {
  screen: LeavingView,
  head: (_, { username = '', link = '' }) => unlistedHead(title, leavingAddress(username, link)),
  status: (params: ViewParams, answers: QueryClient) =>
    targetOf(traderOf(params, answers), params['link']) === null ? 404 : 200,
}

/** The address that the trader's profile shows now. The page's own address names the link, and never its target. */
function targetOf(trader: Trader | undefined, link = ''): string | null {
  if (trader === undefined || !isLeavingLink(link)) return null
  return (link === 'telegram' ? trader.telegram_link : trader.copy_trading_link) ?? null
}

/** The page between a profile and the copy-trading service or Telegram channel of its trader. */
export function LeavingView({ username = '', link = '' }: ViewParams) {
  const profile = useQuery(q<typeof getTrader>('GET /api/trader/:username', { params: { username } }))
  const { data: trader, error, isFetching, refetch } = profile
  const target = targetOf(trader, link)
  if (profile.isPending) return <LoadingLink />
  if (trader === undefined && error !== null && readError(error).status !== 404) {
    return (
      <main className="page max-w-[760px] pt-12" id="contenuto">
        <h1 tabIndex={-1} className="text-lg">
          {title}
        </h1>
        <div className="mt-4">
          <QueryError
            lead="Link non disponibile."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      </main>
    )
  }
  if (trader === undefined || target === null) {
    return (
      <main className="page pt-16" id="contenuto">
        <EmptyState
          heading="h1"
          title="Link non più pubblico"
          text={`Il profilo di @${username} non mostra questo link.`}
          action={
            <ButtonLink variant="primary" href={traderAddress(username)}>
              Torna al profilo
            </ButtonLink>
          }
        />
      </main>
    )
  }
  const host = new URL(target).hostname
  return (
    <main className="page max-w-[760px] pt-12" id="contenuto">
      <h1 tabIndex={-1} className="text-lg">
        {title}
      </h1>
      <p className="mt-4 font-mono text-[clamp(24px,6vw,44px)] leading-tight font-semibold [overflow-wrap:anywhere]">
        {host}
      </p>
      <p className="lead mt-5 [overflow-wrap:anywhere]">
        {trader.display_name} ha scritto questo link: TopTrader non controlla il sito a cui porta, né chi lo gestisce.
        Lì i risultati del registro non garantiscono niente, e il denaro che affidi ad altri puoi perderlo tutto.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink variant="primary" size="lg" href={target} rel={tradersLink.rel}>
          Continua sul sito
          <ArrowRight size={18} strokeWidth={1.75} aria-hidden />
        </ButtonLink>
        <ButtonLink size="lg" href={traderAddress(trader.username)}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
          Resta su TopTrader
        </ButtonLink>
      </div>
    </main>
  )
}

function LoadingLink() {
  return (
    <main className="page max-w-[760px] pt-12" id="contenuto" aria-busy="true">
      <h1 tabIndex={-1} className="text-lg">
        {title}
      </h1>
      <output className="skeleton mt-4 grid h-[240px] place-items-center text-ui text-ink-2">
        Caricamento link...
      </output>
    </main>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { getDashboard } from '#features/dashboard/contract.ts'
import { refreshMs } from '#features/ea/web/setup.ts'
import { EaSetup } from '#features/ea/web/EaSetup.tsx'
import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import { untoldOrder } from '#features/payments/web/last-order.ts'
import { lastTier } from '#features/subscriptions/rules.ts'
import { PlanCard } from '#features/payments/web/own/PlanCard.tsx'
import { MyfxbookCard } from '#features/traders/web/own/MyfxbookCard.tsx'
import { q } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Later } from '#web/ui/Later.tsx'
import { StaleNotice } from '#web/ui/QueryError.tsx'
import { DashboardError, DashboardSkeleton } from './DashboardStates.tsx'
import { Heading } from './Heading.tsx'
import { noticesOf, type Dashboard } from './notices.ts'
import { PlaceCard } from './PlaceCard.tsx'
import { StateAnnouncement } from './StateAnnouncement.tsx'
import { Summary } from './Summary.tsx'
import type { ViewModule } from '#web/view.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { unlistedHead } from '#web/view-head.ts'

// The foot of the page does not delay its head.
const PaymentAnnouncement = lazyWithRetry(
  async () => (await import('#features/payments/web/own/PaymentAnnouncement.tsx')).PaymentAnnouncement,
  null,
)
// On the first screen of a desk: its file holds what charts need, and nothing of the parts below.
const OwnChart = lazy(async () => ({ default: (await import('#features/traders/web/chart/OwnChart.tsx')).OwnChart }))
const WhyPanel = lazyWithRetry(
  async () => (await import('./below.ts')).WhyPanel,
  <span className="skeleton h-[640px] max-[820px]:h-[960px]" />,
)
const LinksCard = lazyWithRetry(
  async () => (await import('./below.ts')).LinksCard,
  <span className="skeleton h-[220px]" aria-hidden="true" />,
)
const EmailLinkButton = lazyWithRetry(
  async () => (await import('#features/auth/web/EmailLinkButton.tsx')).EmailLinkButton,
  null,
)
const MyfxbookLink = lazyWithRetry(
  async () => (await import('./below.ts')).MyfxbookLink,
  <span className="skeleton h-[106px]" aria-hidden="true" />,
)
const OwnPayments = lazyWithRetry(
  async () => (await import('./below.ts')).OwnPayments,
  <span className="skeleton h-[220px]" aria-hidden="true" />,
)
const TradingAccountPanel = lazyWithRetry(
  async () => (await import('./below.ts')).TradingAccountPanel,
  <span className="skeleton h-[300px]" aria-hidden="true" />,
)
const IntegrityCards = lazy(async () => ({ default: (await import('./below.ts')).IntegrityCards }))

export const view: ViewModule = {
  screen: DashboardView,
  head: () => unlistedHead('Dashboard', '/?view=dashboard'),
}

/** The trader's own page. One call holds all its data, and repeats while the page is visible. */
export function DashboardView() {
  const client = useQueryClient()
  const { data, dataUpdatedAt, error, refetch, isFetching, isPaused } = useQuery({
    ...q<typeof getDashboard>('GET /api/dashboard', {}),
    // No requests while the tab is hidden; the next one follows at its return.
    refetchInterval: ({ state }) => refreshMs(state.data?.ea),
  })
  if (data === undefined) {
    if (error === null) return <DashboardSkeleton />
    return <DashboardError error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  }
  // The data of an earlier answer stay, marked as old.
  const isStale = error !== null || isPaused
  /** Saved values that appear at once. The next answer confirms them. */
  const saved = (change: (dashboard: Dashboard) => Dashboard) => {
    client.setQueryData<Dashboard>(['GET /api/dashboard', {}], (held) => held && change(held))
    void refetch()
  }
  // Nobody whose e-mail is unproven has public figures, which the chart repeats.
  const hasChart =
    data.performance_summary.since !== null && !data.warnings.some(({ code }) => code === 'email_unproven')
  const { trader_info: info } = data
  const lastPlan = lastTier({ diamond: data.diamond_expires, leaderboard: data.leaderboard_expires })
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <Heading dashboard={data} />
      <StateAnnouncement dashboard={data} />
      <div className="mt-6 grid gap-4 empty:hidden">
        {isStale && (
          <StaleNotice error={error} isFetching={isFetching} onRetry={() => void refetch()}>
            Riproviamo da soli.
          </StaleNotice>
        )}
        {untoldOrder(data.trader_id) !== null && <PaymentAnnouncement traderId={data.trader_id} />}
        {noticesOf(data).map(({ code, lead, message }) => (
          <Alert key={code} tone="warn" lead={lead}>
            {message} {(code === 'under_review' || code === 'case_open') && <a href="#verifica">Vai alla verifica</a>}
            {(code === 'plan_expired' || code === 'plan_expiring') && (
              <a href={subscribeAddress(data.is_diamond ? 'diamond' : (lastPlan ?? 'basic'))}>Rinnova</a>
            )}
            {code === 'second_factor_missing' && <a href="/?view=account#sicurezza">Vai alla sicurezza</a>}
            {code === 'email_unproven' && <EmailLinkButton onSent={() => void refetch()} />}
            {code === 'review_upheld' && <a href="#verifica">Vai alla decisione</a>}
          </Alert>
        ))}
      </div>
      <div className="mt-4">
        <Summary dashboard={data} />
      </div>
      {/* On phones one column in this order; on wide pages place and plan stand beside the rest. */}
      <div className="dashboard-columns">
        <PlaceCard dashboard={data} />
        <div className="dashboard-main">
          {hasChart && (
            <Later height="h-[694px]">
              <Suspense fallback={<span className="skeleton h-[694px]" />}>
                <OwnChart />
              </Suspense>
            </Later>
          )}
          <div id="expert-advisor">
            <EaSetup
              owner={data.username}
              ea={data.ea}
              hasPlan={data.subscription.access.ea_sync}
              lastPlan={lastPlan}
              bound={data.account?.platform ?? null}
              isChecking={isFetching}
              isStale={isStale}
              onChange={refetch}
            />
          </div>
          <Later height="h-[1140px] max-[820px]:h-[1460px]">
            <LinksCard
              traderId={data.trader_id}
              stored={data.trader_links}
              canEdit={data.can_use_trader_links}
              rank={data.current_rank}
              ranked={data.standing.ranked}
              isPublic={data.verification_level === 'L2' || data.verification_level === 'L3'}
              host={data.myfxbook_host}
              onSaved={(links) => saved((held) => ({ ...held, trader_links: links }))}
              onRefused={() => void refetch()}
            />
            <div id="perche">
              <WhyPanel dashboard={data} />
            </div>
            {/* The places of the page's own links, also before their parts are there. */}
            <div id="verifica" className="grid gap-6">
              <Suspense fallback={<span className="skeleton h-[280px]" />}>
                <IntegrityCards username={data.username} />
              </Suspense>
            </div>
          </Later>
        </div>
        <div className="grid gap-6">
          <PlanCard
            traderId={data.trader_id}
            subscription={data.subscription}
            now={dataUpdatedAt}
            onActivated={() => void refetch()}
          />
          {/* Its head is on the first screen of a desk, and nothing else of this column's foot. */}
          <MyfxbookCard url={info.myfxbook_url}>
            <Later height="h-[106px]">
              <MyfxbookLink
                url={info.myfxbook_url}
                host={data.myfxbook_host}
                onChange={(url) =>
                  saved((held) => ({ ...held, trader_info: { ...held.trader_info, myfxbook_url: url } }))
                }
              />
            </Later>
          </MyfxbookCard>
          <Later height="h-[526px]">
            {data.subscription.recent_payments.length > 0 && (
              <OwnPayments payments={data.subscription.recent_payments} />
            )}
            {data.account !== null && (
              <TradingAccountPanel
                account={data.account}
                foot={
                  <>
                    <a href="/?view=account#conto">Cambia conto</a>
                    {info.hide_amounts && (
                      <>
                        {' '}
                        · <a href="/?view=account#privacy">Importi nascosti agli altri</a>
                      </>
                    )}
                  </>
                }
              />
            )}
          </Later>
        </div>
      </div>
    </main>
  )
}

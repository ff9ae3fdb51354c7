import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { getTrader } from '#features/traders/contract.ts'
import * as format from '#shared/format/format.ts'
import { q, readError } from '#web/api.ts'
import { live } from '#web/query.ts'
import { move } from '#web/router.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import type { getPerformance } from '../performance-contract.ts'
import { ChartPanel } from './chart/ChartPanel.tsx'
import { MonthlyPanel } from './results/MonthlyPanel.tsx'
import { ProfileCover } from './ProfileCover.tsx'
import { ProfileFigures } from './ProfileFigures.tsx'
import { ProfileNotices } from './ProfileNotices.tsx'
import { ProfileError, ProfileNotFound, ProfileSkeleton } from './ProfileStates.tsx'
import { DaysPanel } from './results/DaysPanel.tsx'
import { EntriesPanel } from './results/EntriesPanel.tsx'
import { PeriodsPanel } from './results/PeriodsPanel.tsx'
import { StylePanel } from './results/StylePanel.tsx'
import { SymbolsPanel } from './results/SymbolsPanel.tsx'
import { TimesPanel } from './results/TimesPanel.tsx'
import { ScorePanel } from './score/ScorePanel.tsx'
import { RiskPanel, TradesPanel } from './results/StatisticsPanels.tsx'
import { VerificationPanel } from './verification/VerificationPanel.tsx'
import type { Performance, Trader } from './types.ts'
import type { ViewModule } from '#web/view.ts'
import { plate } from './plates.ts'
import { profileHead, profileStatus } from './head.ts'
import { loadingProfile } from './texts.ts'

export const view: ViewModule = {
  screen: ({ username = '' }) => <ProfileView username={username} />,
  head: profileHead,
  status: profileStatus,
}

/** One trader's page: identity, figures, and the proof beside them. It refreshes silently while it is visible. */
export function ProfileView({ username }: { username: string }) {
  const input = { params: { username } }
  const profile = useQuery(live(q<typeof getTrader>('GET /api/trader/:username', input)))
  const detail = useQuery(live(q<typeof getPerformance>('GET /api/trader/:username/performance', input)))
  // After a click the head is painted before the tables are drawn, also where their answer is at hand. Their place is empty: a grey one would
  // flash. On the way back the page needs its whole height at once, for its scroll position.
  const hasTables = useDeferredValue(true, move() !== 'push')
  // Loaded figures stay on the page when a later refresh fails.
  if (profile.data === undefined) {
    if (profile.error === null) return <ProfileSkeleton username={username} />
    if (readError(profile.error).status === 404) return <ProfileNotFound username={username} />
    return <ProfileError error={profile.error} isFetching={profile.isFetching} onRetry={() => void profile.refetch()} />
  }
  return (
    <main id="contenuto">
      <ProfileCover trader={profile.data} />
      <div className="page pt-6 pb-[72px] max-[820px]:pb-12">
        <ProfileNotices trader={profile.data} risk={detail.data?.figures.alert ?? null} />
        <div className="mt-4">
          <ProfileFigures trader={profile.data} />
        </div>
        {detail.data !== undefined &&
          (hasTables ? <Tables trader={profile.data} performance={detail.data} /> : <div className="h-screen" />)}
        {detail.data === undefined && (
          <div className="mt-6">
            {detail.error === null ? (
              <output className="skeleton grid h-[640px] place-items-center text-ui text-ink-2">
                {loadingProfile}
              </output>
            ) : (
              <QueryError
                lead="Grafici e tavole non disponibili."
                error={detail.error}
                isFetching={detail.isFetching}
                onRetry={() => void detail.refetch()}
              />
            )}
          </div>
        )}
        <Dates trader={profile.data} />
      </div>
    </main>
  )
}

/** With more symbols than these their plate is as high as two, and the results of any entry stand below both columns. */
const FEW_SYMBOLS = 3

function Tables({ trader, performance }: { trader: Trader; performance: Performance }) {
  const hasFewSymbols = performance.symbols.length <= FEW_SYMBOLS
  const entries = <EntriesPanel performance={performance} />
  return (
    <>
      <div className="columns main-side mt-6">
        <div className="column column-of-chart">
          <ChartPanel performance={performance} plate={plate('growth')} />
          <MonthlyPanel performance={performance} />
          <DaysPanel daily={performance.daily} />
        </div>
        <div className="column">
          <ScorePanel trader={trader} performance={performance} />
          <VerificationPanel trader={trader} performance={performance} />
        </div>
      </div>
      <div className="columns mt-6">
        <div className="column">
          <StylePanel performance={performance} />
          <PeriodsPanel performance={performance} />
          <RiskPanel performance={performance} />
        </div>
        <div className="column">
          <TradesPanel performance={performance} />
          <SymbolsPanel performance={performance} />
          <TimesPanel performance={performance} />
          {hasFewSymbols && entries}
        </div>
      </div>
      {!hasFewSymbols && <div className="mt-6">{entries}</div>}
    </>
  )
}

function Dates({ trader }: { trader: Trader }) {
  return (
    <p className="mt-8 flex flex-wrap justify-between gap-2 border-t border-line pt-3.5 text-ui text-ink-3">
      <span>Membro dal {format.date(trader.member_since)}</span>
      <span>Ultimo aggiornamento: {format.dateTime(trader.last_updated)}</span>
    </p>
  )
}

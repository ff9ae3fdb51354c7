import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import type { getProfile } from '#features/account/contract.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'
import { Later } from '#web/ui/Later.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { StaleNotice } from '#web/ui/QueryError.tsx'
import { AccountError, AccountSkeleton } from './AccountStates.tsx'
import { AvatarField } from './AvatarField.tsx'
import type { Profile } from './own-profile.ts'
import { PrivacyPanel } from './PrivacyPanel.tsx'
import { SectionLinks, goToSection, type SectionId } from './SectionLinks.tsx'
import { TextsForm } from './TextsForm.tsx'
import type { ViewModule } from '#web/view.ts'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { unlistedHead } from '#web/view-head.ts'

export const view: ViewModule = {
  screen: AccountView,
  head: () => unlistedHead('Il tuo account', '/?view=account'),
}

const SecuritySection = lazyWithRetry(
  async () => (await import('./below.ts')).SecuritySection,
  <span className="skeleton h-[900px]" />,
)
const TradingAccountSection = lazyWithRetry(
  async () => (await import('./below.ts')).TradingAccountSection,
  <span className="skeleton h-[300px]" />,
)
const ExportPanel = lazyWithRetry(
  async () => (await import('./below.ts')).ExportPanel,
  <span className="skeleton h-[200px]" />,
)
const DeletePanel = lazyWithRetry(
  async () => (await import('./below.ts')).DeletePanel,
  <span className="skeleton h-[200px]" />,
)

/** The trader's own account: one page with a section for each topic. */
export function AccountView() {
  const { data, error, refetch, isFetching, isPaused } = useQuery(q<typeof getProfile>('GET /api/account/profile', {}))
  const isThere = data !== undefined
  useEffect(() => {
    if (!isThere) return undefined
    return goToSection()
  }, [isThere])
  if (data === undefined) {
    if (error === null) return <AccountSkeleton />
    return <AccountError error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  }
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <h1 tabIndex={-1}>Il tuo account</h1>
      <p className="mt-3 text-ui text-ink-2 [overflow-wrap:anywhere]">
        {data.display_name}, @{data.username}
      </p>
      {(error !== null || isPaused) && (
        <div className="mt-6">
          <StaleNotice error={error} isFetching={isFetching} onRetry={() => void refetch()}>
            Quello che scrivi resta qui finché non lo salvi.
          </StaleNotice>
        </div>
      )}
      <div className="account mt-6">
        <SectionLinks />
        <div className="grid min-w-0 gap-8">
          <Section id="profilo">
            <Panel title="Profilo">
              <div className="grid gap-6">
                <Facts profile={data} />
                <AvatarField profile={data} />
                <TextsForm key={data.username} profile={data} />
              </div>
            </Panel>
          </Section>
          <Section id="privacy">
            <PrivacyPanel profile={data} />
          </Section>
          <Section id="sicurezza">
            <Later height="h-[900px]">
              <SecuritySection owner={data} />
            </Later>
          </Section>
          <Section id="conto" pair>
            <Later height="h-[300px]">
              <TradingAccountSection />
            </Later>
          </Section>
          <Section id="dati" pair>
            <Later height="h-[400px]">
              <ExportPanel username={data.username} />
              <DeletePanel username={data.username} />
            </Later>
          </Section>
        </div>
      </div>
    </main>
  )
}

/** @param pair two panels side by side, where there is room */
function Section({ id, pair = false, children }: { id: SectionId; pair?: boolean; children: ReactNode }) {
  return (
    <div id={id} tabIndex={-1} className={`scroll-mt-24 outline-none ${pair ? 'account-pair' : 'grid gap-6'}`}>
      {children}
    </div>
  )
}

/** Data that cannot be changed here. */
function Facts({ profile }: { profile: Profile }) {
  const facts = [
    ['Username', `@${profile.username}`],
    ['Email', profile.email],
    ['Paese', format.country(profile.country)],
    ['Membro dal', format.date(profile.member_since)],
  ] as const
  return (
    <dl className="facts">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-label text-ink-3">{term}</dt>
          <dd className="text-ui font-medium [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

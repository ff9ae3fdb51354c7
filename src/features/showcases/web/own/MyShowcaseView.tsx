import { useQuery } from '@tanstack/react-query'
import type { getMyShowcase } from '#features/showcases/contract.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { StaleNotice } from '#web/ui/QueryError.tsx'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { AccountCard, CreateCard, ExpiredCard, Paywall } from './Cards.tsx'
import { OwnPage } from './OwnPage.tsx'
import { RemoveButton } from './RemoveButton.tsx'
import { RenderError, ShowcaseError, ShowcaseSkeleton } from './States.tsx'
import type { ViewModule } from '#web/view.ts'
import { unlistedHead } from '#web/view-head.ts'

export const view: ViewModule = {
  screen: MyShowcaseView,
  head: () => unlistedHead('La mia Vetrina', '/?view=my-showcase'),
}

/** The owner's page of a showcase: the moderators' messages, the next step, and the visits. */
export function MyShowcaseView() {
  return (
    <RenderError>
      <Screen />
    </RenderError>
  )
}

function Screen() {
  const isHydrated = useHydrated()
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    ...live(q<typeof getMyShowcase>('GET /api/my-showcase', {})),
    // Only the browser knows who is signed in.
    enabled: isHydrated,
  })
  if (data === undefined) return error === null ? <ShowcaseSkeleton /> : <ShowcaseError error={error} />
  const { showcase } = data
  const seed = data.trader_info.username
  const onRemoved = () => void refetch()
  if (data.diamond_status.expired && !data.has_access) {
    const remove = showcase && <RemoveButton showcaseId={showcase.showcase_id} size="lg" onRemoved={onRemoved} />
    return <ExpiredCard data={data} remove={remove} />
  }
  if (!data.has_connected_account && showcase === null) return <AccountCard seed={seed} />
  if (!data.has_access) return <Paywall seed={seed} />
  if (showcase === null) return <CreateCard seed={seed} />
  return (
    <OwnPage data={data} showcase={showcase} onRemoved={onRemoved}>
      {(error !== null || isPaused) && (
        <StaleNotice error={error} isFetching={isFetching} onRetry={() => void refetch()}>
          Riproviamo da soli.
        </StaleNotice>
      )}
    </OwnPage>
  )
}

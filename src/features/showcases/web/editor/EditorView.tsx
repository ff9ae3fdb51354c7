import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ShowcaseAuthor } from '#features/showcases/viewer.ts'
import type { getMyShowcase } from '#features/showcases/contract.ts'
import { loadingFailed, loadingShowcase } from '#features/showcases/texts.ts'
import { q } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import { viewerQuery } from '#web/session.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { Editor } from './Editor.tsx'
import type { MyShowcase } from './save.ts'
import { home } from './useEditor.ts'
import type { ViewModule } from '#web/view.ts'
import { unlistedHead } from '#web/view-head.ts'

const MYFXBOOK = 'myfxbook.com'

export const view: ViewModule = {
  screen: EditorView,
  head(_, __, answers) {
    const mine = answers.getQueryData(q<typeof getMyShowcase>('GET /api/my-showcase', {}).queryKey)
    const title = mine !== undefined && mine.showcase === null ? 'Crea Vetrina' : 'Modifica Vetrina'
    return unlistedHead(title, '/?view=showcase-editor')
  },
}

/** The showcase's editor for traders who may write one. All others go to their showcase's page, which says why. */
export function EditorView() {
  const { data, error, isFetchedAfterMount, isPaused, isFetching, refetch } = useQuery({
    ...q<typeof getMyShowcase>('GET /api/my-showcase', {}),
    // The editor must begin with the latest version.
    refetchOnMount: 'always',
  })
  const { data: dashboard } = useQuery({ ...viewerQuery<ShowcaseAuthor>(), staleTime: MINUTE_MS })
  const isKnown = data !== undefined && (isFetchedAfterMount || isPaused)
  const mayWrite = isKnown && (data.showcase === null ? data.can_create_showcase : data.can_edit_showcase)
  /** The trader whose editor is open. It stays open where the plan ends meanwhile, which the save reports. */
  const [opened, setOpened] = useState<string | null>(null)
  const traderId = data?.trader_info.trader_id ?? null
  const isOpen = traderId !== null && opened === traderId
  if (mayWrite && !isOpen) setOpened(traderId)
  const isTurnedAway = isKnown && !mayWrite && !isOpen
  useEffect(() => {
    if (isTurnedAway) navigate(home, { replace: true })
  }, [isTurnedAway])

  if (data === undefined && error !== null) {
    return <LoadFailure error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  }
  if (!isOpen || data === undefined) return <Skeleton />
  return (
    <Editor
      key={traderId}
      mine={data}
      myfxbookHost={dashboard?.myfxbook_host ?? MYFXBOOK}
      avatar={accountPicture(data, dashboard?.trader_info.avatar?.medium)}
    />
  )
}

/** The account's picture. The showcase's answer has it too, unless another picture was chosen there. */
function accountPicture({ showcase }: MyShowcase, own: string | undefined): string | null {
  return own ?? (showcase?.profile.profile_image_url === null ? showcase.avatar_url : null)
}

function LoadFailure(failure: { error: unknown; isFetching: boolean; onRetry: () => void }) {
  return (
    <main className="page pt-12" id="contenuto">
      <h1 tabIndex={-1}>La tua vetrina</h1>
      <div className="mt-6">
        <QueryError lead={loadingFailed} {...failure} />
      </div>
    </main>
  )
}

function Skeleton() {
  return (
    <main className="page pt-8" id="contenuto" aria-busy="true">
      <h1 className="sr-only">La tua vetrina</h1>
      <output className="text-ui text-ink-2">{loadingShowcase}</output>
      <div className="editor mt-10">
        <div className="grid gap-5">
          <span className="skeleton h-[62px]" />
          <span className="skeleton h-[62px]" />
          <span className="skeleton h-[140px]" />
        </div>
        <span className="skeleton h-[400px]" />
      </div>
    </main>
  )
}

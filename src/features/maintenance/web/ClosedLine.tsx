import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { MINUTE_MS } from '#shared/dates.ts'
import { viewerQuery } from '#web/session.ts'
import { toast } from '#web/toasts.ts'
import { toastAdminError } from '#web/error-text.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { closedLine } from '../closed-line.ts'
import type { SiteCloser } from '../viewer.ts'
import { statusQuery, toggle } from './status.ts'

const everyMs = MINUTE_MS / 2

/** Tells admins at the top of every page that visitors see none of it. Renders nothing while the site is open, or its state unknown. */
export function ClosedLine() {
  const client = useQueryClient()
  // The answer that says who is signed in has it too: the line asks again after a while.
  const viewer = client.getQueryState(viewerQuery<SiteCloser>().queryKey)
  const { data } = useQuery({
    ...statusQuery(),
    ...(viewer?.data?.admin && {
      initialData: viewer.data.admin.maintenance,
      initialDataUpdatedAt: viewer.dataUpdatedAt,
    }),
    staleTime: everyMs,
    refetchInterval: everyMs,
  })
  const isClosed = data?.enabled === true
  const [place] = useState(() => document.createElement('div'))
  useLayoutEffect(() => {
    if (!isClosed) return undefined
    document.body.prepend(place)
    return () => place.remove()
  }, [isClosed, place])
  const opening = useAction(() => toggle({ enabled: false }), {
    onDone(state) {
      client.setQueryData(statusQuery().queryKey, (cached) => cached && { ...cached, ...state })
      toast('Il sito è di nuovo aperto a tutti.', 'ok')
    },
    onError: toastAdminError,
  })
  if (!isClosed) return null
  return createPortal(
    <aside className="demo-banner" aria-label="Manutenzione">
      <div className="page flex flex-wrap items-center justify-between gap-2">
        <span>
          <b>{closedLine.lead}</b> {closedLine.rest}
        </span>
        <Button size="sm" busy={opening.isBusy && 'Disattivazione...'} onClick={() => void opening.run()}>
          {closedLine.open}
        </Button>
      </div>
    </aside>,
    place,
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type { listSessions, revokeSession } from '#features/auth/contract.ts'
import { deviceLabel } from '#features/auth/device.ts'
import * as format from '#shared/format/format.ts'
import { q, readError, send } from '#web/api.ts'
import { shortErrorText } from '#web/error-text.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { sessionsKey, type OpenSession } from './sessions.ts'

interface Closing {
  sessions: readonly OpenSession[]
  /** The row whose button was pressed; null for all other sessions at once. */
  line: string | null
}

/** The user's open sessions, each with a button that closes it. */
export function SessionsPanel() {
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch, isFetching } = useQuery(q<typeof listSessions>(sessionsKey, {}))
  const [isConfirming, setConfirming] = useState(false)
  const [status, setStatus] = useState<string | null>(null)
  /** How many sessions the last run closed. */
  const [closed, setClosed] = useState(0)
  const others = data?.sessions.filter((session) => !session.current) ?? []
  const closing = useAction(
    async ({ sessions }: Closing) => {
      setClosed(0)
      for (const { session_id: id } of sessions) {
        await closeOne(id)
        setClosed((count) => count + 1)
      }
    },
    {
      onDone(_, input) {
        setStatus(input.line === null ? 'Le altre sessioni sono chiuse.' : 'Sessione chiusa.')
        return finish(input)
      },
      onError: (_, input) => finish(input),
    },
  )
  async function finish({ line }: Closing) {
    await client.invalidateQueries({ queryKey: [sessionsKey] })
    setConfirming(false)
    // The pressed button disappeared with its row.
    if (line !== null) list.current?.focus()
  }
  function close(input: Closing) {
    setStatus(null)
    void closing.run(input)
  }
  const isClosing = (line: string | null) => closing.isBusy && closing.input?.line === line
  return (
    <Panel
      title="Sessioni aperte"
      end={
        others.length > 0 && (
          <Button size="sm" onClick={() => setConfirming(true)}>
            Chiudi tutte le altre
          </Button>
        )
      }
    >
      <div className="grid gap-3">
        <ActionError
          error={closing.error}
          lead={failedLead(closed, closing.input?.sessions.length ?? 0)}
          textOf={shortErrorText}
        />
        <output className="text-ui empty:hidden">{status}</output>
        {data === undefined && error === null && (
          <>
            <output className="sr-only">Caricamento sessioni...</output>
            <span className="skeleton h-[132px]" />
          </>
        )}
        {data === undefined && error !== null && (
          <QueryError
            lead="Sessioni non disponibili."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <ul ref={list} tabIndex={-1} aria-label="Sessioni aperte" className="outline-none">
            {data.sessions.map((session) => (
              <SessionLine
                key={session.session_id}
                session={session}
                isClosing={isClosing(session.session_id)}
                onClose={() => close({ sessions: [session], line: session.session_id })}
              />
            ))}
          </ul>
        )}
        <p className="text-ui text-ink-3">Non riconosci un dispositivo? Chiudi la sua sessione e cambia la password.</p>
      </div>
      {isConfirming && (
        <LazyConfirmDialog
          tone="warning"
          title="Chiudere tutte le altre sessioni?"
          confirm="Chiudi le sessioni"
          busy={isClosing(null) && 'Chiusura...'}
          onCancel={() => setConfirming(false)}
          onConfirm={() => close({ sessions: others, line: null })}
        >
          {others.length === 1
            ? 'L’altro dispositivo dovrà'
            : `${format.counted(others.length, 'dispositivo', 'dispositivi')} dovranno`}{' '}
          accedere di nuovo. Questa sessione resta aperta.
        </LazyConfirmDialog>
      )}
    </Panel>
  )
}

/** Says how many are closed when the rest failed. */
function failedLead(closed: number, all: number): string {
  if (closed === 0) return all === 1 ? 'Sessione non chiusa.' : 'Sessioni non chiuse.'
  const rest = all - closed === 1 ? 'l’altra è ancora aperta' : 'le altre sono ancora aperte'
  return `${closed === 1 ? 'Chiusa' : 'Chiuse'} ${closed} di ${all} sessioni: ${rest}.`
}

/** A session that ended by itself meanwhile counts as closed. */
async function closeOne(id: string): Promise<void> {
  try {
    await send<typeof revokeSession>('DELETE /api/account/sessions/:id', { params: { id } })
  } catch (error) {
    if (readError(error).status !== 404) throw error
  }
}

interface SessionLineProps {
  session: OpenSession
  isClosing: boolean
  onClose: () => void
}

function SessionLine({ session, isClosing, onClose }: SessionLineProps) {
  const device = deviceLabel(session.user_agent)
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor
  const since = format.dateTime(session.created_at)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <Icon className="flex-none text-ink-3" size={20} strokeWidth={1.75} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span>{device}</span> {session.current && <Badge tone="ok">Questa sessione</Badge>}
        </p>
        <p className="text-ui text-ink-2">
          Ultimo uso {format.dateTime(session.last_used_at)}, aperta il {since}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          busy={isClosing && 'Chiusura...'}
          aria-label={`Chiudi la sessione ${device}, aperta il ${since}`}
          onClick={onClose}
        >
          Chiudi
        </Button>
      )}
    </li>
  )
}

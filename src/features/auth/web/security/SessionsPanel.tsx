import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import type { listSessions, revokeSession } from '#features/auth/contract.ts'
import { deviceWords } from '#features/auth/device.ts'
import * as format from '#shared/format.ts'
import { q, readError, send } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { sessionsKey, type OpenSession } from './sessions.ts'

/** Where somebody is signed in, and how to end that. */
export function SessionsPanel() {
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const { data, error, refetch, isFetching } = useQuery(q<typeof listSessions>(sessionsKey, {}))
  const [closing, setClosing] = useState<string | null>(null)
  const [asks, setAsks] = useState(false)
  const [news, setNews] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ lead: string; text: string } | null>(null)
  const others = data?.sessions.filter((session) => !session.current) ?? []

  async function close(sessions: readonly OpenSession[], as: string, done: string) {
    if (closing !== null) return
    setClosing(as)
    setNews(null)
    setFailure(null)
    let closed = 0
    try {
      for (const { session_id: id } of sessions) {
        await closeOne(id)
        closed += 1
      }
      setNews(done)
    } catch (problem) {
      const { status, message } = readError(problem)
      const lead =
        closed === 0
          ? `${sessions.length === 1 ? 'Sessione non chiusa' : 'Sessioni non chiuse'}.`
          : partly(closed, sessions.length)
      setFailure({ lead, text: status === 0 ? 'Errore di connessione' : message })
    }
    await client.invalidateQueries({ queryKey: [sessionsKey] })
    setClosing(null)
    setAsks(false)
    // The button that was pressed is gone with its line.
    if (as !== 'others') list.current?.focus()
  }
  return (
    <Panel
      title="Sessioni aperte"
      end={
        others.length > 0 && (
          <Button size="sm" onClick={() => setAsks(true)}>
            Chiudi tutte le altre
          </Button>
        )
      }
    >
      <div className="grid gap-3">
        {failure !== null && (
          <Alert tone="danger" lead={failure.lead} live>
            {failure.text}
          </Alert>
        )}
        <output className="text-ui empty:hidden">{news}</output>
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
                isClosing={closing === session.session_id}
                onClose={() => void close([session], session.session_id, 'Sessione chiusa.')}
              />
            ))}
          </ul>
        )}
        <p className="text-ui text-ink-3">Non riconosci un dispositivo? Chiudi la sua sessione e cambia la password.</p>
      </div>
      {asks && (
        <LazyConfirmDialog
          tone="warning"
          title="Chiudere tutte le altre sessioni?"
          confirm="Chiudi"
          busy={closing === 'others' && 'Chiusura...'}
          onCancel={() => setAsks(false)}
          onConfirm={() => void close(others, 'others', 'Le altre sessioni sono chiuse.')}
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

/** What is done is done, also where the rest failed: the list below shows what is left. */
const partly = (closed: number, all: number) =>
  `${closed === 1 ? 'Chiusa' : 'Chiuse'} ${closed} di ${all} sessioni: le altre sono ancora aperte.`

/** One that ended by itself meanwhile is closed all the same. */
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
  const device = deviceWords(session.user_agent)
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

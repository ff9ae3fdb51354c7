import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import type { secondFactorStatus } from '#features/auth/second-factor-contract.ts'
import { limitedSession, activateFactor, renewRecoveryCodes } from '#features/auth/texts.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { sessionsKey } from './sessions.ts'

// The codes come with the answer that makes them, so the component that shows them is loaded before.
const DisableForm = lazy(async () => ({ default: (await import('./DisableForm.tsx')).DisableForm }))
const RenewForm = lazy(async () => ({ default: (await import('./RenewForm.tsx')).RenewForm }))
const SetUp = lazy(async () => ({ default: (await import('./SetUp.tsx')).SetUp }))

const key = 'GET /api/account/totp'
type Status = ResponseOf<typeof secondFactorStatus>
type Task = 'set up' | 'renew' | 'disable' | { codes: readonly string[]; isNew: boolean }

/** Codes of an app besides the password: set up, renew recovery codes, turn off. */
export function SecondFactorPanel() {
  const client = useQueryClient()
  const body = useRef<HTMLFieldSetElement>(null)
  const { data, error, refetch, isFetching } = useQuery(q<typeof secondFactorStatus>(key, {}))
  const [task, setTask] = useState<Task | null>(null)
  const [announcement, setAnnouncement] = useState<string | null>(null)

  const begin = (next: Task) => {
    setAnnouncement(null)
    setTask(next)
    if (typeof next !== 'object') return
    void client.invalidateQueries({ queryKey: [key] })
    if (next.isNew) void client.invalidateQueries({ queryKey: [sessionsKey] })
  }
  /** Back to the panel: the form that held the focus is gone. */
  const end = (message: string | null) => {
    setTask(null)
    setAnnouncement(message)
    void client.invalidateQueries({ queryKey: [key] })
    body.current?.focus()
  }
  return (
    <Panel title="Secondo fattore" end={data !== undefined && <State status={data} />}>
      <fieldset ref={body} tabIndex={-1} className="grid min-w-0 gap-4 outline-none">
        <legend className="sr-only">Secondo fattore</legend>
        <output className="text-ui empty:hidden">{announcement}</output>
        {data === undefined && error === null && <Loading />}
        {data === undefined && error !== null && (
          <QueryError
            lead="Secondo fattore non disponibile."
            error={error}
            isFetching={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data !== undefined && (
          <Suspense fallback={<span className="skeleton h-[96px]" />}>
            <TaskView status={data} task={task} begin={begin} end={end} />
          </Suspense>
        )}
      </fieldset>
    </Panel>
  )
}

function Loading() {
  return (
    <>
      <output className="sr-only">Caricamento secondo fattore...</output>
      <span className="skeleton h-[96px]" />
    </>
  )
}

function State({ status }: { status: Status }) {
  return <Badge tone={status.enabled ? 'ok' : 'neutral'}>{status.enabled ? 'Attivo' : 'Non attivo'}</Badge>
}

interface TaskViewProps {
  status: Status
  task: Task | null
  begin: (task: Task) => void
  end: (message: string | null) => void
}

function TaskView({ status, task, begin, end }: TaskViewProps) {
  const cancel = () => end(null)
  if (task === null) return <Overview status={status} begin={begin} />
  if (task === 'set up') return <SetUp onCodes={(codes) => begin({ codes, isNew: true })} onCancel={cancel} />
  if (task === 'renew') return <RenewForm onCodes={(codes) => begin({ codes, isNew: false })} onCancel={cancel} />
  if (task === 'disable') return <DisableForm onDone={end} onCancel={cancel} />
  return (
    <RecoveryCodes
      codes={task.codes}
      isNew={task.isNew}
      onSaved={() =>
        end(
          task.isNew
            ? 'Secondo fattore attivo. Le altre sessioni sono chiuse.'
            : 'I nuovi codici di recupero sono attivi.',
        )
      }
    />
  )
}

function Overview({ status, begin }: { status: Status; begin: (task: Task) => void }) {
  const { enabled, enabled_at: since, recovery_codes_left: left, required, is_limited: isLimited } = status
  if (!enabled) {
    return (
      <>
        {required && (
          <Alert tone="warn" lead="Per gli amministratori è obbligatorio.">
            {isLimited
              ? limitedSession
              : 'Senza, questa prima sessione si chiude entro un’ora, e password, backup e cancellazioni restano chiusi.'}
          </Alert>
        )}
        <p className="max-w-[640px] text-ui text-ink-2">
          Oltre alla password, a ogni accesso ti chiediamo un codice di 6 cifre di un’app di autenticazione sul tuo
          telefono. Chi scopre soltanto la password non entra.
        </p>
        <div>
          <Button variant="primary" onClick={() => begin('set up')}>
            {activateFactor}
          </Button>
        </div>
      </>
    )
  }
  return (
    <>
      <p className="text-ui text-ink-2">
        Attivo dal {format.date(since)}. Codici di recupero non ancora usati: <b className="text-ink">{left} di 10</b>.
      </p>
      {left <= 2 && (
        <Alert tone="warn" lead={left === 0 ? 'Hai finito i codici di recupero.' : 'Restano pochi codici di recupero.'}>
          Senza telefono e senza codici non potresti accedere: creane di nuovi.
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-2.5">
        <Button onClick={() => begin('renew')}>{renewRecoveryCodes}</Button>
        {!required && (
          <Button variant="danger-line" onClick={() => begin('disable')}>
            Disattiva
          </Button>
        )}
        {required && <p className="text-ui text-ink-3">Per gli amministratori è obbligatorio.</p>}
      </div>
    </>
  )
}

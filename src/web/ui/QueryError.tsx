import { RotateCw } from 'lucide-react'
import { readError } from '../api.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { keepPlace } from './keep-place.ts'

export interface QueryErrorProps {
  /** The content that cannot be shown: "Sessioni non disponibili." */
  lead: string
  error: unknown
  /** Words for a server that gave no answer; without them those of every page. */
  offline?: string
  /** The query is being retried. */
  isFetching: boolean
  onRetry: () => void
}

/** Replaces data that could not be read: the reason, and another attempt. */
export function QueryError({ lead, error, offline, isFetching, onRetry }: QueryErrorProps) {
  const { status, message } = readError(error)
  return (
    <Alert tone="danger" lead={lead} live action={<Retry isFetching={isFetching} onRetry={onRetry} />}>
      {status === 0 && offline !== undefined ? offline : message}
    </Alert>
  )
}

interface StaleNoticeProps extends Omit<QueryErrorProps, 'lead' | 'offline'> {
  /** The page's behaviour, or the shown data, meanwhile. */
  children: string
}

/** Above data that was read before, while nothing newer comes. */
export function StaleNotice({ error, isFetching, onRetry, children }: StaleNoticeProps) {
  const { status, message } = readError(error)
  return (
    <Alert
      tone="warn"
      lead="I dati potrebbero non essere aggiornati."
      live
      action={<Retry isFetching={isFetching} onRetry={onRetry} />}
    >
      {status === 0 ? 'Il server non risponde, o manca la connessione.' : message} {children}
    </Alert>
  )
}

function Retry({ isFetching, onRetry }: Pick<QueryErrorProps, 'isFetching' | 'onRetry'>) {
  return (
    <Button ref={keepPlace} size="sm" busy={isFetching && 'Controllo...'} onClick={onRetry}>
      <RotateCw size={15} strokeWidth={1.75} aria-hidden />
      Riprova
    </Button>
  )
}

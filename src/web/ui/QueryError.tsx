import { RotateCw } from 'lucide-react'
import { readError } from '../api.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

interface ReadFaultProps {
  /** What cannot be shown: "Sessioni non disponibili." */
  lead: string
  error: unknown
  /** It is being asked for again. */
  isAsking: boolean
  onRetry: () => void
}

/** In place of what could not be read: why, and another attempt. */
export function ReadFault({ lead, error, isAsking, onRetry }: ReadFaultProps) {
  return (
    <Alert tone="danger" lead={lead} live action={<Retry isAsking={isAsking} onRetry={onRetry} />}>
      {readError(error).message}
    </Alert>
  )
}

interface StaleReadProps extends Omit<ReadFaultProps, 'lead'> {
  /** What the page does, or keeps, meanwhile. */
  children: string
}

/** Above what was read before, while nothing newer comes. */
export function StaleRead({ error, isAsking, onRetry, children }: StaleReadProps) {
  const { status, message } = readError(error)
  return (
    <Alert
      tone="warn"
      lead="I dati potrebbero non essere aggiornati."
      live
      action={<Retry isAsking={isAsking} onRetry={onRetry} />}
    >
      {status === 0 ? 'Il server non risponde, o manca la connessione.' : message} {children}
    </Alert>
  )
}

function Retry({ isAsking, onRetry }: Pick<ReadFaultProps, 'isAsking' | 'onRetry'>) {
  return (
    <Button size="sm" busy={isAsking && 'Controllo...'} onClick={onRetry}>
      <RotateCw size={15} strokeWidth={1.75} aria-hidden />
      Riprova
    </Button>
  )
}

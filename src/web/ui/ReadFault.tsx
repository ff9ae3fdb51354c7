import { RotateCw } from 'lucide-react'
import { readError } from '#web/api.ts'
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
    <Alert
      tone="danger"
      lead={lead}
      live
      action={
        <Button size="sm" busy={isAsking && 'Controllo...'} onClick={onRetry}>
          <RotateCw size={15} strokeWidth={1.75} aria-hidden />
          Riprova
        </Button>
      }
    >
      {readError(error).message}
    </Alert>
  )
}

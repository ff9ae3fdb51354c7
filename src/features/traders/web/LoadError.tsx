import { RotateCw } from 'lucide-react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

/** A failed read, in place of its content. */
export function LoadError({ lead, message, onRetry }: { lead: string; message: string; onRetry: () => void }) {
  return (
    <Alert
      tone="danger"
      lead={lead}
      live
      action={
        <Button size="sm" onClick={onRetry}>
          <RotateCw size={14} strokeWidth={2} aria-hidden />
          Riprova
        </Button>
      }
    >
      {message}
    </Alert>
  )
}

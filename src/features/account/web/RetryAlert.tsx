import type { ApiError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { keepPlace } from '#web/ui/keep-place.ts'

/** A failed action with the button that tries it again; nothing without an error. */
export function RetryAlert({ lead, error, onRetry }: { lead: string; error: ApiError | null; onRetry: () => void }) {
  if (error === null) return null
  return (
    <Alert
      tone="danger"
      lead={lead}
      live
      action={
        <Button ref={keepPlace} size="sm" onClick={onRetry}>
          Riprova
        </Button>
      }
    >
      {error.message}
    </Alert>
  )
}

import type { ApiError } from '../api.ts'
import { Alert } from './Alert.tsx'

interface ActionErrorProps {
  error: ApiError | null
  /** The failed action: "Profilo non salvato." Without it the reason itself is the lead. */
  lead?: string
  /** The reason as a sentence, where that is not the error's own. */
  textOf?: (error: ApiError) => string
}

/** The reason why an action failed, beside the tried action. */
export function ActionError({ error, lead, textOf = ({ message }) => message }: ActionErrorProps) {
  if (error === null) return null
  if (lead === undefined) return <Alert tone="danger" lead={textOf(error)} live />
  return (
    <Alert tone="danger" lead={lead} live>
      {textOf(error)}
    </Alert>
  )
}

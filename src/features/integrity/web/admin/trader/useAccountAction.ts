import { lastingError } from '#shared/text/lasting-text.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { statementError } from '../../cases.ts'
import { useRefresh } from './trader-integrity.ts'

interface AccountActionOptions {
  /** Shows errors at the dialog's own fields. */
  show: (errors: Partial<Record<string, string>>) => boolean
  /** The field at which a refusal stands that names none, by its code. */
  refusedAt?: Partial<Record<string, string>>
  onDone: () => void
}

/** An admin's action on a trader's account. Its message becomes a toast, and the lists that it may have changed are read again. */
export function useAccountAction<Input>(
  work: (input: Input) => Promise<{ message: string }>,
  { show, refusedAt = {}, onDone }: AccountActionOptions,
) {
  const refresh = useRefresh()
  return useAction(work, {
    async onDone({ message }) {
      toast(message, 'ok')
      await refresh()
      onDone()
    },
    onError({ type = '', fields, message }) {
      const field = refusedAt[type]
      return show(fields) || (field !== undefined && show({ [field]: message }))
    },
  })
}

/** The error of a reason; empty where it can be sent. */
export function reasonError(reason: string): { reason?: string } {
  const error = statementError(reason) ?? lastingError(reason)
  return error === undefined ? {} : { reason: error }
}

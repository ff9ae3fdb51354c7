import { useRef } from 'react'
import { paymentHidden, reviewNoted } from '#features/payments/action-texts.ts'
import { adminErrorText } from '#web/error-text.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusRow, enclosingList } from '#web/ui/list/focus.ts'
import { useRefresh } from './queries.ts'
import { restoreOrder, undoReview } from './undo.ts'

/** An action that may have removed a row from the list. */
export interface Undoable {
  action: 'hidden' | 'reviewed'
  orderId: string
  rowId: string
}

const actions = {
  hidden: {
    done: paymentHidden,
    undo: 'Ripristina',
    send: restoreOrder,
  },
  reviewed: {
    done: reviewNoted,
    undo: 'Annulla la verifica',
    send: undoReview,
  },
}

/** Reports the last action on a row, and undoes it. */
export function UndoNotice({ undoable, onDone }: { undoable: Undoable; onDone: () => void }) {
  const { action, orderId, rowId } = undoable
  const refresh = useRefresh()
  const element = useRef<HTMLDivElement>(null)
  const { run, isBusy, error } = useAction(() => actions[action].send(orderId), {
    async onDone({ message }) {
      toast(message, 'ok')
      await refresh()
      // The button goes with this notice.
      focusRow(enclosingList(element.current), rowId)
      onDone()
    },
  })
  return (
    <div ref={element} className="mt-3">
      <Alert
        tone={error === null ? 'info' : 'danger'}
        lead={error === null ? actions[action].done : adminErrorText(error)}
        live
        action={
          <Button size="sm" busy={isBusy && 'Attendi...'} onClick={() => void run()}>
            {actions[action].undo}
          </Button>
        }
      >
        <span className="[overflow-wrap:anywhere]">{orderId}</span>
      </Alert>
    </div>
  )
}

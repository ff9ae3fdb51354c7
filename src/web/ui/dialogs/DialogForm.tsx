import type { ReactNode, RefObject } from 'react'
import { Button } from '../Button.tsx'

interface DialogFormProps {
  /** The action's button; null where there is nothing to send yet. */
  confirm: string | null
  variant: 'primary' | 'danger'
  /** Label of that button while the action runs. */
  busy: string | false
  /** The button that changes nothing. */
  safe: RefObject<HTMLButtonElement | null>
  /** The errors and the fields. */
  children: ReactNode
  onSubmit: () => void
  onCancel: () => void
}

/** The form of a question that needs fields: these, and below them the two buttons. */
export function DialogForm({ confirm, variant, busy, safe, children, onSubmit, onCancel }: DialogFormProps) {
  return (
    <form
      className="ask-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <div className="ask-actions">
        <Button ref={safe} disabled={busy !== false} onClick={onCancel}>
          Annulla
        </Button>
        {confirm !== null && (
          <Button type="submit" variant={variant} busy={busy}>
            {confirm}
          </Button>
        )}
      </div>
    </form>
  )
}

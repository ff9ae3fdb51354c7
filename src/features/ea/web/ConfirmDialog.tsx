import { useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'

interface ConfirmDialogProps {
  title: string
  text: string
  /** The word of the button that goes on. */
  action: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a token dies. The browser's own modal: it holds the focus, closes on Esc and gives the focus back. */
export function ConfirmDialog({ title, text, action, onConfirm, onCancel }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed while it still stands in the page: only then does the focus go back to the button that asked.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onCancel}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <div className="confirm-actions">
        <Button onClick={onCancel}>Annulla</Button>
        <Button variant="danger" onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  )
}

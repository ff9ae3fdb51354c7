import { AlertDialog } from '@base-ui/react/alert-dialog'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { CircleHelp, Info, TriangleAlert } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { Alert } from '../Alert.tsx'
import { Button } from '../Button.tsx'

export type ConfirmTone = 'danger' | 'warning' | 'info'

const icons = { danger: TriangleAlert, warning: CircleHelp, info: Info }

interface QuestionFrameProps {
  tone: ConfirmTone
  /** The question. */
  title: string
  /** The consequence of a yes. */
  text: ReactNode
  /** A running action cannot be called off. */
  isBusy: boolean
  initialFocus: RefObject<HTMLElement | null>
  /** The question's inputs, and the buttons. */
  children: ReactNode
  onCancel: () => void
}

/** A question over the page. It holds the focus, and gives it back. */
export function DialogFrame({ tone, title, text, isBusy, initialFocus, children, onCancel }: QuestionFrameProps) {
  const Icon = icons[tone]
  return (
    <CSPProvider disableStyleElements>
      <AlertDialog.Root open onOpenChange={(open) => !open && !isBusy && onCancel()}>
        <AlertDialog.Portal>
          {/* Also over another dialog, which goes without one of its own. */}
          <AlertDialog.Backdrop forceRender className="ask-backdrop" />
          <AlertDialog.Popup className="ask" initialFocus={initialFocus}>
            <div className="ask-head">
              <span className={`ask-disc ask-${tone}`}>
                <Icon size={20} strokeWidth={1.75} aria-hidden />
              </span>
              <AlertDialog.Title>{title}</AlertDialog.Title>
            </div>
            <AlertDialog.Description render={<div />} className="ask-text">
              {text}
            </AlertDialog.Description>
            {children}
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </CSPProvider>
  )
}

interface ConfirmDialogProps {
  tone: ConfirmTone
  /** No later action undoes it, though it harms nobody: the focus begins on the button that changes nothing. */
  isIrreversible?: boolean
  /** The question. */
  title: string
  /** The consequence of a yes. */
  children: ReactNode
  /** The label of the button that confirms. */
  confirm?: string
  /** The label of the button that changes nothing. */
  dismiss?: string
  /** The button's label while the action runs. */
  busy?: string | false
  /** The reason why the action failed; it can be tried again. */
  error?: string | null
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that is hard to undo. For a dangerous or irreversible one the focus begins on the button that changes nothing. */
export function ConfirmDialog({
  tone,
  isIrreversible = false,
  title,
  children,
  confirm = 'Conferma',
  dismiss = 'Annulla',
  busy = false,
  error = null,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const accept = useRef<HTMLButtonElement>(null)
  return (
    <DialogFrame
      tone={tone}
      title={title}
      text={children}
      isBusy={busy !== false}
      initialFocus={tone === 'danger' || isIrreversible ? cancel : accept}
      onCancel={onCancel}
    >
      {error !== null && (
        <div className="ask-error">
          <Alert tone="danger" lead={error} live />
        </div>
      )}
      <div className="ask-actions">
        <Button ref={cancel} disabled={busy !== false} onClick={onCancel}>
          {dismiss}
        </Button>
        <Button ref={accept} variant={tone === 'danger' ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </DialogFrame>
  )
}

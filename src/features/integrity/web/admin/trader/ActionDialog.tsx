import { useRef, type ComponentProps, type ReactNode } from 'react'
import * as format from '#shared/format/format.ts'
import { lastingHelp } from '#shared/text/lasting-text.ts'
import type { ApiError } from '#web/api.ts'
import { shortErrorText } from '#web/error-text.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { DialogFrame, type ConfirmTone } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { DialogForm } from '#web/ui/dialogs/DialogForm.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { statementLength } from '../../cases.ts'

interface ActionDialogProps {
  tone: ConfirmTone
  title: string
  /** The consequences, in plain words. */
  text: ReactNode
  error: ApiError | null
  textOf?: (error: ApiError) => string
  /** Label of the button while the action runs. */
  busy: string | false
  confirm: string
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** Confirms an admin's action that needs fields: its consequences, the fields, and two buttons. */
export function ActionDialog(props: ActionDialogProps) {
  const { tone, title, text, error, textOf = shortErrorText, busy, confirm, children, onSubmit, onClose } = props
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <DialogFrame tone={tone} title={title} text={text} isBusy={busy !== false} initialFocus={safe} onCancel={onClose}>
      <DialogForm
        confirm={confirm}
        variant={tone === 'danger' ? 'danger' : 'primary'}
        busy={busy}
        safe={safe}
        onSubmit={onSubmit}
        onCancel={onClose}
      >
        <ActionError error={error} textOf={textOf} />
        {children}
      </DialogForm>
    </DialogFrame>
  )
}

/** The reason, which the audit log keeps with the action. */
export function ReasonField(wiring: Omit<ComponentProps<typeof TextAreaField>, 'label' | 'value'> & { value: string }) {
  return (
    <TextAreaField
      label="Motivo"
      note={`${format.count(wiring.value.length)} di ${format.count(statementLength.max)}`}
      help={`Resta nel registro delle azioni, con il tuo nome. ${lastingHelp}`}
      rows={3}
      maxLength={statementLength.max}
      {...wiring}
    />
  )
}

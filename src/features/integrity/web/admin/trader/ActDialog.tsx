import { useRef, type ReactNode, type RefObject } from 'react'
import * as format from '#shared/format.ts'
import { lastingHelp } from '#shared/lasting-text.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame, type ConfirmTone } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { TextAreaField } from '#web/ui/forms/Field.tsx'
import { statementLength } from '../../cases.ts'

interface ActDialogProps {
  tone: ConfirmTone
  title: string
  /** What follows from it, in plain words. */
  text: ReactNode
  form: RefObject<HTMLFormElement | null>
  refusal: string | null
  /** The word on the button while it is being done. */
  busy: string | false
  confirm: string
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}

/** A question to an admin with fields: what it does, what it needs, and two ways out. */
export function ActDialog(props: ActDialogProps) {
  const { tone, title, text, form, refusal, busy, confirm, children, onSubmit, onClose } = props
  const safe = useRef<HTMLButtonElement>(null)
  return (
    <DialogFrame tone={tone} title={title} text={text} isBusy={busy !== false} initialFocus={safe} onCancel={onClose}>
      <form
        ref={form}
        className="mt-4 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {refusal !== null && <Alert tone="danger" lead={refusal} live />}
        {children}
        <div className="ask-actions">
          <Button ref={safe} disabled={busy !== false} onClick={onClose}>
            Annulla
          </Button>
          <Button type="submit" variant={tone === 'danger' ? 'danger' : 'primary'} busy={busy}>
            {confirm}
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}

interface ReasonProps {
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** Why: kept with the act. */
export function ReasonField(wiring: ReasonProps) {
  return (
    <TextAreaField
      label="Motivo"
      note={`${format.count(wiring.value.length)} di ${format.count(statementLength.max)}`}
      help={`Resta nel registro degli atti, con il tuo nome. ${lastingHelp}`}
      rows={3}
      maxLength={statementLength.max}
      {...wiring}
    />
  )
}

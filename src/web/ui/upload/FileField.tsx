import { Trash2, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropzone, HeldFile } from './Dropzone.tsx'
import { Sending } from './Sending.tsx'
import type { FileState } from './useFileField.ts'

interface FileFieldProps {
  label: string
  state: FileState
  /** `dell’immagine`, `del PDF`. */
  what: string
  /** The product's sentence for a failed upload, letter by letter. */
  errorLead: string
  help: string
  icon: ReactNode
  /** The held file in small, and its name where it was not sent from here. */
  thumb: ReactNode
  name: string
  accept?: string
  disabled?: boolean
  /** The reason why the form refuses the value. */
  error: string | null
  onFile: (file: File) => void
  /** Stands below the field while no file is sent. */
  children?: ReactNode
}

/** Label above; below it the field or its progress, the outcome, and the way back. */
export function FileField(props: FileFieldProps) {
  const { label, state, what, errorLead, help, icon, thumb, name, accept, disabled = false, children } = props
  const { upload, isHeld, sent, announcement, remove, restore } = state
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const isSending = upload.sending !== null
  const wasSending = useRef(false)
  useEffect(() => {
    // The focused button was removed with the progress.
    if (wasSending.current && !isSending) chooser.current?.focus()
    wasSending.current = isSending
  }, [isSending])
  const canRestore = restore !== null
  useEffect(() => {
    if (canRestore) back.current?.focus()
  }, [canRestore])
  const choosing = {
    ref: chooser,
    labelledBy: id,
    error: state.refusal ?? props.error,
    disabled,
    onFile: props.onFile,
    ...(accept !== undefined && { accept }),
  }
  return (
    <div className="grid content-start gap-2">
      <span id={id} className="field-label mb-0">
        {label}
      </span>
      {upload.sending !== null ? (
        <Sending what={what} {...upload.sending} onCancel={upload.cancel} />
      ) : (
        <>
          {isHeld ? (
            <HeldFile
              {...choosing}
              thumb={thumb}
              name={sent?.name ?? name}
              note={sent === null ? null : sizeText(sent.size)}
            >
              <Button size="sm" variant="danger-line" onClick={remove}>
                <Trash2 size={15} strokeWidth={1.75} aria-hidden />
                Rimuovi
              </Button>
            </HeldFile>
          ) : (
            <Dropzone {...choosing} label="Scegli un file" icon={icon} help={help} />
          )}
          {children}
        </>
      )}
      {restore !== null && !isSending && (
        <div>
          <Button ref={back} size="sm" onClick={restore}>
            <Undo2 size={15} strokeWidth={1.75} aria-hidden />
            Annulla rimozione
          </Button>
        </div>
      )}
      <output className="text-ui text-ink-2 empty:hidden">
        {upload.wasCancelled ? 'Invio annullato.' : announcement}
      </output>
      {upload.error !== null && (
        <Alert
          tone="danger"
          lead={errorLead}
          live
          action={
            <Button size="sm" onClick={upload.retry}>
              Riprova
            </Button>
          }
        >
          {upload.error.message}
        </Alert>
      )}
    </div>
  )
}

/** `412 KB`: the size of the sent file. */
const sizeText = (bytes: number) => `${format.count(Math.max(1, Math.round(bytes / 1_000)))} KB`

import { Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Sending } from './Sending.tsx'
import type { Upload } from './useUpload.ts'

interface UploadFrameProps {
  labelId: string
  label: string
  upload: Upload
  /** `dell’immagine`, `del PDF`. */
  what: string
  /** The product's sentence for a failed upload, letter by letter. */
  errorLead: string
  chooser: RefObject<HTMLInputElement | null>
  announcement: string
  /** Restores the removed value; null where there is nothing. */
  undo: (() => void) | null
  /** The field while no file is sent. */
  children: ReactNode
}

/** Label above; below it the field or its progress, the outcome, and the way back. */
export function UploadFrame(props: UploadFrameProps) {
  const { labelId, label, upload, what, errorLead, chooser, announcement, undo, children } = props
  const back = useRef<HTMLButtonElement>(null)
  const isSending = upload.sending !== null
  const wasSending = useRef(false)
  useEffect(() => {
    // The focused button was removed with the progress.
    if (wasSending.current && !isSending) chooser.current?.focus()
    wasSending.current = isSending
  }, [isSending, chooser])
  const canUndo = undo !== null
  useEffect(() => {
    if (canUndo) back.current?.focus()
  }, [canUndo])
  return (
    <div className="grid content-start gap-2">
      <span id={labelId} className="field-label mb-0">
        {label}
      </span>
      {upload.sending === null ? children : <Sending what={what} {...upload.sending} onCancel={upload.cancel} />}
      {undo !== null && !isSending && (
        <div>
          <Button ref={back} size="sm" onClick={undo}>
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
export const sizeText = (bytes: number, count: (value: number) => string) =>
  `${count(Math.max(1, Math.round(bytes / 1_000)))} KB`

import { useEffect, useRef, useState } from 'react'
import { passwordHelp, passwordMissing } from '#shared/field-texts.ts'
import * as format from '#shared/format.ts'
import { addressOf, readError } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { PasswordField } from '#web/ui/forms/Field.tsx'
import { fetchFile, isCalledOff, keepFile } from '#web/ui/upload/transfer.ts'
import { useTypedFields } from '#web/ui/forms/useTypedFields.ts'
import { sizeText, type ListedBackup } from '../backups.ts'

const order = ['password'] as const

interface DownloadDialogProps {
  backup: ListedBackup
  onClose: () => void
}

/** Asks for the own password, then fetches the sealed file; it can be called off on the way. */
export function DownloadDialog({ backup, onClose }: DownloadDialogProps) {
  const { backup_filename: name, backup_size_mb: megabytes } = backup
  const { typed, point, fieldOf } = useTypedFields(order)
  /** Millions of bytes that are here; null while nothing is on its way. */
  const [here, setHere] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const calling = useRef<AbortController>(null)
  useEffect(() => () => calling.current?.abort(), [])

  async function download() {
    if (here !== null) return
    setRefusal(null)
    const password = typed('password')
    if (point(password === '' ? { password: passwordMissing } : {})) return
    const { signal } = (calling.current = new AbortController())
    setHere(0)
    try {
      const address = addressOf('/api/admin/system/backups/:name/download', { params: { name } })
      const { file } = await fetchFile(address, {
        signal,
        body: { password },
        onProgress: (done) => setHere(done / 1_000_000),
      })
      keepFile(file, name)
      toast(`${name} scaricato.`, 'ok')
      onClose()
    } catch (error) {
      if (isCalledOff(error)) return
      setHere(null)
      const { status, message, fields } = readError(error)
      if (point(fields)) return
      setRefusal(status === 0 ? 'Errore di connessione: il file non è arrivato intero. Riprova.' : message)
    }
  }

  return (
    <DialogFrame
      tone="warning"
      title="Scaricare il backup?"
      text={
        <>
          <code className="sys-name">{name}</code>, {sizeText(megabytes)}. Contiene tutti i dati degli utenti, cifrati:
          si apre solo con la chiave. Chi lo scarica e quando resta nel registro.
        </>
      }
      isBusy={false}
      initialFocus={safe}
      onCancel={onClose}
    >
      <form
        className="mt-4 grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void download()
        }}
      >
        {refusal !== null && <Alert tone="danger" lead={refusal} live />}
        <PasswordField
          label="La tua password"
          help={passwordHelp}
          autoComplete="current-password"
          maxLength={256}
          {...fieldOf('password')}
        />
        {here !== null && here > 0 && (
          <p className="help">
            {format.decimal(here)} di {sizeText(megabytes)}
          </p>
        )}
        <div className="ask-actions">
          <Button ref={safe} onClick={onClose}>
            {here === null ? 'Annulla' : 'Interrompi'}
          </Button>
          <Button type="submit" variant="primary" busy={here !== null && 'Scaricamento...'}>
            Scarica
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}

import { useEffect, useRef, useState } from 'react'
import { passwordHelp, passwordMissing } from '#shared/field-texts.ts'
import * as format from '#shared/format/format.ts'
import { addressOf, noConnection } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { ActionError } from '#web/ui/ActionError.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DialogFrame } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { PasswordField } from '#web/ui/forms/Field.tsx'
import { fetchFile, saveFile } from '#web/ui/upload/transfer.ts'
import { useFields } from '#web/ui/forms/useFields.ts'
import { sizeText, type ListedBackup } from '../backups.ts'

const incomplete = `${noConnection}: il file non è arrivato intero. Riprova.`

interface DownloadDialogProps {
  backup: ListedBackup
  onClose: () => void
}

/** Requires the admin's own password, then downloads the encrypted file. Closing cancels the download. */
export function DownloadDialog({ backup, onClose }: DownloadDialogProps) {
  const { backup_filename: name, backup_size_mb: megabytes } = backup
  const { values, show, fieldOf } = useFields({ password: '' })
  /** Millions of bytes received. */
  const [received, setReceived] = useState(0)
  const safe = useRef<HTMLButtonElement>(null)
  const abort = useRef<AbortController>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const { run, isBusy, error, clear } = useAction(
    (password: string) => {
      const { signal } = (abort.current = new AbortController())
      setReceived(0)
      return fetchFile(addressOf('/api/admin/system/backups/:name/download', { params: { name } }), {
        signal,
        body: { password },
        onProgress: (done) => setReceived(done / 1_000_000),
      })
    },
    {
      onDone({ file }) {
        saveFile(file, name)
        toast(`${name} scaricato.`, 'ok')
        onClose()
      },
      onError: ({ fields }) => abort.current?.signal.aborted === true || show(fields),
    },
  )

  function download() {
    clear()
    if (!show(values.password === '' ? { password: passwordMissing } : {})) void run(values.password)
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
          download()
        }}
      >
        <ActionError error={error} textOf={({ status, message }) => (status === 0 ? incomplete : message)} />
        <PasswordField
          label="La tua password"
          help={passwordHelp}
          autoComplete="current-password"
          maxLength={256}
          {...fieldOf('password')}
        />
        {isBusy && received > 0 && (
          <p className="help">
            {format.decimal(received)} di {sizeText(megabytes)}
          </p>
        )}
        <div className="ask-actions">
          <Button ref={safe} onClick={onClose}>
            {isBusy ? 'Interrompi' : 'Annulla'}
          </Button>
          <Button type="submit" variant="primary" busy={isBusy && 'Scaricamento...'}>
            Scarica
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}

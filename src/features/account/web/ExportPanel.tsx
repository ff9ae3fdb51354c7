import { FileArchive, FileJson } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import * as format from '#shared/format/format.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { fetchFile, saveFile } from '#web/ui/upload/transfer.ts'
import { useTransferError } from '#web/ui/upload/useTransferError.ts'
import { RetryAlert } from './RetryAlert.tsx'

type Format = 'json' | 'csv'

const choices = [
  { format: 'json', label: 'Scarica JSON', Icon: FileJson },
  { format: 'csv', label: 'Scarica CSV', Icon: FileArchive },
] as const

interface Progress {
  /** Bytes. */
  done: number
  total: number | null
}

/** All data of the trader, as a file. */
export function ExportPanel({ username }: { username: string }) {
  const [progress, setProgress] = useState<Progress>({ done: 0, total: null })
  const [status, setStatus] = useState('')
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])
  const { run, isBusy, input, error } = useAction(
    (type: Format) => {
      const { signal } = (abort.current = new AbortController())
      setProgress({ done: 0, total: null })
      return fetchFile(`/api/account/export?format=${type}`, {
        signal,
        onProgress: (done, total) => setProgress({ done, total }),
      })
    },
    {
      onDone({ file, name }, type) {
        saveFile(file, name ?? `toptrader-${username}.${type === 'json' ? 'json' : 'zip'}`)
        setStatus(`File pronto: ${megabytes(file.size)}. Lo trovi tra i download del browser.`)
      },
      onError() {
        if (!abort.current.signal.aborted) return false
        setStatus('Download annullato.')
        return true
      },
    },
  )
  useTransferError(error)

  function download(type: Format) {
    setStatus('')
    void run(type)
  }

  return (
    <Panel title="Esporta i tuoi dati">
      <div className="grid gap-4 text-ui">
        <p className="text-ink-2">
          Profilo, sessioni, piani, pagamenti, conti, operazioni, cifre giornaliere e verifiche. JSON è un solo file;
          CSV è un archivio ZIP con una tabella per file. Nel file ci sono dati personali: conservalo con cura.
        </p>
        <div className="flex flex-wrap gap-3">
          {choices.map(({ format: each, label, Icon }) => (
            <Button
              key={each}
              disabled={isBusy && input !== each}
              busy={isBusy && input === each && 'Preparazione...'}
              onClick={() => download(each)}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {label}
            </Button>
          ))}
        </div>
        {isBusy && <Transfer {...progress} onCancel={() => abort.current.abort()} />}
        <output className="text-ink-2 empty:hidden">{status}</output>
        <RetryAlert
          lead="Esportazione non riuscita."
          error={error}
          onRetry={() => input !== undefined && download(input)}
        />
      </div>
    </Panel>
  )
}

function Transfer({ done, total, onCancel }: Progress & { onCancel: () => void }) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <label htmlFor={id}>
        {done === 0
          ? 'Il server prepara il file.'
          : `Ricevuti ${megabytes(done)}${total === null ? '' : ` di ${megabytes(total)}`}.`}
      </label>
      <progress id={id} className="bar" {...(total !== null && { value: done, max: total })} />
      <div>
        <Button size="sm" onClick={onCancel}>
          Annulla
        </Button>
      </div>
    </div>
  )
}

/** `3,2 MB`, `812 kB`: decimal units, as file systems count. */
function megabytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${format.count(Math.max(1, Math.round(bytes / 1_000)))} kB`
    : `${format.decimal(bytes / 1_000_000, 1)} MB`
}

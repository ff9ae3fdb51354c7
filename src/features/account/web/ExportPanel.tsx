import { FileArchive, FileJson } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import * as format from '#shared/format.ts'
import { readError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { fetchFile, isCalledOff, keepFile } from '#web/ui/upload/transfer.ts'
import { useTransferError } from '#web/ui/upload/useTransferError.ts'

type Format = 'json' | 'csv'

const choices = [
  { format: 'json', label: 'Scarica JSON', Icon: FileJson },
  { format: 'csv', label: 'Scarica CSV', Icon: FileArchive },
] as const

interface Running {
  format: Format
  done: number
  total: number | null
}

/** All data of the trader, as a file. */
export function ExportPanel({ username }: { username: string }) {
  const [running, setRunning] = useState<Running | null>(null)
  const [refusal, setRefusal] = useState<{ error: unknown; format: Format } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const calledOff = useRef(new AbortController())
  useEffect(() => () => calledOff.current.abort(), [])
  useTransferError(refusal?.error ?? null)

  async function download(format: Format) {
    if (running !== null) return
    setRefusal(null)
    setAnnouncement('')
    setRunning({ format, done: 0, total: null })
    calledOff.current = new AbortController()
    try {
      const { file, name } = await fetchFile(`/api/account/export?format=${format}`, {
        signal: calledOff.current.signal,
        onProgress: (done, total) => setRunning({ format, done, total }),
      })
      keepFile(file, name ?? `toptrader-${username}.${format === 'json' ? 'json' : 'zip'}`)
      setAnnouncement(`File pronto: ${megabytes(file.size)}. Lo trovi tra i download del browser.`)
    } catch (error) {
      if (isCalledOff(error)) setAnnouncement('Download annullato.')
      else setRefusal({ error, format })
    } finally {
      setRunning(null)
    }
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
              disabled={running !== null && running.format !== each}
              busy={running?.format === each && 'Preparazione...'}
              onClick={() => void download(each)}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {label}
            </Button>
          ))}
        </div>
        {running !== null && <Transfer running={running} onCancel={() => calledOff.current.abort()} />}
        <output className="text-ink-2 empty:hidden">{announcement}</output>
        {refusal !== null && (
          <Alert
            tone="danger"
            lead="Esportazione non riuscita."
            live
            action={
              <Button size="sm" onClick={() => void download(refusal.format)}>
                Riprova
              </Button>
            }
          >
            {readError(refusal.error).message}
          </Alert>
        )}
      </div>
    </Panel>
  )
}

function Transfer({ running: { done, total }, onCancel }: { running: Running; onCancel: () => void }) {
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

/** `3,2 MB`, `812 kB`: decimal units, as most systems show sizes of files. */
function megabytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${format.count(Math.max(1, Math.round(bytes / 1_000)))} kB`
    : `${format.decimal(bytes / 1_000_000, 1)} MB`
}

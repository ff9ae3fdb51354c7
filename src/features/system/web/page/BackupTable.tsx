import { CircleCheck, CircleHelp, CircleX, Download, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { duration } from '#shared/format/spans.ts'
import * as format from '#shared/format/format.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { MINUTE_MS } from '#shared/dates.ts'
import { sizeText, type ListedBackup } from '../backups.ts'

const DownloadDialog = lazyWithRetry(async () => (await import('./DownloadDialog.tsx')).DownloadDialog)

const states: Record<ListedBackup['state'], { tone: BadgeTone; word: string; Icon: typeof CircleCheck }> = {
  verified: { tone: 'ok', word: 'Verificato', Icon: CircleCheck },
  waiting: { tone: 'info', word: 'In verifica', Icon: Hourglass },
  failed: { tone: 'danger', word: 'Non si ripristina', Icon: CircleX },
  unverified: { tone: 'warn', word: 'Non verificato', Icon: CircleHelp },
}

/** @param now when the list was read, milliseconds */
export function BackupTable({ backups, now }: { backups: readonly ListedBackup[]; now: number }) {
  const [chosen, setChosen] = useState<ListedBackup | null>(null)
  return (
    <>
      <table className="table list-table sys-table mt-4">
        <caption className="sr-only">Backup, il più recente per primo</caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Fatto il</th>
            <th scope="col" className="num">
              Dimensione
            </th>
            <th scope="col" className="num">
              Righe
            </th>
            <th scope="col">Prova di ripristino</th>
            <th scope="col">
              <span className="sr-only">Azioni</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <BackupLine key={backup.backup_filename} backup={backup} now={now} onDownload={() => setChosen(backup)} />
          ))}
        </tbody>
      </table>
      {chosen !== null && <DownloadDialog backup={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

const ageText = (milliseconds: number) =>
  milliseconds < MINUTE_MS ? 'adesso' : `${duration(milliseconds / MINUTE_MS)} fa`

interface LineProps {
  backup: ListedBackup
  now: number
  onDownload: () => void
}

function BackupLine({ backup, now, onDownload }: LineProps) {
  const { backup_filename: name, created_at: madeAt, rows } = backup
  return (
    <tr>
      <th scope="row">
        <code className="sys-name">{name}</code>
      </th>
      <td data-label="Fatto il">
        <span>
          {format.dateTime(madeAt)}
          <span className="sys-below">{ageText(now - Date.parse(madeAt))}</span>
        </span>
      </td>
      <td data-label="Dimensione" className="num figures">
        {sizeText(backup.backup_size_mb)}
      </td>
      <td data-label="Righe" className="num figures">
        {format.count(rows)}
      </td>
      <td data-label="Prova">
        <Proof backup={backup} />
      </td>
      <td className="sys-act">
        <Button size="sm" aria-label={`Scarica ${name}`} onClick={onDownload}>
          <Download size={15} strokeWidth={1.75} aria-hidden />
          Scarica
        </Button>
      </td>
    </tr>
  )
}

function Proof({ backup: { state, note, verified_at: verifiedAt } }: { backup: ListedBackup }) {
  const { tone, word, Icon } = states[state]
  return (
    <span>
      <Badge tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
        {word}
      </Badge>
      <span className="sys-below">
        {note}
        {verifiedAt !== null && <> Il {format.dateTime(verifiedAt)}.</>}
      </span>
    </span>
  )
}

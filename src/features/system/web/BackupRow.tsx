import { Database } from 'lucide-react'
import * as format from '#shared/format/format.ts'
import { readError } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { sizeText, useBackups, useElapsed, useMakeBackup, type ListedBackup } from './backups.ts'
import { SystemRow } from './SystemRow.tsx'

const stateLabels: Record<ListedBackup['state'], string> = {
  verified: 'verificato',
  waiting: 'in verifica',
  failed: 'non si ripristina',
  unverified: 'non verificato',
}

export function BackupRow() {
  const { state, make } = useMakeBackup()
  return (
    <SystemRow
      icon={<Database size={20} strokeWidth={1.75} aria-hidden />}
      title="Backup"
      announcement={state.stage === 'made' ? `Backup fatto: ${state.name}, ${sizeText(state.megabytes)}` : ''}
      action={
        <Button size="sm" busy={state.stage === 'busy' && 'Backup in corso...'} onClick={() => make()}>
          Avvia backup
        </Button>
      }
      error={
        state.stage === 'failed' && (
          <Alert tone="danger" lead={state.lead} live>
            {state.text}
          </Alert>
        )
      }
    >
      {state.stage === 'busy' ? <Elapsed since={state.since} /> : <Last />}
    </SystemRow>
  )
}

function Elapsed({ since }: { since: number }) {
  return <>In corso da {format.counted(useElapsed(since), 'secondo', 'secondi')}</>
}

function Last() {
  const { data, error } = useBackups()
  if (data === undefined) {
    return error === null ? 'Caricamento...' : `Elenco dei backup non disponibile: ${readError(error).message}`
  }
  const [last] = data.backups
  if (last === undefined) return 'Ancora nessun backup: avviane uno adesso.'
  return `Ultimo: ${last.backup_filename}, ${sizeText(last.backup_size_mb)}, ${stateLabels[last.state]}`
}

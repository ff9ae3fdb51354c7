import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { AdvisorPlatform, listAdvisors } from '#features/ea/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { q } from '#web/api.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/forms/Segmented.tsx'
import { QueryError } from '#web/ui/QueryError.tsx'
import { CopyBox } from './CopyBox.tsx'

type AdvisorFileEntry = ResponseOf<typeof listAdvisors>['files'][number]
export type Platform = 'MT4' | 'MT5'

const platforms = [
  { value: 'MT4', label: 'MT4' },
  { value: 'MT5', label: 'MT5' },
] as const

/** The files and the address to allow. They change with a release only. */
function useAdvisors() {
  return useQuery({ ...q<typeof listAdvisors>('GET /api/ea/download', {}), staleTime: 300_000 })
}

interface AdvisorFileProps {
  platform: Platform
  onPlatform: (platform: Platform) => void
  /** The version that syncs now; null before the first sync. */
  running: string | null
  /** In its step the file is the task; later it stays available with the address, folded once the setup is complete. */
  place: 'step' | 'open' | 'folded'
}

/** Platform, download, the hash for comparison and, after the steps, the address to allow. */
export function AdvisorFile({ platform, onPlatform, running, place }: AdvisorFileProps) {
  const advisors = useAdvisors()
  const selected = platform.toLowerCase() as AdvisorPlatform
  const file = advisors.data?.files.find((one) => one.platform === selected)
  return (
    <div className="grid gap-4">
      <div className="platform-row">
        <Segmented label="Piattaforma" name="ea-platform" options={platforms} value={platform} onChange={onPlatform} />
        {file !== undefined && (
          <ButtonLink variant={place === 'step' ? 'primary' : 'secondary'} href={file.url} download={file.file_name}>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Scarica EA per {platform}
          </ButtonLink>
        )}
        {file !== undefined && <span className="text-ui text-ink-3">versione {file.version}</span>}
      </div>
      {file !== undefined && running !== null && running !== file.version && (
        <p className="text-ui text-ink-2">
          Nel tuo terminale gira la versione {running}: scarica la {file.version} e mettila al suo posto.
        </p>
      )}
      {file !== undefined && place !== 'folded' && <FileHash file={file} />}
      {place === 'open' && <AllowedAddress />}
      {file !== undefined && place === 'folded' && (
        <details>
          <summary className="min-h-6 text-ui text-accent underline decoration-1 underline-offset-[3px]">
            File e indirizzo dell’EA
          </summary>
          <div className="mt-3 grid gap-4">
            <FileHash file={file} />
            <AllowedAddress />
          </div>
        </details>
      )}
      {advisors.error !== null && file === undefined && (
        <QueryError
          lead="Il file non è disponibile."
          error={advisors.error}
          isFetching={advisors.isFetching}
          onRetry={() => void advisors.refetch()}
        />
      )}
    </div>
  )
}

function FileHash({ file }: { file: AdvisorFileEntry }) {
  return (
    <CopyBox
      label={`Impronta SHA-256 di ${file.file_name}`}
      note="Per controllare il file scaricato"
      value={file.sha256}
      copyLabel="Copia l’impronta"
      copied="Impronta copiata"
    />
  )
}

/** The address that MetaTrader's list of allowed addresses must hold. */
export function AllowedAddress() {
  const { data } = useAdvisors()
  if (data === undefined) return null
  return (
    <CopyBox
      label="Indirizzo da autorizzare in WebRequest"
      value={data.address}
      copyLabel="Copia l’indirizzo"
      copied="Indirizzo copiato"
    />
  )
}

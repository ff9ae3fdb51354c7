import { RotateCw, Search } from 'lucide-react'
import * as format from '#shared/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { faultText } from './lists.ts'

interface SearchBoxProps {
  label: string
  value: string
  onChange: (text: string) => void
}

/** A search box whose label is read aloud and shown as what it looks for. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <span className="adm-search">
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  )
}

interface ListStateProps {
  isPending: boolean
  error: unknown
  /** Rows that are shown, and all that match. */
  shown: number
  total: number
  empty: string
  onRetry: () => void
}

/** What stands in place of a list, or above one that could not be renewed. */
export function ListState({ isPending, error, shown, total, empty, onRetry }: ListStateProps) {
  return (
    <>
      {isPending && (
        <output className="skeleton mt-3 grid h-[144px] place-items-center text-ui text-ink-2">Caricamento...</output>
      )}
      {error !== null && (
        <div className="mt-3">
          <Alert
            tone="danger"
            lead={faultText(error)}
            live
            action={
              <Button size="sm" onClick={onRetry}>
                <RotateCw size={14} strokeWidth={2} aria-hidden />
                Riprova
              </Button>
            }
          >
            {shown > 0 ? 'L’elenco potrebbe non essere aggiornato.' : ''}
          </Alert>
        </div>
      )}
      {!isPending && error === null && shown === 0 && (
        <p className="mt-3 border-y border-line py-6 text-center text-ui text-ink-2">{empty}</p>
      )}
      <output className="sr-only">
        {isPending || error !== null
          ? ''
          : `${format.counted(total, 'riga', 'righe')}, ${format.count(shown)} mostrate`}
      </output>
    </>
  )
}

interface MoreProps {
  shown: number
  total: number
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
}

/** The next page under a list. */
export function More({ shown, total, hasMore, isLoading, onMore }: MoreProps) {
  if (!hasMore) return null
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 text-label text-ink-3">
      <Button size="sm" busy={isLoading && 'Caricamento...'} onClick={onMore}>
        Mostra altri
      </Button>
      {format.count(shown)} di {format.count(total)}
    </p>
  )
}

import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import * as format from '#shared/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { adminErrorText } from '#web/error-text.ts'

interface ListErrorProps {
  error: Error
  /** What may be old, where something is shown. */
  stale?: string | undefined
  onRetry: () => void
}

/** Why something was not read, and once more. */
export function ListError({ error, stale, onRetry }: ListErrorProps) {
  return (
    <Alert
      tone="danger"
      lead={adminErrorText(error)}
      live
      action={
        <Button size="sm" onClick={onRetry}>
          <RotateCw size={14} strokeWidth={2} aria-hidden />
          Riprova
        </Button>
      }
    >
      {stale}
    </Alert>
  )
}

interface Asked {
  isPending: boolean
  error: Error | null
  refetch: () => Promise<unknown>
}

interface FirstRowsProps<R> {
  list: Asked
  caption: string
  /** `unseen`: said to who listens alone. */
  columns: readonly { title: string; as?: 'number' | 'unseen' }[]
  className?: string
  rows: readonly R[]
  /** All that match. */
  total: number
  /** Address of the page with all of them. */
  all: string
  /** What is said where nothing does. */
  empty: string
  row: (row: R) => ReactNode
}

/** The first rows of a list and the way to all, and what stands in their place while there are none. */
export function FirstRows<R>({ list, caption, columns, className, rows, total, all, empty, row }: FirstRowsProps<R>) {
  const { isPending, error } = list
  return (
    <>
      {isPending && (
        <output className="skeleton mt-3 grid h-[144px] place-items-center text-ui text-ink-2">Caricamento...</output>
      )}
      {error !== null && (
        <div className="mt-3">
          <ListError
            error={error}
            stale={rows.length > 0 ? 'L’elenco potrebbe non essere aggiornato.' : undefined}
            onRetry={() => void list.refetch()}
          />
        </div>
      )}
      {!isPending && error === null && rows.length === 0 && (
        <p className="mt-3 border-y border-line py-6 text-center text-ui text-ink-2">{empty}</p>
      )}
      <output className="sr-only">
        {isPending || error !== null
          ? ''
          : `${format.counted(total, 'riga', 'righe')}, ${format.count(rows.length)} mostrate`}
      </output>
      {rows.length > 0 && (
        <div className={className === undefined ? 'adm-table' : `adm-table ${className}`}>
          <table className="table">
            <caption className="sr-only">{caption}</caption>
            <thead>
              <tr>
                {columns.map(({ title, as }) => (
                  <th key={title} scope="col" className={as === 'number' ? 'num' : undefined}>
                    {as === 'unseen' ? <span className="sr-only">{title}</span> : title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows.map(row)}</tbody>
          </table>
        </div>
      )}
      <p className="mt-3 flex flex-wrap items-center gap-3 text-label text-ink-3">
        <ButtonLink size="sm" href={all}>
          Vedi tutti<span className="sr-only"> ({caption})</span>
        </ButtonLink>
        {total > rows.length && (
          <span>
            {format.count(rows.length)} di {format.count(total)}
          </span>
        )}
      </p>
    </>
  )
}

/** A list that is read page by page. */
interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

interface MoreProps {
  list: Paged
  shown: number
  total: number
}

/** The next page under a list. */
export function More({ list, shown, total }: MoreProps) {
  if (!list.hasNextPage) return null
  return (
    <p className="mt-3 flex flex-wrap items-center gap-3 text-label text-ink-3">
      <Button size="sm" busy={list.isFetchingNextPage && 'Caricamento...'} onClick={() => void list.fetchNextPage()}>
        Mostra altri
      </Button>
      {format.count(shown)} di {format.count(total)}
    </p>
  )
}

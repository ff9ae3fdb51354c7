import { useState } from 'react'
import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { LedgerEntry } from './chain.ts'

const step = 20

interface EntriesTableProps {
  entries: readonly LedgerEntry[]
  broken: number | null
  found: number | null
}

/** Newest first. The entries that a visitor searches for come first, wherever they are. */
export function EntriesTable({ entries, broken, found }: EntriesTableProps) {
  const [shown, setShown] = useState(step)
  const isMarked = ({ n }: LedgerEntry) => n === broken || n === found
  const newest = entries.toReversed()
  const rows = [...newest.filter(isMarked), ...newest.filter((entry) => !isMarked(entry)).slice(0, shown)]
  return (
    <>
      <table className="table">
        <caption className="sr-only">Voci del registro, dalla più recente</caption>
        <thead>
          <tr>
            <th scope="col" className="num !pl-0">
              N.
            </th>
            <th scope="col">Ricevuta</th>
            <th scope="col" className="num max-[380px]:!px-1">
              Movimenti
            </th>
            <th scope="col" className="!pr-0">
              Impronta
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.n}>
              <th scope="row" className="num !pl-0">
                {format.count(entry.n)}
              </th>
              <td>
                {format.dateTime(entry.at)}
                {entry.n === broken && (
                  <span className="ml-2">
                    <Badge tone="danger">Interrotta</Badge>
                  </span>
                )}
                {entry.n === found && (
                  <span className="ml-2">
                    <Badge tone="ok">Trovata</Badge>
                  </span>
                )}
              </td>
              <td className="num max-[380px]:!px-1">{format.count(entry.records)}</td>
              <td
                className={`!pr-0 font-mono whitespace-nowrap max-[820px]:text-[11px] max-[380px]:whitespace-normal max-[380px]:[overflow-wrap:anywhere] ${entry.n === broken ? 'text-danger' : ''}`}
              >
                {entry.hash.slice(0, 16)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown < entries.length && (
        <div className="mt-3">
          <Button size="sm" onClick={() => setShown(shown + 5 * step)}>
            Mostra altre voci
          </Button>
        </div>
      )}
    </>
  )
}

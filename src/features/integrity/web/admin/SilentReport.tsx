import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { getSilentReport } from '#features/integrity/contract.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'
import { QueryError } from '#web/ui/QueryError.tsx'

type Report = ResponseOf<typeof getSilentReport>

/** The report of silent findings: how many accounts have each, and how often a person confirmed it. It is read when it is opened. */
export function SilentReport() {
  const [isOpen, setOpen] = useState(false)
  const report = useQuery({ ...q<typeof getSilentReport>('GET /api/admin/integrity/silent', {}), enabled: isOpen })
  return (
    <details className="panel px-4 py-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-6">
        <b>Rapporto delle segnalazioni silenziose</b>
      </summary>
      {report.error !== null && (
        <div className="mt-3">
          <QueryError
            lead="Rapporto non disponibile."
            error={report.error}
            isFetching={report.isFetching}
            onRetry={() => void report.refetch()}
          />
        </div>
      )}
      {report.isLoading && <output className="mt-3 block text-ui text-ink-2">Caricamento rapporto...</output>}
      {report.data !== undefined && <Table report={report.data} />}
    </details>
  )
}

/** A keyboard scrolls what has the focus. */
const scrollable = { tabIndex: 0, 'aria-label': 'Segnalazioni silenziose' }

function Table({ report: { checked_at: at, accounts, findings } }: { report: Report }) {
  return (
    <>
      <p className="mt-2 text-ui text-ink-2">
        Le leggono solo gli amministratori, finché non si sa quante sono sbagliate.{' '}
        {at === null
          ? 'I controlli notturni non sono ancora passati.'
          : `Ultimo controllo notturno: ${format.dateTime(at)}, ${format.counted(accounts, 'conto', 'conti')} in un giorno.`}
      </p>
      <section className="mt-3 overflow-x-auto" {...scrollable}>
        <table className="table">
          <caption className="sr-only">Segnalazioni silenziose</caption>
          <thead>
            <tr>
              <th scope="col">Segnalazione</th>
              <th scope="col">Conti</th>
              <th scope="col">In attesa</th>
              <th scope="col">Tutto a posto</th>
              <th scope="col">Confermate</th>
            </tr>
          </thead>
          <tbody>
            {findings.map((one) => (
              <tr key={one.code}>
                <th scope="row">
                  {one.waiting + one.cleared + one.upheld === 0 ? (
                    one.name
                  ) : (
                    <a href={adminAddress('integrity', { code: one.code, status: 'all' })}>{one.name}</a>
                  )}{' '}
                  <span className="text-ink-3">{one.rule}</span>
                </th>
                <td>{format.count(one.accounts)}</td>
                <td>{format.count(one.waiting)}</td>
                <td>{format.count(one.cleared)}</td>
                <td>{format.count(one.upheld)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

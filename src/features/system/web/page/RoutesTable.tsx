import { useRef } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { ListFilter, ListSearch, SortSelect } from '#web/ui/list/ListTools.tsx'
import { SortHead } from '#web/ui/list/SortHead.tsx'
import { useListState, type ListShape, type ListState } from '#web/ui/list/state.ts'
import { timeText, type Monitor } from '../monitor.ts'

type Route = Monitor['routes'][number]
type Figure = 'requests' | 'refused' | 'errors' | 'p50_ms' | 'p95_ms' | 'p99_ms'

const figures: readonly { title: string; by: Figure; text: (route: Route) => string }[] = [
  { title: 'Richieste', by: 'requests', text: ({ requests }) => format.count(requests) },
  { title: 'Rifiutate', by: 'refused', text: ({ refused }) => format.count(refused) },
  { title: 'Errori', by: 'errors', text: ({ errors }) => format.count(errors) },
  { title: 'p50', by: 'p50_ms', text: (route) => timeText(route.p50_ms) },
  { title: 'p95', by: 'p95_ms', text: (route) => timeText(route.p95_ms) },
  { title: 'p99', by: 'p99_ms', text: (route) => timeText(route.p99_ms) },
]

const shape: ListShape = {
  base: adminAddress('system', { part: 'monitor' }),
  sorts: ['route', ...figures.map(({ by }) => by)],
  sort: { by: 'requests', order: 'desc' },
  filters: { only: ['errors', 'refused'] },
}

const columns = [
  { title: 'Percorso', sort: { by: 'route', first: 'asc' as const } },
  ...figures.map(({ title, by }) => ({ title, sort: { by, first: 'desc' as const }, isNumber: true })),
]

/** Every requested route, by the order and filter of the address. */
export function RoutesTable({ routes }: { routes: readonly Route[] }) {
  const state = useListState(shape)
  const field = useRef<HTMLInputElement>(null)
  const shown = selected(routes, state)
  return (
    <>
      <div className="list-tools">
        <ListSearch label="Cerca un percorso" state={state} field={field} />
        <ListFilter
          label="Mostra"
          name="only"
          state={state}
          options={[
            { value: '', label: 'Tutti' },
            { value: 'errors', label: 'Con errori' },
            { value: 'refused', label: 'Con rifiuti' },
          ]}
        />
        <SortSelect state={state} columns={columns} />
      </div>
      <div className="list-bar">
        <output className="list-count">{format.counted(shown.length, 'percorso', 'percorsi')}</output>
      </div>
      {shown.length === 0 ? (
        <p className="border-y border-line py-6 text-center text-ui text-ink-2">
          {state.isFiltered ? 'Nessun percorso con questi filtri.' : 'Ancora nessuna richiesta nell’ultima ora.'}
        </p>
      ) : (
        <table className="table list-table sys-table">
          <caption className="sr-only">Percorsi dell’ultima ora</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <SortHead key={column.title} {...column} state={state} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((route) => (
              <tr key={`${route.method} ${route.route}`}>
                <th scope="row">
                  <code className="sys-name">
                    {route.route === 'unknown' ? 'Indirizzi sconosciuti' : `${route.method} ${route.route}`}
                  </code>
                </th>
                {figures.map(({ title, by, text }) => (
                  <td
                    key={by}
                    data-label={title}
                    className={by === 'errors' && route.errors > 0 ? 'num figures sys-amiss' : 'num figures'}
                  >
                    {text(route)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

/** The routes that the address selects, in its order; equal ones by their path. */
function selected(routes: readonly Route[], { q, filters, sort }: ListState): Route[] {
  const search = q.toLowerCase()
  const only = filters['only']
  const sign = sort.order === 'asc' ? 1 : -1
  const nameOf = ({ method, route }: Route) => `${route} ${method}`
  const byName = (a: Route, b: Route) => (nameOf(a) < nameOf(b) ? -1 : 1)
  return routes
    .filter(
      (route) =>
        `${route.method} ${route.route}`.toLowerCase().includes(search) &&
        (only === undefined || (only === 'errors' ? route.errors : route.refused) > 0),
    )
    .toSorted((a, b) => {
      const figure = figures.find(({ by }) => by === sort.by)
      if (figure === undefined) return sign * byName(a, b)
      return sign * ((a[figure.by] ?? -1) - (b[figure.by] ?? -1)) || byName(a, b)
    })
}

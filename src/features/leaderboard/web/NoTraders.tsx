import { addressOfSelection } from '#features/leaderboard/page.ts'
import type { Selection } from '#features/leaderboard/page.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { isFiltered, withoutFilters } from './Filters.tsx'

/** An empty list: because of the filters, of the page, or because no trader is listed yet. */
export function NoTraders({ selection, total }: { selection: Selection; total: number }) {
  return <div className="panel">{notice(selection, total)}</div>
}

function notice(selection: Selection, total: number) {
  if (total > 0) {
    return (
      <EmptyState
        title="La pagina è vuota"
        text="La classifica finisce prima di questa pagina."
        action={
          <a className="btn btn-secondary" href={addressOfSelection({ ...selection, page: 1 })}>
            Vai alla prima pagina
          </a>
        }
      />
    )
  }
  if (isFiltered(selection)) {
    return (
      <EmptyState
        title="Nessun trader con questi filtri"
        text="Prova un altro stile, un altro livello o un altro nome."
        action={
          <a className="btn btn-secondary" href={withoutFilters(selection)}>
            Azzera i filtri
          </a>
        }
      />
    )
  }
  return (
    <EmptyState
      title="Nessun trader in classifica"
      text="I conti compaiono qui dopo la prima sincronizzazione dell’Expert Advisor."
      action={
        <a className="btn btn-secondary" href="/how-it-works/index.html">
          Come funziona
        </a>
      }
    />
  )
}

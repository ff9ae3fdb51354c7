import { addressOfSelection } from '#features/leaderboard/page.ts'
import type { Selection } from '#features/leaderboard/page.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import type { listLeaderboard } from '#features/leaderboard/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { filterText } from './filter-texts.ts'
import { activeFilters, addressWithout, withoutFilters } from './lists.ts'

interface NoTradersProps {
  selection: Selection
  total: number
  /** How many would be left without one of the filters. */
  oneLess: ResponseOf<typeof listLeaderboard>['one_less']
}

/** An empty list: because of the filters, of the page, or because no trader is listed yet. */
export function NoTraders({ selection, total, oneLess }: NoTradersProps) {
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
  if (activeFilters(selection).length > 0) {
    return (
      <EmptyState
        title="Nessun trader con questi filtri"
        text={oneLess.length === 0 ? 'Togli più di un filtro, o ricomincia da tutti.' : 'Togline uno:'}
        action={
          <>
            {oneLess.map(({ filter, total: found }) => (
              <a key={filter} className="btn btn-secondary" href={addressWithout(selection, [filter])}>
                {`Togli «${filterText(filter, selection)}»: ${format.counted(found, 'trader', 'trader')}`}
              </a>
            ))}
            <a className="btn btn-text" href={withoutFilters(selection)}>
              Azzera i filtri
            </a>
          </>
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

import { useQuery } from '@tanstack/react-query'
import type { listLeaderboard } from '#features/leaderboard/contract.ts'
import { filtersAddress, leaderboardQueryOf, selectionOf } from '#features/leaderboard/page.ts'
import * as format from '#shared/format/format.ts'
import { q as request } from '#web/api.ts'
import { useFilterForm } from '#web/ui/forms/useFilterForm.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { useUrl } from '#web/router.ts'
import type { ViewModule } from '#web/view.ts'
import { FilterFields } from './FilterFields.tsx'

/** The filters as a page of their own, for browsers without JavaScript: a plain GET form that leads to the list. Scripts only count. */
function FiltersView() {
  const { search } = useUrl()
  const selection = selectionOf(search)
  const { q, traders, sort_by, order } = selection
  const { form, apply } = useFilterForm((fields) => filtersAddress(selectionOf(fields)))
  const query = leaderboardQueryOf(search)
  const list = useQuery({
    ...request<typeof listLeaderboard>('GET /api/fresh/leaderboard', { query }),
    enabled: useHydrated(),
  })
  return (
    <main id="contenuto" className="page page-body">
      <h1>Filtra la classifica</h1>
      <form ref={form} action="/" method="get" className="filter-page">
        {Object.entries({ q, traders, sort_by, order }).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <FilterFields selection={selection} onChoose={() => apply(true)} onType={() => apply(true)} />
        <div className="filter-actions">
          <button type="submit" className="btn btn-primary">
            {list.data === undefined
              ? 'Mostra i trader'
              : `Mostra ${format.counted(list.data.total, 'trader', 'trader')}`}
          </button>
        </div>
      </form>
    </main>
  )
}

export const view: ViewModule = {
  screen: FiltersView,
  head: () => ({
    title: 'Filtra la classifica · TopTrader',
    description:
      'I filtri della classifica: storico, drawdown, operazioni, livello di verifica, rischio, stile e simbolo.',
    canonical: '/?view=filters',
    robots: 'noindex',
  }),
}

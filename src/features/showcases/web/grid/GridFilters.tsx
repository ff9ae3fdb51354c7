import { platformNames, riskFilter, riskNames, styleNames } from '#features/leaderboard/page.ts'
import {
  addressOfShowcases,
  isFiltered,
  selectionOf,
  sortNames,
  withoutFilters,
  type ShowcaseSelection,
} from '#features/showcases/page.ts'
import * as format from '#shared/format/format.ts'
import { FilterSelect, optionsOf } from '#web/ui/forms/FilterSelect.tsx'
import { SearchBox } from '#web/ui/forms/SearchBox.tsx'
import { useFilterForm } from '#web/ui/forms/useFilterForm.ts'

interface GridFiltersProps {
  selection: ShowcaseSelection
  /** Null while it is not known. */
  total: number | null
}

/** The filters of the grid. The address holds their state; without JavaScript this is a plain GET form. */
export function GridFilters({ selection, total }: GridFiltersProps) {
  const { form, apply, onSubmit } = useFilterForm((fields) => addressOfShowcases(selectionOf(fields)))
  const choose = () => apply()
  return (
    <search>
      <form ref={form} action="/" method="get" aria-label="Filtra le vetrine" onSubmit={onSubmit}>
        <input type="hidden" name="view" value="vetrine" />
        <div className="grid-filters">
          <SearchBox
            label="Cerca una vetrina"
            placeholder="Nome, titolo o servizio"
            text={selection.q ?? ''}
            onType={() => apply(true)}
          />
          <FilterSelect
            label="Stile di trading"
            name="trading_style"
            value={selection.trading_style ?? ''}
            options={optionsOf({ '': 'Tutti gli stili', ...styleNames })}
            onChange={choose}
          />
          <FilterSelect
            label={riskFilter}
            name="risk_level"
            value={selection.risk_level ?? ''}
            options={optionsOf({ '': 'Ogni rischio', ...riskNames })}
            onChange={choose}
          />
          <FilterSelect
            label="Piattaforma"
            name="platform"
            value={selection.platform ?? ''}
            options={optionsOf({ '': 'MT4 e MT5', ...platformNames })}
            onChange={choose}
          />
          <FilterSelect
            label="Ordina per"
            name="sort_by"
            value={selection.sort_by ?? 'roi_30'}
            options={optionsOf(sortNames)}
            onChange={choose}
          />
        </div>
        <div className="grid-filters-foot">
          <output>{total === null ? '' : format.counted(total, 'vetrina', 'vetrine')}</output>
          {isFiltered(selection) && <a href={withoutFilters(selection)}>Azzera i filtri</a>}
          <noscript>
            <button type="submit" className="btn btn-secondary btn-sm">
              Applica
            </button>
          </noscript>
        </div>
      </form>
    </search>
  )
}

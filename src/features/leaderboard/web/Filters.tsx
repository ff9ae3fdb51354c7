import {
  addressOfSelection,
  platformNames,
  riskNames,
  selectionOf,
  sortNames,
  styleNames,
} from '#features/leaderboard/page.ts'
import type { Selection } from '#features/leaderboard/page.ts'
import * as format from '#shared/format/format.ts'
import { FilterSelect, optionsOf } from '#web/ui/forms/FilterSelect.tsx'
import { SearchBox } from '#web/ui/forms/SearchBox.tsx'
import { useFilterForm } from '#web/ui/forms/useFilterForm.ts'
import { CountryFilter } from './CountryFilter.tsx'

/** The address is the state; without JavaScript this is a plain GET form. */
export function Filters({ selection, total }: { selection: Selection; total: number | null }) {
  const { form, apply, onSubmit } = useFilterForm((fields) => addressOfSelection(selectionOf(fields)))
  return (
    <search>
      <form ref={form} action="/" method="get" aria-label="Filtra la classifica" onSubmit={onSubmit}>
        <div className="filters">
          <SearchBox
            label="Cerca un trader"
            placeholder="Nome o username"
            text={selection.q ?? ''}
            onType={() => apply(true)}
          />
          <FilterSelect
            label="Stile di trading"
            name="trading_style"
            value={selection.trading_style ?? ''}
            onChange={() => apply()}
            options={optionsOf({ '': 'Tutti gli stili', ...styleNames })}
          />
          <FilterSelect
            label="Livello di rischio"
            name="risk_level"
            value={selection.risk_level ?? ''}
            onChange={() => apply()}
            options={optionsOf({ '': 'Tutti i livelli', ...riskNames })}
          />
          <FilterSelect
            label="Piattaforma"
            name="platform"
            value={selection.platform ?? ''}
            onChange={() => apply()}
            options={optionsOf({ '': 'MT4 e MT5', ...platformNames })}
          />
          <FilterSelect
            label="Ordina per"
            name="sort_by"
            value={selection.sort_by ?? 'rank'}
            onChange={() => apply()}
            options={optionsOf(sortNames)}
          />
        </div>
        <div className="filters-foot">
          <output>{total === null ? '' : format.counted(total, 'trader', 'trader')}</output>
          <CountryFilter value={selection.country} onChange={() => apply()} />
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

export function isFiltered(selection: Selection): boolean {
  return Object.keys(selection).some((name) => name !== 'page' && name !== 'sort_by')
}

/** Keeps the order and drops every filter. */
export function withoutFilters({ sort_by }: Selection): string {
  return addressOfSelection({ page: 1, ...(sort_by && { sort_by }) })
}

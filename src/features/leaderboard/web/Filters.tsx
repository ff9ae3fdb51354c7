import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { addressOfSelection, filtersAddress, selectionOf, sortNames } from '#features/leaderboard/page.ts'
import type { Selection } from '#features/leaderboard/page.ts'
import * as format from '#shared/format/format.ts'
import { FilterSelect, optionsOf } from '#web/ui/forms/FilterSelect.tsx'
import { SearchBox } from '#web/ui/forms/SearchBox.tsx'
import { useFilterForm } from '#web/ui/forms/useFilterForm.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { activeFilters, addressWith, followedList, isChosen, lists, withoutFilters } from './lists.ts'
import { followedNames, useNames } from './marks/marks.ts'

const parts = {
  filters: async () => (await import('./filters/FilterPanel.tsx')).FilterPanel,
  columns: async () => (await import('./filters/ColumnChooser.tsx')).ColumnChooser,
}
type Part = keyof typeof parts

export interface PanelProps extends FiltersProps {
  onClose: () => void
}

interface FiltersProps {
  selection: Selection
  /** Traders that meet the filters; null while it is not known. */
  total: number | null
}

/** The address is the state. Without JavaScript the search is a plain GET form, and the other filters have a page of their own. */
export function Filters({ selection, total }: FiltersProps) {
  const [opened, setOpened] = useState<{ name: Part; Panel: ComponentType<PanelProps> } | null>(null)
  const { form, apply, onSubmit } = useFilterForm((fields) => addressOfSelection(withFields(selection, fields)))
  const close = () => {
    // The focus goes back to the button that opened the panel.
    form.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    setOpened(null)
  }
  useEscape(close)
  const followed = useNames(followedNames)
  const count = activeFilters(selection).length
  const toggle = (part: Part) => {
    if (opened?.name === part) return close()
    // Without its code the filters have their page.
    const fail = () => window.location.assign(filtersAddress(selection))
    return void parts[part]().then((Panel) => setOpened({ name: part, Panel }), fail)
  }
  const name = count === 0 ? 'Filtri' : `Filtri (${count})`
  return (
    <search>
      <form ref={form} action="/" method="get" aria-label="Cerca e ordina" className="filters" onSubmit={onSubmit}>
        <SearchBox
          label="Cerca un trader"
          placeholder="Nome, username o simbolo"
          text={selection.q ?? ''}
          onType={() => apply(true)}
        />
        {useHydrated() ? (
          <button
            type="button"
            className="btn btn-secondary"
            aria-expanded={opened?.name === 'filters'}
            onClick={() => toggle('filters')}
          >
            {name}
          </button>
        ) : (
          <a className="btn btn-secondary" href={filtersAddress(selection)}>
            {name}
          </a>
        )}
        <FilterSelect
          label="Ordina per"
          name="sort_by"
          value={selection.sort_by ?? 'rank'}
          onChange={() => apply()}
          options={optionsOf(sortNames)}
        />
        <button
          type="button"
          className="btn btn-secondary columns-button"
          aria-expanded={opened?.name === 'columns'}
          onClick={() => toggle('columns')}
        >
          Colonne
        </button>
        <noscript>
          <button type="submit" className="btn btn-secondary">
            Applica
          </button>
        </noscript>
      </form>
      {opened && <opened.Panel selection={selection} total={total} onClose={close} />}
      <nav className="lists" aria-label="Liste pronte">
        {(followed.length === 0 ? lists : [followedList(followed), ...lists]).map(({ name, rule, filters }) => (
          <a
            key={name}
            href={addressWith(selection, filters)}
            aria-current={isChosen(selection, filters) ? 'true' : undefined}
          >
            {rule === undefined ? name : `${name}: ${rule}`}
          </a>
        ))}
      </nav>
      <div className="filters-foot">
        <output>{total === null ? '' : format.counted(total, 'trader', 'trader')}</output>
        {count > 0 && <a href={withoutFilters(selection)}>Azzera i filtri</a>}
      </div>
    </search>
  )
}

/** The fields of the bar, and everything else as it is. */
function withFields(selection: Selection, fields: URLSearchParams): Selection {
  const { q, sort_by } = selectionOf(fields)
  const { q: _q, sort_by: before, order, ...others } = selection
  const isSame = sort_by === before
  return { ...others, ...(q && { q }), ...(sort_by && { sort_by }), ...(isSame && order && { order }), page: 1 }
}

/** Escape closes what is open. */
function useEscape(close: () => void) {
  const onEscape = useEffectEvent(close)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

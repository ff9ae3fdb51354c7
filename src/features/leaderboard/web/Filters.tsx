import { useRef } from 'react'
import type { FormEvent } from 'react'
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
import { navigate } from '#web/router.ts'
import { FilterSelect } from '#web/ui/forms/FilterSelect.tsx'
import { SearchBox } from '#web/ui/forms/SearchBox.tsx'
import { CountryFilter } from './CountryFilter.tsx'

/** The address is the state; without JavaScript this is a plain GET form. */
export function Filters({ selection, total }: { selection: Selection; total: number | null }) {
  const form = useRef<HTMLFormElement>(null)
  const apply = (replace = false) => {
    if (form.current === null) return
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (typeof value === 'string') fields.set(name, value)
    navigate(addressOfSelection(selectionOf(fields)), { replace })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply()
  }
  return (
    <search>
      <form ref={form} action="/" method="get" aria-label="Filtra la classifica" onSubmit={submit}>
        <div className="filters">
          <SearchBox
            label="Cerca un trader"
            placeholder="Nome o username"
            text={selection.q ?? ''}
            onType={() => apply(true)}
          />
          <Choice
            label="Stile di trading"
            name="trading_style"
            neutral="Tutti gli stili"
            names={styleNames}
            value={selection.trading_style}
            onChange={() => apply()}
          />
          <Choice
            label="Livello di rischio"
            name="risk_level"
            neutral="Tutti i livelli"
            names={riskNames}
            value={selection.risk_level}
            onChange={() => apply()}
          />
          <Choice
            label="Piattaforma"
            name="platform"
            neutral="MT4 e MT5"
            names={platformNames}
            value={selection.platform}
            onChange={() => apply()}
          />
          <FilterSelect
            label="Ordina per"
            name="sort_by"
            value={selection.sort_by ?? 'rank'}
            onChange={() => apply()}
            options={Object.entries(sortNames).map(([value, label]) => ({ value, label }))}
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

interface ChoiceProps {
  label: string
  name: string
  neutral: string
  names: Record<string, string>
  value: string | undefined
  onChange: () => void
}

function Choice({ neutral, names, value, ...select }: ChoiceProps) {
  const options = [
    { value: '', label: neutral },
    ...Object.entries(names).map(([key, label]) => ({ value: key, label })),
  ]
  return <FilterSelect {...select} value={value ?? ''} options={options} />
}

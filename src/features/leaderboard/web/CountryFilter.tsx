import { ChevronDown } from '#web/ui/icons.tsx'
import { useState } from 'react'
import type { Country } from '#shared/countries.ts'
import * as format from '#shared/format/format.ts'
import { FilterSelect } from '#web/ui/forms/FilterSelect.tsx'

/** The 250 names are not part of the document: they load when a visitor opens the list. */
export function CountryFilter({ value, onChange }: { value: string | undefined; onChange: () => void }) {
  const [all, setAll] = useState<readonly Country[] | null>(null)
  const fill = () => {
    if (all === null) void import('#shared/countries.ts').then((module) => setAll(module.countriesByName()))
  }
  const chosen = value === undefined ? [] : [{ code: value, name: format.country(value) }]
  return (
    <details className="more-filters" open={value !== undefined} onToggle={fill}>
      <summary>
        Altri filtri
        <ChevronDown size={14} />
      </summary>
      <FilterSelect
        label="Paese"
        name="country"
        value={value ?? ''}
        onChange={onChange}
        onFocus={fill}
        options={[
          { value: '', label: 'Tutti i paesi' },
          ...(all ?? chosen).map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
    </details>
  )
}

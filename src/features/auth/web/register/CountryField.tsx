import { useRef, useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { countriesByName } from '#shared/countries.ts'
import * as format from '#shared/format/format.ts'
import { Field, SelectField } from '#web/ui/forms/Field.tsx'
import { ChevronDown } from '#web/ui/icons.tsx'
import type { Registration } from './registration.ts'
import { useLoaded } from './use-loaded.ts'

const load = async () => (await import('./choosers.ts')).CountryCombobox

/** A country of about 250, found by typing. When the chooser fails to load, the browser's own list replaces it. */
export function CountryField({ label, control }: { label: string; control: Control<Registration> }) {
  const { field, fieldState } = useController({ control, name: 'country' })
  const placeholder = useRef<HTMLInputElement>(null)
  const loaded = useLoaded(load, placeholder, true)
  const [isStray, setStray] = useState(false)
  const error = isStray ? 'Scegli un paese dall’elenco.' : fieldState.error?.message
  if (loaded === 'failed') {
    return (
      <SelectField label={label} error={error} autoComplete="country" {...field}>
        <option value="">Scegli un paese</option>
        {countriesByName().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    )
  }
  return (
    <Field label={label} error={error}>
      {(wiring) => {
        if (loaded !== 'waiting')
          return <loaded.part {...field} {...wiring} onStray={setStray} takesFocus={loaded.hadFocus} />
        const name = field.value === '' ? '' : format.country(field.value)
        return (
          <span className="select-shell">
            <input
              {...wiring}
              ref={placeholder}
              className="input"
              placeholder="Scegli un paese"
              value={name}
              readOnly
            />
            <ChevronDown size={16} />
          </span>
        )
      }}
    </Field>
  )
}

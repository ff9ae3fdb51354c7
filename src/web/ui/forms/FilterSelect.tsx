import type { ComponentProps } from 'react'
import { ChevronDown } from '../icons.tsx'

interface FilterProps extends ComponentProps<'select'> {
  label: string
  options: readonly { value: string; label: string }[]
}

/** The options of a filter in the order of their labels; the empty value is the neutral choice. */
export const optionsOf = (labels: Record<string, string>): FilterProps['options'] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** A native select with a small label, for filters. */
export function FilterSelect({ label, options, ...select }: FilterProps) {
  return (
    <label className="filter">
      <span>{label}</span>
      <span className="select-shell">
        <select {...select} className="input">
          {options.map((option) => (
            // Server and browser may know other names of a country: either will do.
            <option key={option.value} value={option.value} suppressHydrationWarning>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} />
      </span>
    </label>
  )
}

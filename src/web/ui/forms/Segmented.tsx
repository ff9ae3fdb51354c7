interface SegmentedProps<V extends string> {
  /** Accessible name of the group. */
  label: string
  /** Radio name, unique on the page. */
  name: string
  options: readonly { value: V; label: string }[]
  value: V
  onChange: (value: V) => void
}

/** One choice of a few, as native radios: arrow keys come with them. */
export function Segmented<V extends string>({ label, name, options, value, onChange }: SegmentedProps<V>) {
  return (
    <fieldset className="segmented" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

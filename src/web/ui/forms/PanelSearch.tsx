import { Search } from 'lucide-react'

interface PanelSearchProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** The field over a list of the panel that searches it while somebody types. */
export function PanelSearch({ label, value, onChange }: PanelSearchProps) {
  return (
    <span className="adm-search">
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          // The panel around it would close: the first Esc only empties the field.
          event.preventDefault()
          event.stopPropagation()
          onChange('')
        }}
      />
    </span>
  )
}

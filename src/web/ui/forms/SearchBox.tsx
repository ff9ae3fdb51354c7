import { useEffect, useRef } from 'react'
import { Search } from '../icons.tsx'

/** The search starts when typing pauses, in milliseconds. */
const TYPING_MS = 300

interface SearchBoxProps {
  label: string
  placeholder: string
  /** The search text in the address. */
  text: string
  onType: () => void
}

/** The browser keeps the text while the person types; the address follows it. A change of the address replaces the text. */
export function SearchBox({ label, placeholder, text, onType }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const pending = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    if (input.current !== null && input.current !== document.activeElement) input.current.value = text
  }, [text])
  useEffect(() => () => clearTimeout(pending.current), [])
  const onChange = () => {
    clearTimeout(pending.current)
    pending.current = setTimeout(onType, TYPING_MS)
  }
  return (
    <label className="filter">
      <span>{label}</span>
      <span className="search-box">
        <Search />
        <input
          ref={input}
          className="input"
          type="search"
          name="q"
          maxLength={100}
          autoComplete="off"
          placeholder={placeholder}
          defaultValue={text}
          onChange={onChange}
        />
      </span>
    </label>
  )
}

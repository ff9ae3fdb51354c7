import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useDebouncedValue } from '../../hooks/useDebouncedValue.ts'
import { FilterSelect } from '../forms/FilterSelect.tsx'
import type { ListState, Sort } from './state.ts'

interface SearchProps {
  label: string
  state: ListState
  field: RefObject<HTMLInputElement | null>
}

/** Searches when typing pauses. */
export function ListSearch({ label, state, field }: SearchProps) {
  const openBefore = useRef(state.open)
  const [typed, setTyped] = useDebouncedField(state.q, (q) => {
    // A row that was opened during the pause stays open.
    state.go({ q, open: state.open === openBefore.current ? null : state.open })
  })
  const type = (text: string) => {
    openBefore.current = state.open
    setTyped(text)
  }
  return (
    <label className="filter list-search">
      <span>Cerca</span>
      <span className="list-search-box">
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <input
          ref={field}
          type="search"
          className="input"
          aria-label={label}
          placeholder={label}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || typed === '') return
            // A panel around it would close: the first Esc only empties the field.
            event.preventDefault()
            event.stopPropagation()
            type('')
          }}
        />
      </span>
    </label>
  )
}

/** A filter by person, an id or a whole username. Applied when typing pauses. */
export function ListPersonFilter({ label, name, state }: FilterProps) {
  const withoutAt = (text: string) => text.replace(/^@/, '')
  const [typed, setTyped] = useDebouncedField(
    state.filters[name] ?? '',
    (value) => state.go({ filters: { [name]: value } }),
    withoutAt,
  )
  return (
    <label className="filter">
      <span>{label}</span>
      <input
        type="text"
        className="input"
        placeholder="Username o id"
        maxLength={60}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}

/**
 * The text of a field of the state: applied when typing pauses, replaced when the state changes otherwise.
 * @param clean the value for the text
 */
function useDebouncedField(
  current: string,
  apply: (value: string) => void,
  clean = (text: string) => text,
): [string, (text: string) => void] {
  const [typed, setTyped] = useState(current)
  const debounced = clean(useDebouncedValue(typed))
  const applied = useRef(current)
  useEffect(() => {
    if (debounced === applied.current) return
    applied.current = debounced
    apply(debounced)
    // Only typing applies the text, to the state of that moment.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [debounced])
  useEffect(() => {
    if (current === applied.current) return
    applied.current = current
    setTyped(current)
  }, [current])
  return [typed, setTyped]
}

interface FilterProps {
  label: string
  /** The filter's name in address and call. */
  name: string
  state: ListState
}

/** A filter of a few values; the first option stands for all. */
export function ListFilter({
  label,
  name,
  state,
  options,
}: FilterProps & { options: readonly { value: string; label: string }[] }) {
  return (
    <FilterSelect
      label={label}
      options={options}
      value={state.filters[name] ?? ''}
      onChange={(event) => state.go({ filters: { [name]: event.target.value } })}
    />
  )
}

/** From a day to a day, `YYYY-MM-DD`, as filters `from` and `to`. The days are UTC; a note says so, since rows show the time of Rome. */
export function ListDays({ state }: { state: ListState }) {
  return (
    <>
      <div className="list-days">
        <ListDay label="Dal (UTC)" name="from" state={state} />
        <ListDay label="Al (UTC)" name="to" state={state} />
      </div>
      <p className="list-zone">Orari di Roma; i filtri contano i giorni in UTC.</p>
    </>
  )
}

/** A year is typed digit by digit: the filter is applied once the list accepts the day. */
function ListDay({ label, name, state }: FilterProps) {
  const id = useId()
  const current = state.filters[name] ?? ''
  const [typed, setTyped] = useState(current)
  const [isInvalid, setInvalid] = useState(false)
  const applied = useRef(current)
  useEffect(() => {
    if (current === applied.current) return
    applied.current = current
    setTyped(current)
    setInvalid(false)
  }, [current])
  const onChange = (value: string) => {
    setTyped(value)
    if (value !== '' && !state.accepts(name, value)) return
    applied.current = value
    setInvalid(false)
    state.go({ filters: { [name]: value } })
  }
  return (
    // The error describes the field, and is no part of its name.
    <div className="filter">
      <label className="filter">
        <span>{label}</span>
        <input
          type="date"
          className="input"
          // Years of four digits.
          max="9999-12-31"
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? id : undefined}
          value={typed}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setInvalid(typed !== '' && !state.accepts(name, typed))}
        />
      </label>
      {isInvalid && (
        <p id={id} className="help help-error">
          Giorno non valido: controlla l’anno.
        </p>
      )}
    </div>
  )
}

interface SortSelectProps {
  state: ListState
  columns: readonly { title: string; sort?: { by: string } }[]
}

/** The order, where there are no column heads. */
export function SortSelect({ state, columns }: SortSelectProps) {
  const options = columns.flatMap(({ title, sort }) =>
    sort === undefined
      ? []
      : [
          { value: `${sort.by} asc`, label: `${title}, crescente` },
          { value: `${sort.by} desc`, label: `${title}, decrescente` },
        ],
  )
  return (
    <div className="list-order">
      <FilterSelect
        label="Ordina per"
        options={options}
        value={`${state.sort.by} ${state.sort.order}`}
        onChange={(event) => state.go({ sort: sortOf(event.target.value) })}
      />
    </div>
  )
}

function sortOf(value: string): Sort {
  const [by = '', order] = value.split(' ')
  return { by, order: order === 'desc' ? 'desc' : 'asc' }
}

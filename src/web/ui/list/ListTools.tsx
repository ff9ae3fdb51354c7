import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { useDebouncedValue } from '../../useDebouncedValue.ts'
import { FilterSelect } from '../forms/FilterSelect.tsx'
import { changeList, type ListState, type Sort } from './state.ts'

interface SearchProps {
  label: string
  state: ListState
  field: RefObject<HTMLInputElement | null>
}

/** Searches once the hand rests. The address follows what is typed, and moves it when it changes by itself. */
export function ListSearch({ label, state, field }: SearchProps) {
  const [typed, setTyped] = useState(state.q)
  const settled = useDebouncedValue(typed)
  const told = useRef(state.q)
  const openBefore = useRef(state.open)
  useEffect(() => {
    if (settled === told.current) return
    told.current = settled
    // A row that was opened while the hand rested is wanted.
    changeList(state, { q: settled, open: state.open === openBefore.current ? null : state.open })
    // Only what was typed leads on; the rest of the state is the one of that moment.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  useEffect(() => {
    if (state.q === told.current) return
    told.current = state.q
    setTyped(state.q)
  }, [state.q])
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
          onChange={(event) => {
            openBefore.current = state.open
            setTyped(event.target.value)
          }}
        />
      </span>
    </label>
  )
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
      onChange={(event) => changeList(state, { filters: { [name]: event.target.value } })}
    />
  )
}

/** From a day to a day, `YYYY-MM-DD`, as filters `from` and `to`. Days of UTC, while rows are written with the hours of Rome: says so. */
export function ListDays({ state }: { state: ListState }) {
  return (
    <>
      <ListDay label="Dal (UTC)" name="from" state={state} />
      <ListDay label="Al (UTC)" name="to" state={state} />
      <p className="list-zone">Orari di Roma; i filtri contano i giorni in UTC.</p>
    </>
  )
}

/** Keeps what is typed, for a year comes digit by digit: the address follows once the list takes the day, and moves the field too. */
function ListDay({ label, name, state }: FilterProps) {
  const id = useId()
  const now = state.filters[name] ?? ''
  const [typed, setTyped] = useState(now)
  const [isOdd, setOdd] = useState(false)
  const told = useRef(now)
  useEffect(() => {
    if (now === told.current) return
    told.current = now
    setTyped(now)
    setOdd(false)
  }, [now])
  const onChange = (value: string) => {
    setTyped(value)
    if (value !== '' && !state.takes(name, value)) return
    told.current = value
    setOdd(false)
    changeList(state, { filters: { [name]: value } })
  }
  return (
    // What is wrong describes the field, and is no part of its name.
    <div className="filter">
      <label className="filter">
        <span>{label}</span>
        <input
          type="date"
          className="input"
          // Years of four digits.
          max="9999-12-31"
          aria-invalid={isOdd || undefined}
          aria-describedby={isOdd ? id : undefined}
          value={typed}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => setOdd(typed !== '' && !state.takes(name, typed))}
        />
      </label>
      {isOdd && (
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

/** The order, where no heads of columns are. */
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
        onChange={(event) => changeList(state, { sort: sortOf(event.target.value) })}
      />
    </div>
  )
}

function sortOf(value: string): Sort {
  const [by = '', order] = value.split(' ')
  return { by, order: order === 'desc' ? 'desc' : 'asc' }
}

import { useEffect, useRef, useState } from 'react'
import { useDebouncedValue } from '#web/useDebouncedValue.ts'
import { changeList, type ListState } from '#web/ui/list/state.ts'

/** A filter by person, an id or a whole username; asked for once the hand rests. The address follows, and moves it too. */
export function PersonFilter({ label, name, state }: { label: string; name: string; state: ListState }) {
  const now = state.filters[name] ?? ''
  const [typed, setTyped] = useState(now)
  const settled = useDebouncedValue(typed)
  const told = useRef(now)
  useEffect(() => {
    const wanted = settled.trim().replace(/^@/, '')
    if (wanted === told.current) return
    told.current = wanted
    changeList(state, { filters: { [name]: wanted } })
    // Only what was typed leads on; the rest of the state is the one of that moment.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  useEffect(() => {
    if (now === told.current) return
    told.current = now
    setTyped(now)
  }, [now])
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

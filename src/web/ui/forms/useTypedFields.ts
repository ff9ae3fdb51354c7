import { useRef, useState } from 'react'

type Texts<Name extends string> = Partial<Record<Name, string>>

/**
 * A few fields that are checked when they are sent. Each fault stands at its field, the first of them takes the focus, and goes
 * once its field is typed in again.
 * @param order the fields as they stand on the page; one of them may not be drawn yet
 */
export function useTypedFields<Name extends string>(order: readonly Name[]) {
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({})
  const [given, setGiven] = useState<Texts<Name>>({})
  const [faults, setFaults] = useState<Texts<Name>>({})
  const typed = (name: Name): string => given[name] ?? ''

  /** Shows what is wrong with the own fields. @returns whether anything is */
  const point = (found: Partial<Record<string, string>>): boolean => {
    const wrong = order.filter((name) => found[name] !== undefined)
    setFaults(Object.fromEntries(wrong.map((name) => [name, found[name]])) as Texts<Name>)
    const [first] = wrong
    if (first === undefined) return false
    const input = inputs.current[first]
    if (input) input.focus()
    else requestAnimationFrame(() => inputs.current[first]?.focus())
    return true
  }
  const fieldOf = (name: Name) => ({
    name,
    value: typed(name),
    error: faults[name],
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input
    },
    onChange: (event: { target: { value: string } }) => {
      setGiven({ ...given, [name]: event.target.value })
      setFaults({ ...faults, [name]: undefined })
    },
  })
  const focus = (name: Name) => inputs.current[name]?.focus()
  return { typed, point, fieldOf, focus }
}

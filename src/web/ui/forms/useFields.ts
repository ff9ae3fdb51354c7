import { useRef, useState } from 'react'

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Errors of a form's fields, each shown at its field until the field is changed.
 * @param names the fields in their order on the page; one of them may not be drawn yet
 */
export function useFieldErrors<Name extends string>(names: readonly Name[]) {
  const controls = useRef<Partial<Record<Name, Control | null>>>({})
  /** A field that is not drawn yet: it gets the focus once it is. */
  const undrawn = useRef<Name | null>(null)
  const [errors, setErrors] = useState<FieldErrors<Name>>({})

  const focus = (name: Name) => {
    const control = controls.current[name]
    if (control) control.focus()
    else undrawn.current = name
  }
  /** Replaces the errors by those of the form's own fields, and focuses the first. @returns whether there is one */
  const show = (found: Partial<Record<string, string>>): boolean => {
    const wrong = names.filter((name) => found[name] !== undefined)
    setErrors(Object.fromEntries(wrong.map((name) => [name, found[name]])) as FieldErrors<Name>)
    const [first] = wrong
    if (first === undefined) return false
    focus(first)
    return true
  }
  const clear = (name: Name) => setErrors((before) => ({ ...before, [name]: undefined }))
  /** Goes to the field's control beside its value. */
  const wire = (name: Name) => ({
    name,
    error: errors[name],
    ref: (control: Control | null) => {
      controls.current[name] = control
      if (control === null || undrawn.current !== name) return
      undrawn.current = null
      control.focus()
    },
  })
  return { errors, show, clear, wire, focus }
}

/** Values and errors of a form's text fields. @param start the first values, in the fields' order on the page */
export function useFields<Name extends string>(start: Record<Name, string>) {
  const [values, setValues] = useState(start)
  const { clear, wire, ...rest } = useFieldErrors(Object.keys(start) as Name[])
  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    clear(name)
  }
  const fieldOf = (name: Name) => ({
    ...wire(name),
    value: values[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  })
  return { ...rest, wire, values, set, fieldOf }
}

import { useRef, type FormEvent, type RefObject } from 'react'
import { navigate } from '#web/router.ts'

interface FilterForm {
  form: RefObject<HTMLFormElement | null>
  /** Goes to the address of what the form holds now. @param replace true for each typed letter: a search is one step back */
  apply: (replace?: boolean) => void
  onSubmit: (event: FormEvent) => void
}

/** Filters whose state is the address. @param addressOf the address of a form's fields */
export function useFilterForm(addressOf: (fields: URLSearchParams) => string): FilterForm {
  const form = useRef<HTMLFormElement>(null)
  const apply = (replace = false) => {
    if (form.current === null) return
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (typeof value === 'string') fields.set(name, value)
    navigate(addressOf(fields), { replace })
  }
  return {
    form,
    apply,
    onSubmit(event) {
      event.preventDefault()
      apply()
    },
  }
}

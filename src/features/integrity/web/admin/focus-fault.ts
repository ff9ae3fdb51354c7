import { useEffect, useRef, type RefObject } from 'react'

/** The form whose first wrong field takes the focus after each refusal; `refusals` counts them. */
export function useFaultFocus(refusals: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return form
}

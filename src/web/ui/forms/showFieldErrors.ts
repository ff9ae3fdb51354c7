import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'

/**
 * Shows a call's refusals at the form's own fields, and focuses the first.
 * @param names the fields in their order on the page
 * @returns whether there is one
 */
export function showFieldErrors<Values extends FieldValues>(
  setError: UseFormSetError<Values>,
  names: readonly Path<Values>[],
  errors: Partial<Record<string, string>>,
): boolean {
  const wrong = names.filter((name) => errors[name] !== undefined)
  for (const [index, name] of wrong.entries()) {
    setError(name, { message: errors[name] ?? '' }, { shouldFocus: index === 0 })
  }
  return wrong.length > 0
}

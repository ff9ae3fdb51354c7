import { fields } from '#features/showcases/rules/fields.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import type { FieldErrors } from '#features/showcases/web/editor/checks.ts'
import type { Form } from '#features/showcases/web/editor/form.ts'

const {
  most,
  item: { min, max },
} = fields.content.services

/** Adds the typed services, separated by commas. @returns the text that stays typed, and why */
export function addTyped(
  services: readonly string[],
  typed: string,
): { services: string[]; rest: string; error?: string } {
  const next = [...services]
  const words = typed.split(',').map((word) => word.trim().replace(/\s+/g, ' '))
  for (const [index, word] of words.entries()) {
    const isThere = next.some((other) => other.toLowerCase() === word.toLowerCase())
    if (word === '' || isThere) continue
    const rest = words.slice(index).join(', ')
    if (next.length >= most) return { services: next, rest, error: `Al massimo ${most} servizi.` }
    if (graphemes(word) < min) return { services: next, rest, error: `Minimo ${min} caratteri` }
    if (graphemes(word) > max) return { services: next, rest, error: `Al massimo ${max} caratteri.` }
    next.push(word)
  }
  return { services: next, rest: '' }
}

/** The error of a typed service that cannot be added, so that a save does not lose it. */
export function typedErrors({ content, service }: Form): FieldErrors {
  const { error } = addTyped(content.services, service)
  return error === undefined ? {} : { 'content.services': error }
}

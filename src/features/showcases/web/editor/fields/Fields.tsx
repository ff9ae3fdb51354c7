import type { ChangeEvent, ReactNode } from 'react'
import { isText, type LinkField, type TextField } from '#features/showcases/rules/fields.ts'
import { imageSources } from '#features/showcases/rules/files.ts'
import * as format from '#shared/format/format.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import { CircleAlert } from '#web/ui/icons.tsx'

interface Bound {
  field: TextField | LinkField
  path: string
  value: string | null
  /** Characters at most, where the table names none. */
  max?: number | undefined
  error: string | undefined
  onText: (text: string) => void
}

/** What a text field is given: label and counter by the table of fields, value, error, and its name on the page. */
export function bound({ field, path, value, max = isText(field) ? field.max : undefined, error, onText }: Bound) {
  return {
    label: field.label,
    name: path,
    value: value ?? '',
    ...(max !== undefined && {
      note: counter(value ?? '', max),
      'data-over': graphemes(value ?? '') > max || undefined,
    }),
    error,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onText(event.target.value),
  }
}

/** Characters as people count them. */
export function counter(text: string, max: number): string {
  return `${format.count(graphemes(text))}/${max}`
}

/** A field that holds no text of its own: where a fault of this path leads to. */
export function Place({ path, children }: { path: string; children: ReactNode }) {
  return <div data-path={path}>{children}</div>
}

export function ErrorLine({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="help help-error">
      <CircleAlert size={14} strokeWidth={2} />
      {text}
    </p>
  )
}

const focusable = 'input:not([type="hidden"]), textarea, select, button'

/** The field of a path, or what stands for it; of a list whose row is gone the list. */
export function focusPath(root: HTMLElement | null, path: string): void {
  for (let wanted = path; wanted !== ''; wanted = wanted.slice(0, Math.max(0, wanted.lastIndexOf('.')))) {
    const name = CSS.escape(wanted)
    const field = root?.querySelector<HTMLElement>(`[name="${name}"], [data-path="${name}"]`)
    if (!field) continue
    const target = field.matches(focusable) ? field : (field.querySelector<HTMLElement>(focusable) ?? field)
    return target.focus()
  }
}

/** A file of an own picture that is small enough for its field. */
export function small(url: string | null): string | undefined {
  return url === null ? undefined : imageSources(url)?.src
}

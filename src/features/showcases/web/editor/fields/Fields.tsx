import type { ChangeEvent, ReactNode } from 'react'
import { isText, type LinkField, type TextField } from '#features/showcases/rules/fields.ts'
import { imageSources } from '#features/showcases/rules/files.ts'
import * as format from '#shared/format/format.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import { CircleAlert } from '#web/ui/icons.tsx'

interface BoundField {
  field: TextField | LinkField
  path: string
  value: string | null
  /** Characters at most, where the table names no bound. */
  max?: number | undefined
  error: string | undefined
  onText: (text: string) => void
}

/** The props of a text field: label and counter by the table of fields, value, error, and its name on the page. */
export function fieldProps({
  field,
  path,
  value,
  max = isText(field) ? field.max : undefined,
  error,
  onText,
}: BoundField) {
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

/** `12/60`, in characters as people count them. */
export function counter(text: string, max: number): string {
  return `${format.count(graphemes(text))}/${max}`
}

/** Marks the place of a field without an input of its own, so that an error of this path can lead to it. */
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

/** Moves the focus to the field of a path, or to its place. Where a list's row is gone, it moves to the list. */
export function focusPath(root: HTMLElement | null, path: string): void {
  for (let prefix = path; prefix !== ''; prefix = prefix.slice(0, Math.max(0, prefix.lastIndexOf('.')))) {
    const name = CSS.escape(prefix)
    const field = root?.querySelector<HTMLElement>(`[name="${name}"], [data-path="${name}"]`)
    if (!field) continue
    const target = field.matches(focusable) ? field : (field.querySelector<HTMLElement>(focusable) ?? field)
    return target.focus()
  }
}

/** The smallest file of an own picture, for its field. */
export function thumbnailOf(url: string | null): string | undefined {
  return url === null ? undefined : imageSources(url)?.src
}

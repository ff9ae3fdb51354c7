import { fields, isGroup, type ShowcaseContent } from './fields.ts'
import { writtenIn } from './leaves.ts'

/** A field in which two contents differ; null where a content does not have it. */
export interface Changed {
  /** Path: `profile.subtitle`, `content.services`, `cta_buttons.0.url`. */
  field: string
  before: string | null
  after: string | null
}

/** The fields that differ between two contents, in the order of the table. @param before null: everything is new */
export function difference(before: ShowcaseContent | null, after: ShowcaseContent): Changed[] {
  const [old, now] = [before === null ? new Map<string, string[]>() : comparable(before), comparable(after)]
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const [was, is] = [old.get(field), now.get(field)]
    // Lists are compared item by item: joined for people to read, two different lists may look the same.
    if (JSON.stringify(was) === JSON.stringify(is)) return []
    return [{ field, before: was?.join(', ') ?? null, after: is?.join(', ') ?? null }]
  })
}

export const sameContent = (a: ShowcaseContent, b: ShowcaseContent) => difference(a, b).length === 0

/** The change as the calls report it: changed fields of each part, and whole lists. Null where nothing differs. */
export function pendingChanges(
  published: ShowcaseContent,
  next: ShowcaseContent,
): Partial<Record<keyof ShowcaseContent, unknown>> | null {
  const changes: Partial<Record<keyof ShowcaseContent, unknown>> = {}
  for (const { field } of difference(published, next)) {
    const [part, name = ''] = field.split('.') as [keyof ShowcaseContent, string?]
    changes[part] = isGroup(fields[part])
      ? { ...(changes[part] as object | undefined), [name]: (next[part] as Record<string, unknown>)[name] }
      : next[part]
  }
  return Object.keys(changes).length === 0 ? null : changes
}

/** Texts by path. A list of distinct texts is one field, so that a service that moves does not change all services behind it. */
function comparable(content: ShowcaseContent): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { path, list, value } of writtenIn(content)) {
    const field = list?.field.distinct === true ? list.path : path
    found.set(field, [...(found.get(field) ?? []), value])
  }
  return found
}

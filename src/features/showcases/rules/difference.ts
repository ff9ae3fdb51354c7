import type { ShowcaseContent } from '#features/showcases/contract.ts'

/** A field that two contents do not share; null: not there. */
export interface Changed {
  /** Path: `profile.subtitle`, `content.services`, `cta_buttons.0.url`. */
  field: string
  before: string | null
  after: string | null
}

/** Lists of short texts are one field: a service that moved is no change of all behind it. */
const joined = new Set(['content.services'])

/** What changed between two contents, in the order of the editor. @param before null: everything is new */
export function difference(before: ShowcaseContent | null, after: ShowcaseContent): Changed[] {
  const old = new Map(before === null ? [] : leaves(before, ''))
  const now = new Map(leaves(after, ''))
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((field) => {
    const [was, is] = [old.get(field), now.get(field)]
    return isSame(was, is) ? [] : [{ field, before: wordsOf(was), after: wordsOf(is) }]
  })
}

export const sameContent = (a: ShowcaseContent, b: ShowcaseContent) => difference(a, b).length === 0

/** What waits, as the calls tell it: fields of the parts that changed, and whole lists in place of lists. Null where nothing waits. */
export function pendingChanges(
  published: ShowcaseContent,
  next: ShowcaseContent,
): Partial<Record<keyof ShowcaseContent, unknown>> | null {
  const changes: Partial<Record<keyof ShowcaseContent, unknown>> = {}
  for (const part of ['profile', 'links', 'content'] as const) {
    const fields = Object.entries(next[part]).filter(
      ([name, value]) => !same(value, (published[part] as Record<string, unknown>)[name]),
    )
    if (fields.length > 0) changes[part] = Object.fromEntries(fields)
  }
  for (const list of ['cta_buttons', 'testimonials'] as const) {
    if (!same(published[list], next[list])) changes[list] = next[list]
  }
  return Object.keys(changes).length === 0 ? null : changes
}

const same = (a: unknown, b: unknown) => {
  const [one, other] = [new Map(leaves(a, '')), new Map(leaves(b, ''))]
  return one.size === other.size && [...one].every(([path, value]) => isSame(other.get(path), value))
}

type Leaf = string | readonly unknown[]

/** Lists as what is in them: joined for people to read, two of them may look the same. */
const isSame = (a: Leaf | undefined, b: Leaf | undefined) => JSON.stringify(a) === JSON.stringify(b)

function wordsOf(leaf: Leaf | undefined): string | null {
  return typeof leaf === 'string' ? leaf : (leaf?.join(', ') ?? null)
}

/** Texts by path; empty ones are as good as none. */
function leaves(value: unknown, path: string): [string, Leaf][] {
  if (typeof value === 'string') return value === '' ? [] : [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && joined.has(path)) return value.length === 0 ? [] : [[path, value]]
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
}

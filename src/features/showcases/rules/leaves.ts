import {
  fields,
  isGroup,
  isText,
  valueAt,
  type Field,
  type Group,
  type LeafField,
  type LinkField,
  type ListField,
  type ShowcaseContent,
} from './fields.ts'

/** One value of a content, without parts of its own. */
export interface Leaf {
  /** `profile.subtitle`, `content.services.0`, `cta_buttons.0.url`. */
  path: string
  field: LeafField
  /** The list that it stands in. */
  list?: { path: string; field: ListField }
  /** Null or empty where nothing is written. */
  value: string | null
}

/** All values of a field or a group, empty ones too, in the table's order. @param path of `value`; empty for a whole content */
export function leavesOf(node: Field | Group, value: unknown, path: string): Leaf[] {
  if (isGroup(node)) return leavesOfGroup(node, value as object, path)
  switch (node.kind) {
    case 'list':
      return (value as string[]).map((each, index) => ({
        path: `${path}.${index}`,
        field: node.item,
        list: { path, field: node },
        value: each,
      }))
    case 'rows':
      return (value as object[]).flatMap((row, index) => leavesOfGroup(node.fields, row, `${path}.${index}`))
    default:
      return [{ path, field: node, value: value as string | null }]
  }
}

function leavesOfGroup(group: Record<string, Field | Group>, parts: object, path: string): Leaf[] {
  const prefix = path === '' ? '' : `${path}.`
  return Object.entries(group).flatMap(([name, node]) => leavesOf(node, valueAt(parts, name), `${prefix}${name}`))
}

type Written<F> = { path: string; field: F; value: string }

/** The values of a content that are not empty. */
export function writtenIn(content: ShowcaseContent): (Leaf & { value: string })[] {
  const isWritten = (leaf: Leaf): leaf is Leaf & { value: string } => leaf.value !== null && leaf.value !== ''
  return leavesOfGroup(fields, content, '').filter(isWritten)
}

/** Texts that people read, by path: these are checked for promises and numbers. */
export function textsOf(content: ShowcaseContent): Record<string, string> {
  return Object.fromEntries(
    writtenIn(content).flatMap(({ path, field, value }) => (isText(field) ? [[path, value]] : [])),
  )
}

/** Addresses of own uploads, by path. */
export function filesOf(content: ShowcaseContent): Map<string, string> {
  const files = writtenIn(content).filter(({ field: { kind } }) => kind === 'image' || kind === 'pdf')
  return new Map(files.map(({ path, value }) => [path, value]))
}

/** Addresses outside. */
export function linksOf(content: ShowcaseContent): Written<LinkField>[] {
  return writtenIn(content).flatMap(({ path, field, value }) => (field.kind === 'link' ? [{ path, field, value }] : []))
}

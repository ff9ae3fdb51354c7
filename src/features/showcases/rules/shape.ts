import {
  fields,
  isGroup,
  isText,
  valueAt,
  type Field,
  type Group,
  type LeafField,
  type ShowcaseContent,
} from './fields.ts'

/**
 * A value in the shape of the table: its fields in its order and nothing else. Texts stay as they are typed; a blank one is null where
 * the field may be null. A value of another type is empty.
 */
export function shapeOf(given: object): ShowcaseContent {
  return shapeOfGroup(fields, given) as ShowcaseContent
}

/** The empty value of each field of a row. */
export const blankRow = (row: Readonly<Record<string, LeafField>>): object =>
  Object.fromEntries(Object.entries(row).map(([name, field]) => [name, fallbackOf(field) ?? shapeOfNode(field, null)]))

const fallbackOf = (field: LeafField) => (isText(field) ? field.fallback : undefined)

function shapeOfGroup(group: Record<string, Field | Group>, given: unknown): object {
  const parts = typeof given === 'object' && given !== null ? given : {}
  return Object.fromEntries(
    Object.entries(group).map(([name, node]) => [name, shapeOfNode(node, valueAt(parts, name))]),
  )
}

function shapeOfNode(node: Field | Group, value: unknown): unknown {
  if (isGroup(node)) return shapeOfGroup(node, value)
  const items: unknown[] = Array.isArray(value) ? value : []
  switch (node.kind) {
    case 'list':
      return items.map((item) => shapeOfNode(node.item, item)).filter((item) => item !== null)
    case 'rows':
      return items.map((row) => shapeOfGroup(node.fields, row))
    case 'choice':
      return optionOf(Object.keys(node.options), value)
    default: {
      const text = typeof value === 'string' ? value : ''
      return isNullable(node) && text.trim() === '' ? null : text
    }
  }
}

/** True for every address, and for a text where the table says so. */
export const isNullable = (field: LeafField): boolean => (isText(field) ? field.nullable === true : true)

/** The first option where nothing is sent, the last one for an unknown text. */
export function optionOf(options: readonly string[], value: unknown): string | undefined {
  if (value === undefined || value === null) return options[0]
  return options.find((option) => option === value) ?? options.at(-1)
}

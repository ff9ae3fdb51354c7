import { noLetterOrDigit } from '#shared/field-texts.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import { hidesMarksInProse, pilesMarks } from '#shared/text/marks.ts'
import { normaliseLine, normaliseParagraphs } from '#shared/text/normalise-text.ts'
import {
  fields,
  isGroup,
  isText,
  valueAt,
  type Field,
  type FileField,
  type Group,
  type LeafField,
  type LinkField,
  type ListField,
  type RowsField,
  type ShowcaseContent,
  type TextField,
} from './fields.ts'
import { fileOf } from './files.ts'
import { leavesOf } from './leaves.ts'
import { readShowcaseLink, type ReadLink } from './links.ts'
import { blankRow, optionOf, shapeOf } from './shape.ts'

/** The rules for an owner's content, shared by the editor and the calls. `docs/showcases.md`, content. */

export interface Reading {
  /** The stored content, whose values stay where a part or field is not sent; null where there is no showcase yet. */
  base: ShowcaseContent | null
  /** Texts have a least length too. False for a private draft. */
  submit: boolean
  /** Host of the verification service, without a port. */
  myfxbookHost: string
}

export interface ReadContent {
  /** Normalised. A refused address is left out; a refused text stays. */
  content: ShowcaseContent
  /** One sentence by path: `profile.subtitle`, `cta_buttons.0.url`. */
  errors: Record<string, string>
}

type Node = Field | Group

const wrongShape = 'Valore non valido.'

/** The content with which the editor of a new showcase opens. */
export function emptyContent(): ShowcaseContent {
  return {
    ...shapeOf({}),
    cta_buttons: [
      { text: 'Copia i miei trade', url: null, style: 'primary' },
      { text: 'Unisciti alla community', url: null, style: 'secondary' },
      { text: 'Apri conto con vantaggi', url: null, style: 'success' },
    ],
  }
}

/** Reads any body. Unknown fields are dropped; missing ones keep their value, which is checked like a sent one. */
export function readContent(body: unknown, { base, submit, myfxbookHost }: Reading): ReadContent {
  const errors: Record<string, string> = {}
  const refuse = (path: string, sentence: string) => void (errors[path] ??= sentence)

  function readGroup(group: Record<string, Node>, sent: unknown, before: object, path: string): object {
    const parts = isParts(sent) ? sent : {}
    if (parts !== sent) refuse(path, wrongShape)
    const read = ([name, node]: [string, Node]) =>
      readNode(node, valueAt(parts, name), valueAt(before, name), path === '' ? name : `${path}.${name}`)
    return Object.fromEntries(Object.entries(group).map((entry) => [entry[0], read(entry)]))
  }

  function readNode(node: Node, sent: unknown, before: unknown, path: string): unknown {
    if (isGroup(node)) return readGroup(node, sent ?? {}, before as object, path)
    if (sent === undefined) {
      for (const { path: at, field, value } of leavesOf(node, before, path)) if (isText(field)) check(field, value, at)
      return before
    }
    return node.kind === 'list' || node.kind === 'rows'
      ? readItems(node, sent, before, path)
      : readLeaf(node, sent, path)
  }

  function readItems(node: ListField | RowsField, sent: unknown, before: unknown, path: string): unknown {
    if (!Array.isArray(sent)) {
      refuse(path, wrongShape)
      return before
    }
    if (sent.length > node.most) refuse(path, `Al massimo ${node.most}.`)
    const items: unknown[] = sent.slice(0, node.most)
    if (node.kind === 'rows') {
      return items.map((row, index) => readGroup(node.fields, row, blankRow(node.fields), `${path}.${index}`))
    }
    return withoutEmpty(
      items.map((item, index) => readLeaf(node.item, item, `${path}.${index}`)),
      node.distinct === true,
    )
  }

  function readLeaf(field: LeafField, sent: unknown, path: string): string | null {
    if (field.kind === 'choice') return optionOf(Object.keys(field.options), sent) ?? null
    if (sent !== null && typeof sent !== 'string') refuse(path, 'Deve essere un testo.')
    const typed = typeof sent === 'string' ? sent : ''
    if (isText(field)) {
      const text = normalised(field, typed)
      check(field, text, path)
      return text
    }
    const read = field.kind === 'link' ? readLink(field, typed.trim(), myfxbookHost) : readFile(field, typed.trim())
    if (read.ok) return read.url
    refuse(path, read.sentence)
    return null
  }

  function check(field: TextField, text: string | null, path: string): void {
    const sentence = textError(field, text ?? '', submit)
    if (sentence !== null) refuse(path, sentence)
  }

  const content = readGroup(fields, isParts(body) ? body : {}, base ?? emptyContent(), '') as ShowcaseContent
  return { content, errors }
}

function isParts(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function normalised({ kind, fallback, nullable }: TextField, typed: string): string | null {
  const text = kind === 'line' ? normaliseLine(typed) : normaliseParagraphs(typed)
  return text ?? fallback ?? (nullable === true ? null : '')
}

/** Why a normalised text is refused, or null. */
function textError({ min = 0, max, required, withoutCommas }: TextField, text: string, submit: boolean): string | null {
  const least = submit && (required === true || text !== '') ? min : 0
  // The bound is in code units, since a family emoji takes eleven. Characters of a longer text are not counted.
  const length = text.length > 12 * max + 100 ? Infinity : graphemes(text)
  if (length > max) return `Al massimo ${max} caratteri.`
  if (length < least) return `Minimo ${least} caratteri`
  if (hidesMarksInProse(text)) return 'Contiene caratteri invisibili o di controllo: toglili.'
  if (least > 0 && !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return noLetterOrDigit
  if (pilesMarks(text)) return 'Contiene troppi segni sovrapposti: toglili.'
  return withoutCommas === true && text.includes(',') ? 'Scrivi un servizio per volta, senza virgole.' : null
}

function readLink(field: LinkField, typed: string, myfxbookHost: string): ReadLink {
  const { min = 0 } = field
  if (typed !== '' && typed.length < min) return { ok: false, sentence: `Minimo ${min} caratteri` }
  return readShowcaseLink(field, typed, myfxbookHost)
}

function readFile({ kind }: FileField, address: string): ReadLink {
  if (address === '') return { ok: true, url: null }
  if (fileOf(address)?.kind === kind) return { ok: true, url: address }
  const what = kind === 'pdf' ? 'il PDF' : 'l’immagine'
  return { ok: false, sentence: `Carica qui ${what}: un indirizzo non basta.` }
}

/** @param distinct also drops items that differ from an earlier one by their case alone */
function withoutEmpty(items: readonly (string | null)[], distinct: boolean): string[] {
  const known = new Set<string>()
  return items.filter((item): item is string => {
    if (item === null || item === '') return false
    const folded = item.toLowerCase()
    const isKnown = known.has(folded)
    known.add(folded)
    return !(distinct && isKnown)
  })
}

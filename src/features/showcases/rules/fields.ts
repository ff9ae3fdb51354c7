import { linkLabels } from '../labels.ts'

/**
 * The content of a showcase: the one table of fields, their labels and their bounds. The contract's schema, the reader of
 * requests, the editor and the comparison of versions are made from it. Its order is the editor's. `docs/showcases.md`, content.
 */

/** A text. Lengths are in characters as people count them. */
export interface TextField {
  kind: 'line' | 'paragraphs'
  label: string
  /** Length at least, where the text is not empty and the showcase is submitted. */
  min?: number
  max: number
  /** A showcase is not submitted without it. */
  required?: true
  /** Null where it is empty. */
  nullable?: true
  /** Replaces an empty text. */
  fallback?: string
  /** The editor separates texts of this list at commas. */
  withoutCommas?: true
}

/** An address outside. Any public host where none is named. */
export interface LinkField {
  kind: 'link'
  label: string
  /** Characters at least, as typed. */
  min?: number
  hosts?: readonly string[]
  /** Hosts that may be typed without `https://`. */
  bareHosts?: readonly string[]
  /** The configured verification service is the only host. */
  isVerification?: true
  /** Hosts that need no second look of a moderator. */
  usualHosts?: readonly string[]
}

/** An address of an own upload. */
export interface FileField {
  kind: 'image' | 'pdf'
  label: string
}

/** One of several options with labels. Nothing sent means the first option, an unknown text the last one. */
export interface ChoiceField {
  kind: 'choice'
  label: string
  options: Readonly<Record<string, string>>
}

export type LeafField = TextField | LinkField | FileField | ChoiceField

/** Several values of one field. Empty ones are dropped. */
export interface ListField {
  kind: 'list'
  label: string
  most: number
  /** Repeated values are dropped, without regard to case. Versions are compared by the whole list. */
  distinct?: true
  item: TextField | FileField
}

/** Several rows of the same fields. */
export interface RowsField {
  kind: 'rows'
  label: string
  /** Label of one row. */
  row: string
  most: number
  fields: Readonly<Record<string, LeafField>>
}

export type Field = LeafField | ListField | RowsField
export type Group = Readonly<Record<string, Field>>

/** Characters of an address at most, as typed and as stored. */
export const LINK_MAX = 500

export const styleLabels = {
  primary: 'Primario',
  secondary: 'Secondario',
  success: 'Successo',
  other: 'Altro',
} as const
const telegramHosts = ['t.me', 'telegram.me']
const discordHosts = ['discord.gg', 'discord.com']
const videoHosts = ['youtube.com', 'youtu.be', 'vimeo.com', 'dailymotion.com', 'twitch.tv', 'loom.com', 'wistia.com']

export const fields = {
  profile: {
    display_name: { kind: 'line', label: 'Nome visualizzato', min: 2, max: 50, required: true },
    subtitle: { kind: 'line', label: 'Sottotitolo', min: 5, max: 100, required: true },
    description: { kind: 'paragraphs', label: 'Descrizione', min: 50, max: 500, required: true },
    bio_extended: { kind: 'paragraphs', label: 'Dettagli', max: 2_000, nullable: true },
    profile_image_url: { kind: 'image', label: 'Immagine del profilo' },
    cover_image_url: { kind: 'image', label: 'Immagine di copertina' },
  },
  links: {
    myfxbook_url: { kind: 'link', label: linkLabels.myfxbook_url, isVerification: true },
    fxblue_url: { kind: 'link', label: linkLabels.fxblue_url, hosts: ['fxblue.com'] },
    mql5_signal_url: { kind: 'link', label: linkLabels.mql5_signal_url, hosts: ['mql5.com'] },
    telegram_url: { kind: 'link', label: linkLabels.telegram_url, hosts: telegramHosts, bareHosts: telegramHosts },
    discord_url: { kind: 'link', label: linkLabels.discord_url, hosts: discordHosts, bareHosts: discordHosts },
    website_url: { kind: 'link', label: linkLabels.website_url },
    broker_referral_url: { kind: 'link', label: linkLabels.broker_referral_url },
  },
  content: {
    services: {
      kind: 'list',
      label: 'Servizi',
      most: 8,
      distinct: true,
      item: { kind: 'line', label: 'Servizio', min: 2, max: 30, withoutCommas: true },
    },
    promotional_images: {
      kind: 'list',
      label: 'Immagini promozionali',
      most: 2,
      item: { kind: 'image', label: 'Immagine promozionale' },
    },
    video_url: { kind: 'link', label: 'Video', usualHosts: videoHosts },
    pdf_download_url: { kind: 'pdf', label: 'Guida PDF' },
    pdf_title: { kind: 'line', label: 'Titolo della guida', max: 80, nullable: true },
  },
  cta_buttons: {
    kind: 'rows',
    label: 'Pulsanti',
    row: 'Pulsante',
    most: 5,
    fields: {
      text: { kind: 'line', label: 'Testo', min: 5, max: 30 },
      url: { kind: 'link', label: 'Indirizzo', min: 10 },
      style: { kind: 'choice', label: 'Stile', options: styleLabels },
    },
  },
  testimonials: {
    kind: 'rows',
    label: 'Testimonianze',
    row: 'Testimonianza',
    most: 6,
    fields: {
      author_name: { kind: 'line', label: 'Autore', max: 50, fallback: 'Anonimo' },
      content: { kind: 'paragraphs', label: 'Testo', max: 500, fallback: 'Recensione' },
      image_url: { kind: 'image', label: 'Immagine' },
    },
  },
} as const satisfies Record<string, Group | RowsField>

/** The value that a field, a row or a group of fields has. */
export type ValueOf<F> = F extends { kind: 'list'; item: infer Item }
  ? NonNullable<ValueOf<Item>>[]
  : F extends { kind: 'rows'; fields: infer Row }
    ? ValuesOf<Row>[]
    : F extends { kind: 'choice'; options: infer Options }
      ? keyof Options
      : F extends { kind: 'line' | 'paragraphs' }
        ? F extends { nullable: true }
          ? string | null
          : string
        : F extends { kind: string }
          ? string | null
          : ValuesOf<F>
type ValuesOf<F> = { -readonly [Name in keyof F]: ValueOf<F[Name]> }

/** The content that an owner writes. Texts of a draft may be empty; absent addresses are null. */
export type ShowcaseContent = ValueOf<typeof fields>
export type LinkName = keyof typeof fields.links
export type CtaStyle = ShowcaseContent['cta_buttons'][number]['style']

export const linkNames = Object.keys(fields.links) as LinkName[]

export const isGroup = (node: Field | Group): node is Group => !('kind' in node)

export const isText = (field: Field): field is TextField => field.kind === 'line' || field.kind === 'paragraphs'

/** The own property of this name; undefined for an inherited one. */
export function valueAt(parts: object, name: string): unknown {
  return Object.hasOwn(parts, name) ? (parts as Record<string, unknown>)[name] : undefined
}

/** The label of a path: `profile.subtitle`, `content.services.0`, `cta_buttons.0.url` ("Pulsante 1, indirizzo"). */
export function labelOf(path: string): string {
  const [group = '', name = '', third = ''] = path.split('.')
  const node: unknown = valueAt(fields, group)
  const isRows = group === 'cta_buttons' || group === 'testimonials'
  if (isRows) return name === '' ? fields[group].label : rowLabel(fields[group], Number(name) + 1, third)
  const field = valueAt((node ?? {}) as Group, name) as Field | undefined
  if (field === undefined) return group === 'links' ? 'Link' : 'Vetrina'
  return third === '' ? field.label : `${field.label}, ${Number(third) + 1}`
}

function rowLabel({ row, fields: own }: RowsField, number: number, name: string): string {
  const field = own[name]
  return field === undefined ? `${row} ${number}` : `${row} ${number}, ${field.label.toLowerCase()}`
}
